internal import Foundation

/// Runs other tools, whose output goes where this tool's goes.
enum Subprocess {
  /// Why a tool was of no help.
  struct Failure: Error, CustomStringConvertible {
    let command: [String]
    let code: Int32

    var description: String { "'\(command.joined(separator: " "))' failed with exit code \(code)." }
  }

  /// Runs a tool that is looked up in the `PATH`, and returns what it prints.
  static func output(_ command: [String]) throws -> Data {
    let pipe = Pipe()
    let process = try start(command, output: pipe)
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    try wait(for: process, command)
    return output
  }

  /// Runs a tool that is looked up in the `PATH`, and waits for its end.
  static func run(_ command: [String]) throws { try wait(for: try start(command), command) }

  private static func start(_ command: [String], output: Pipe? = nil) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    if let output { process.standardOutput = output }
    try process.run()
    return process
  }

  private static func wait(for process: Process, _ command: [String]) throws {
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command, code: process.terminationStatus)
    }
  }
}
