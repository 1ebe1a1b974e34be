package import Foundation

/// Runs other programs.
package enum Subprocess {
  /// A program could not be run or failed.
  package struct Failure: Error, CustomStringConvertible {
    package let command: [String]
    package let code: Int32

    package var description: String { "'\(command.joined(separator: " "))' failed with exit code \(code)." }
  }

  /// Runs a program found in the `PATH`. With `readsOutput`, returns its output; otherwise it writes to this process's
  /// output. What it complains of is shown, unless `hidesErrors`.
  @discardableResult
  package static func run(
    _ command: [String], in folder: String? = nil, readsOutput: Bool = false, hidesErrors: Bool = false
  ) throws -> Data {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    process.standardInput = FileHandle.nullDevice
    if readsOutput { process.standardOutput = pipe }
    if hidesErrors { process.standardError = FileHandle.nullDevice }
    try process.run()
    let output = readsOutput ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(command: command, code: process.terminationStatus)
    }
    return output
  }
}
