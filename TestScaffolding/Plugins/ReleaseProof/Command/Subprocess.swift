internal import Foundation

/// Runs other tools, whose output goes where this tool's goes.
enum Subprocess {
  /// Why a tool was of no help.
  struct Failure: Error, CustomStringConvertible {
    let command: [String]
    let code: Int32

    var description: String { "'\(command.joined(separator: " "))' failed with exit code \(code)." }
  }

  /// Runs a tool that is looked up in the `PATH`, and waits for its end.
  static func run(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command, code: process.terminationStatus)
    }
  }
}
