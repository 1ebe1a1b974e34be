package import Foundation
import OperatingSystem

/// Runs other programs.
package enum Subprocess {
  /// A program could not be run or failed.
  package struct Failure: Error, CustomStringConvertible {
    package let command: [String]
    package let status: ExitStatus

    package var description: String { "'\(command.joined(separator: " "))' \(status)." }
  }

  /// Runs a program found in the `PATH`, without input, and ends what it leaves in its process group. With `readsOutput`,
  /// returns its output; otherwise it writes to this process's output. What it complains of is shown, unless `hidesErrors`.
  @discardableResult
  package static func run(
    _ command: [String], in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment, readsOutput: Bool = false,
    hidesErrors: Bool = false
  ) throws -> Data {
    let pipe = readsOutput ? try Descriptor.pipe() : nil
    var streams: [Int32: Descriptor] = [1: pipe?.writing ?? Descriptor(borrowing: 1)]
    if !hidesErrors { streams[2] = Descriptor(borrowing: 2) }
    let process = try Spawn(
      "/usr/bin/env", command, environment: environment, folder: folder,
      descriptors: streams.filter(\.value.isOpen)
    ).start()
    pipe?.writing.close()
    var output = Data()
    while let bytes = try pipe?.reading.readSome(), !bytes.isEmpty { output += bytes }
    let status = process.waitForExit(until: nil) ?? .lost
    guard status == .exited(0) else { throw Failure(command: command, status: status) }
    return output
  }
}
