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
      var said: [(line: [String], text: String, keepsEnd: Bool)] = []
      var isError = false
      for line in lines where !isError {
        let answer = run(line, handle, telling: progress)
        said.append(
          (line, MCPTool.advice(answer.text), answer.isError || Self.endings.contains(line[0])))
        isError = answer.isError
      }
      return (Self.joined(said, isAlone: lines.count == 1), isError)
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

  /// What the lines have said. The later ones have room first: they say what came of it.
  private static func joined(
    _ said: [(line: [String], text: String, keepsEnd: Bool)], isAlone: Bool
  ) -> String {
    var room = mostBytes
    let parts = said.reversed().map { line, text, keepsEnd in
      let words = line.joined(separator: " ")
      var part = text
      // Half of a recorded test is none.
      if line[0] != RecordCommand.name {
        part = cut(text, to: room, keepsEnd: keepsEnd)
        room = max(0, room - part.utf8.count)
      }
      return isAlone ? part : "\(words):\n\(part)"
    }
    return parts.reversed().joined(separator: "\n")
  }

  /// Leaves out whole lines of what has no room, and says so.
  private static func cut(_ text: String, to room: Int, keepsEnd: Bool) -> String {
    guard text.utf8.count > room else { return text }
    let lines = (text.hasSuffix("\n") ? text.dropLast() : text[...]).split(
      separator: "\n", omittingEmptySubsequences: false)
    var rest = room
    let count = (keepsEnd ? lines.reversed() : lines).prefix { line in
      rest -= line.utf8.count + 1
      return rest >= 0
    }.count
    // A line that has no room alone is cut itself.
    guard count > 0 else { return "\((keepsEnd ? lines.last : lines.first)?.prefix(room / 4) ?? "")…\n" }
    let note = "… \(Amount.count(lines.count - count, "line")) left out; ask for less at once"[...]
    return (keepsEnd ? [note] + lines.suffix(count) : Array(lines.prefix(count)) + [note])
      .joined(separator: "\n") + "\n"
  }

  private static let mostBytes = 16_000
  /// The verbs whose last lines matter more than the first.
  private static let endings = [TestCommand.name, TraceCommand.name, LogCommand.name]
}
#endif
