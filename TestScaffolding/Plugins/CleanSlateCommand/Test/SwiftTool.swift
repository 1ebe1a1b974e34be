import OperatingSystem
import Processes

/// Runs `swift`, in a process group of its own.
struct SwiftTool {
  let folder: String
  let environment: [String: String]
  /// Becomes readable when somebody wants the end.
  let interruption: Descriptor?

  enum End: Equatable {
    case ended(ExitStatus)
    case interrupted

    var isSuccess: Bool { self == .ended(.exited(0)) }
  }

  /// Hands over each line that the tool prints, and calls `tick` some times a second.
  func run(
    _ words: [String], onTerminal: Bool = false, line: (String) throws -> Void, tick: () -> Void = {}
  ) throws -> End {
    var tool = try RunningTool(
      ["swift"] + words, environment: environment, folder: folder, onTerminal: onTerminal)
    while !tool.isOver {
      if try RunningTool.wait(for: [tool], or: interruption) {
        for text in try tool.end() { try line(text) }
        tick()
        return .interrupted
      }
      for text in try tool.newLines() { try line(text) }
      tick()
    }
    return .ended(tool.status)
  }

  /// The option that the tool does not know, if the line says so.
  static func unknownOption(in line: String) -> String? {
    line.firstMatch(of: /error: Unknown option '([^']+)'/).map { String($0.1) }
  }
}
