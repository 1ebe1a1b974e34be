/// What the user asks of `swift package launch-report`.
package struct ReportOptions: Equatable, Sendable {
  /// The path of the log; `-` is standard input.
  package var log = ""
  /// The log of the same tests run another way.
  package var against: String?
  /// How long a live reset takes, in seconds.
  package var resetTime: Double?
  package var svg: String?
  package var html: String?
  package var top = 20
  package var plain = false
  package var help = false

  /// Why the words of the user make no sense.
  package struct UsageError: Error, Equatable, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  package init() {}

  /// Reads the words of the user.
  package init(_ arguments: [String]) throws(UsageError) {
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

  package static let usage = """
    swift package launch-report LOG [--against LOG] [--reset-time TIME] [--svg FILE] [--html FILE] [--top N]

    Says how much of a run of UI tests went into launching apps. LOG is what xcodebuild prints, or what AppDriver
    writes with CLEANSLATE_LOG=FILE.

      --against LOG      compares with the log of the same tests run another way, such as with live resets
      --reset-time TIME  what a live reset takes, such as 0.5ms: says what it would have saved
      --svg FILE         draws the chart; '-' is standard output, in place of the text
      --html FILE        writes chart and table as one page; '-' likewise
      --top N            shows the N tests that spend most on launching (20)
      --plain            uses neither colours nor block characters

    As a plugin, it writes below the package only if you allow it, before the command's name:
      swift package --allow-writing-to-directory docs launch-report ui.log --svg docs/launches.svg
    Run the tool itself to read standard input and to tell results apart by status (0 done, 3 no launches, 64 wrong
    words, 66 unreadable log, 73 file not written):
      xcodebuild test ... | swift run LaunchReportTool -
    """
}
