#if DEBUG
import ControlProtocol
import OperatingSystem
import ToolOptions

/// A call of a tool: does its lines as a shell would, and collects what they say.
struct MCPCall: Sendable {
  let tool: MCPTool
  let folder: String
  let environment: [String: String]
  /// The folders in which the agent may name files.
  let reach: [String]
  /// Becomes readable when the call is to end early.
  let cancellation: Descriptor
  /// Becomes readable then, too, and when only what is short is to be done: no builds, no runs of tests and no waits.
  let haste: Descriptor

  private final class Collected {
    var text = ""
    var complaints = ""
    var progress = 0
  }

  /// Answers what the lines have said, up to the first that cannot be done, and whether there is one.
  func run(
    _ arguments: JSONValue?, telling progress: @escaping (Int, String) -> Void
  ) -> (text: String, isError: Bool) {
    do {
      let arguments = try MCPArguments(arguments, for: tool)
      let lines = try tool.lines(arguments)
      let handle = tool.parameters.contains { $0.name == "app" } ? try arguments.text("app") : nil
      var said: [String] = []
      for line in lines {
        let (answer, isError) = run(line, handle, telling: progress)
        let text = MCPTool.advice(answer)
        said.append(lines.count > 1 ? "\(line.joined(separator: " ")):\n\(text)" : text)
        if isError { return (Self.cut(said.joined(separator: "\n")), true) }
      }
      return (Self.cut(said.joined(separator: "\n")), false)
    } catch {
      return ("\(error)", true)
    }
  }

  private func run(
    _ line: [String], _ handle: String?, telling progress: @escaping (Int, String) -> Void
  ) -> (text: String, isError: Bool) {
    guard let verb = line.first, let command = Command.shownSubcommands.first(where: { $0.name == verb })
    else { return ("There is no '\(line.first ?? "")'.", true) }
    let collected = Collected()
    let inner = Surroundings(
      folder: folder, environment: environment, write: { collected.text += $0 },
      complain: { collected.complaints += $0 }, watchForInterruption: { haste },
      cancellation: verb == WaitCommand.name ? haste : cancellation, reach: reach,
      tell: { line in
        collected.progress += 1
        progress(collected.progress, line)
      })
    do {
      // Its own options come before the words that a line may end with. Not every verb is about one app.
      let app = command.usage.options.contains(DriveOption.app) ? handle : nil
      let own = app.map { [DriveOption.app.name, $0] } ?? []
      let status = try command.init(own + line.dropFirst()).run(in: inner)
      // Tests that fail and slates that are not clean are answers.
      return (collected.text + collected.complaints, ![Status.success, Status.failure].contains(status))
    } catch {
      return (collected.text + collected.complaints + "\(verb): \(error)\n", true)
    }
  }

  /// The last part says what came of it.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > mostBytes else { return text }
    return "… (only the last \(mostBytes / 1000) KB)\n"
      + String(decoding: text.utf8.suffix(mostBytes), as: UTF8.self)
  }

  private static let mostBytes = 16_000
}
#endif
