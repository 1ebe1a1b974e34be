import OperatingSystem
import Processes

/// Runs `swift`, or a program that it has built, in a process group of its own.
struct SwiftTool {
  let folder: String
  let environment: [String: String]
  /// Becomes readable when somebody wants the end.
  let interruption: Descriptor?

  /// Hands over each line that the program prints; `turn` is called whenever the other descriptor may have more to read.
  /// Returns how it ended; nil if it was interrupted.
  func run(
    program: String = "swift", _ words: [String], errors: Descriptor? = nil, reading other: Descriptor? = nil,
    line: (String) throws -> Void, turn: () throws -> Void = {}
  ) throws -> ExitStatus? {
    var tool = try RunningTool(
      [program] + words, environment: environment, folder: folder, onTerminal: false, errors: errors)
    while !tool.isOver {
      if try RunningTool.wait(for: [tool], or: [other].compactMap(\.self), interruption: interruption) {
        for text in try tool.end() { try line(text) }
        return nil
      }
      for text in try tool.newLines() { try line(text) }
      try turn()
    }
    try turn()
    return tool.status
  }

  /// The option that the tool does not know, if the line says so.
  static func unknownOption(in line: String) -> String? {
    line.firstMatch(of: /error: Unknown option '([^']+)'/).map { String($0.1) }
  }
}
