/// Reads logs and writes what they say about launching.
package struct ReportCommand {
  /// How the command ended, as a process says it.
  package enum Status: Int32, Sendable {
    case done = 0
    case noLaunches = 3
    case wrongWords = 64
    case unreadable = 66
    case notWritten = 73
  }

  /// Where the text goes, and how it may look there.
  package struct Surroundings {
    package var width: Int
    package var isTerminal: Bool
    package var write: (String) -> Void
    package var complain: (String) -> Void

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

  /// Does what the words ask for, and says how that ended.
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
        try OutputFile.write(content(), to: path)
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
