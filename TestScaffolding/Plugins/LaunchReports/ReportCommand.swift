import OperatingSystem

/// The command: reads logs, and writes what they say about launches.
package struct ReportCommand {
  /// The exit status of the command.
  package enum Status: Int32, Sendable {
    case done = 0
    case noLaunches = 3
    case wrongWords = 64
    case unreadable = 66
    case notWritten = 73
  }

  /// Where the output goes, and what it may look like there.
  package struct Surroundings {
    let width: Int
    let isTerminal: Bool
    let write: (String) -> Void
    let complain: (String) -> Void

    package init(
      width: Int, isTerminal: Bool, write: @escaping (String) -> Void, complain: @escaping (String) -> Void
    ) {
      self.width = width
      self.isTerminal = isTerminal
      self.write = write
      self.complain = complain
    }
  }

  private let surroundings: Surroundings

  package init(in surroundings: Surroundings) { self.surroundings = surroundings }

  /// Does what the arguments ask for, and returns the exit status.
  package func run(_ arguments: [String]) -> Status {
    let options: ReportOptions
    do {
      options = try ReportOptions(arguments)
    } catch {
      surroundings.complain("\(error)\n")
      return .wrongWords
    }
    if options.help {
      surroundings.write(ReportOptions.usage + "\n")
      return .done
    }
    do {
      let findings = Findings(
        main: try read(options.log), other: try options.against.map(read), resetTime: options.resetTime)
      return try show(findings, options)
    } catch let error as LogFileError {
      surroundings.complain("\(error)\n")
      return .unreadable
    } catch {
      surroundings.complain("\(error)\n")
      return .notWritten
    }
  }

  private func read(_ path: String) throws -> LabelledReport {
    let label = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    return LabelledReport(label: label, report: try LogFile(path: path).report())
  }

  private func show(_ findings: Findings, _ options: ReportOptions) throws -> Status {
    guard findings.all.contains(where: { $0.report.launches + $0.report.liveResets > 0 }) else {
      surroundings.complain(Self.explanation(of: findings.main))
      return .noLaunches
    }
    var isText = true
    func deliver(_ content: @autoclosure () -> String, to path: String?) throws {
      guard let path else { return }
      if path == "-" {
        isText = false
        surroundings.write(content())
      } else {
        try write(content(), to: path)
      }
    }
    try deliver(LaunchChart(findings, limit: options.top).svg, to: options.svg)
    try deliver(LaunchPage(findings, limit: options.top).html, to: options.html)
    if isText {
      let isPlain = options.plain || !surroundings.isTerminal
      surroundings.write(
        TerminalText(findings, width: surroundings.width, isPlain: isPlain, limit: options.top).text)
    }
    return .done
  }

  private func write(_ text: String, to path: String) throws(WriteError) {
    do throws(SystemError) {
      try Descriptor.open(path, .replacing).writeAll(Array(text.utf8))
    } catch {
      throw WriteError(path: path, cause: error)
    }
  }

  private static func explanation(of log: LabelledReport) -> String {
    let found =
      log.report.tests.isEmpty
      ? "no test" : Amount.count(log.report.tests.count, "test", "tests") + ", but no launch"
    return """
      \(log.label) has \(found). Expected lines such as
          Test Case '-[Suite test]' started.
              t =     0.04s Open net.example.App
      as xcodebuild prints them for UI tests, and AppDriver writes them with CLEANSLATE_LOG=FILE. A formatter such \
      as xcbeautify leaves them out: give the log from before it.

      """
  }
}

/// The arguments of `swift package launch-report`.
struct ReportOptions: Equatable, Sendable {
  /// The path of the log; `-` means standard input.
  var log = ""
  /// The log of the same tests, run in another way.
  var against: String?
  /// How long a live reset takes, in seconds.
  var resetTime: Double?
  var svg: String?
  var html: String?
  var top = 20
  var plain = false
  var help = false

  /// Why the arguments are not valid.
  struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  /// Parses the arguments.
  init(_ arguments: [String]) throws(UsageError) {
    var logs: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": help = true
      case "--plain": plain = true
      case "--against": against = try Self.value(of: argument, "LOG", in: &rest)
      case "--svg": svg = try Self.value(of: argument, "FILE", in: &rest)
      case "--html": html = try Self.value(of: argument, "FILE", in: &rest)
      case "--reset-time": resetTime = try Self.time(try Self.value(of: argument, "0.5ms", in: &rest))
      case "--top": top = try Self.count(try Self.value(of: argument, "20", in: &rest))
      case _ where argument == "-" || !argument.hasPrefix("-"): logs.append(argument)
      default: throw UsageError(description: "Unknown argument '\(argument)'.\n\n\(Self.usage)")
      }
    }
    if help { return }
    guard let log = logs.first, logs.count == 1 else {
      let problem =
        logs.isEmpty ? "No log given." : "More than one log given: \(logs.joined(separator: ", "))."
      throw UsageError(description: "\(problem)\n\n\(Self.usage)")
    }
    self.log = log
    guard log != "-" || against != "-" else {
      throw UsageError(description: "Only one of the logs can come from standard input.")
    }
    guard svg != "-" || html != "-" else {
      throw UsageError(description: "Only one of --svg and --html can go to standard output.")
    }
  }

  private static func value(
    of option: String, _ example: String, in rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), value == "-" || !value.hasPrefix("-"), !value.isEmpty else {
      throw UsageError(description: "Missing value after '\(option)': expected '\(option) \(example)'.")
    }
    return value
  }

  private static func time(_ text: String) throws(UsageError) -> Double {
    let units = [("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("s", 1.0)]
    for (unit, scale) in units where text.hasSuffix(unit) {
      if let number = Double(text.dropLast(unit.count)), number.isFinite, 0...86_400 ~= number * scale {
        return number * scale
      }
      break
    }
    throw UsageError(
      description: "'\(text)' is no time of a reset: expected a number and its unit, such as 0.5ms or 0.02s.")
  }

  private static func count(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), 1...100_000 ~= number else {
      throw UsageError(description: "'\(text)' is no number of tests: expected one from 1 to 100000.")
    }
    return number
  }

  static let usage = """
    swift package launch-report LOG [--against LOG] [--reset-time TIME]
                                    [--svg FILE] [--html FILE] [--top N]

    Says how much of a run of UI tests went into launching apps. LOG is what
    xcodebuild prints, or what AppDriver writes with CLEANSLATE_LOG=FILE.

      --against LOG      compares with the log of the same tests run another way,
                         such as with live resets
      --reset-time TIME  what a live reset takes, such as 0.5ms: says what it would
                         have saved
      --svg FILE         draws the chart; '-' is standard output, in place of the
                         text
      --html FILE        writes chart and table as one page; '-' likewise
      --top N            shows the N tests that spend most on launching (20)
      --plain            uses neither colours nor block characters

    As a plugin, it writes below the package only if you allow it, before the
    command's name:
      swift package --allow-writing-to-directory docs \\
        launch-report ui.log --svg docs/launches.svg
    Run the tool itself to read standard input and to tell results apart by status
    (0 done, 3 no launches, 64 wrong words, 66 unreadable log, 73 file not written):
      xcodebuild test ... | swift run LaunchReportTool -
    """
}

/// Why a file was not written.
private struct WriteError: Error, CustomStringConvertible {
  let path: String
  let cause: SystemError

  var description: String {
    let reason = "'\(path)' cannot be written: \(cause.reason)."
    guard cause.isDenied else { return reason }
    return reason + " A plugin writes only where it is allowed to: "
      + "'swift package --allow-writing-to-directory FOLDER launch-report ...'."
  }
}
