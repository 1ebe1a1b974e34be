import Foundation
import Processes

/// Runs an executable, and checks that it refuses the options that only a debug build understands.
struct BehaviourCheck: Sendable {
  let rules: ReleaseRules
  /// The folder below which private homes are created.
  let workFolder: String
  /// How many seconds the app may take to write something, or to end.
  var patience = 10.0
  /// How many seconds the app may take to refuse an option.
  var refusalPatience = 10.0

  /// Runs the executable once without options, and once with each option of a debug build.
  func findings(for executable: String) throws -> [Finding] {
    let outputs = URL(filePath: workFolder).appending(path: "trial-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: outputs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: outputs) }
    let home = try PrivateHome(below: outputs)

    var findings = try plainRun(of: executable, home: home, outputs: outputs)
    try home.plantFiles()
    for option in rules.refusedOptions {
      findings += try refusal(of: option, by: executable, home: home, outputs: outputs)
    }
    return findings
  }

  /// How often the check starts an executable.
  var starts: Int { 1 + rules.refusedOptions.count }

  private func plainRun(of executable: String, home: PrivateHome, outputs: URL) throws -> [Finding] {
    let trial = try Trial(of: executable, arguments: [], home: home, outputs: outputs)
    var sockets: [String: String] = [:]
    let deadline = Date(timeIntervalSinceNow: patience)
    var text = ""
    var quietRounds = 0
    // The app counts as started when it has written something or listens, and then does nothing new for a while, or when it
    // still runs: it may draw elsewhere.
    while quietRounds < 10, trial.ending(within: .milliseconds(20)) == nil, Date() < deadline {
      let known = (text, sockets.count)
      sockets.merge(SocketTable.listeningSockets(of: trial.identifier)) { _, newest in newest }
      text = trial.outputText
      quietRounds = known == ("", 0) || known != (text, sockets.count) ? 0 : quietRounds + 1
    }
    let hasWritten = !text.isEmpty
    let earlyEnding = trial.ending(within: .zero)
    trial.closeInput()
    // Whoever serves others may well run on, and is found out already.
    let ending = trial.lastEnding(within: sockets.isEmpty ? .seconds(patience) : .zero)

    let place = "a run without options"
    var findings = sockets.values.sorted().map {
      Finding(.behaviour, "listens on a socket, \($0)", in: place)
    }
    if let earlyEnding {
      let words = "ends before anything could be seen of it: it \(earlyEnding)"
      findings.append(Finding(.behaviour, words + Self.quote(trial.errorText), in: place))
    } else if hasWritten, sockets.isEmpty, ending == nil {
      let words = "runs on for \(patience) seconds after the end of its input"
      findings.append(Finding(.behaviour, words, in: place))
    }
    return findings
  }

  private func refusal(
    of option: [String], by executable: String, home: PrivateHome, outputs: URL
  ) throws -> [Finding] {
    let before = try home.snapshot()
    let trial = try Trial(of: executable, arguments: option, home: home, outputs: outputs)
    let ending = trial.lastEnding(within: .seconds(refusalPatience))
    trial.closeInput()
    let changes = PrivateHome.differences(from: before, to: try home.snapshot())

    let usageError = ExitStatus.exited(64)
    var complaints: [String] = []
    if ending == nil {
      complaints.append("is not refused: the app still runs after \(refusalPatience) seconds")
    } else if let ending, ending != usageError {
      complaints.append("is not refused: the app \(ending); it should have \(usageError)")
    } else if !trial.errorText.contains(option[0]) {
      complaints.append("is refused without being named" + Self.quote(trial.errorText))
    }
    if !changes.isEmpty { complaints.append("touches data: \(changes.joined(separator: ", "))") }
    let place = "a run with '\(option.joined(separator: " "))'"
    return complaints.map { Finding(.behaviour, "\(option[0]) \($0)", in: place) }
  }

  private static func quote(_ errorText: String) -> String {
    let text = errorText.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.isEmpty ? " and no message" : " and the message \"\(text)\""
  }
}
