package import Foundation
package import OperatingSystem

/// Runs other programs.
package enum Subprocess {
  /// A program could not be run or failed.
  package struct Failure: Error, CustomStringConvertible {
    package let command: [String]
    package let status: ExitStatus

    package var description: String { "'\(command.joined(separator: " "))' \(status)." }
  }

  /// Somebody wanted the end of a program before it came.
  package struct Interrupted: Error {}

  /// Runs a program found in the `PATH`, without input, and ends what it leaves in its process group. With `readsOutput`,
  /// returns its output; otherwise it writes to this process's output. What it complains of is shown, unless `hidesErrors`.
  ///
  /// Ctrl-C does not reach its process group: when `interruption` becomes readable, this ends it and throws `Interrupted`.
  @discardableResult
  package static func run(
    _ command: [String], in folder: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment, readsOutput: Bool = false,
    hidesErrors: Bool = false, interruption: Descriptor? = nil
  ) throws -> Data {
    let pipe = readsOutput ? try Descriptor.pipe() : nil
    var streams: [Int32: Descriptor] = [1: pipe?.writing ?? Descriptor(borrowing: 1)]
    if !hidesErrors { streams[2] = Descriptor(borrowing: 2) }
    let process = try Spawn(
      command, environment: environment, folder: folder,
      descriptors: streams.filter(\.value.isOpen)
    ).start()
    pipe?.writing.close()
    let output = try pipe.map { try read($0.reading, of: process, until: interruption) } ?? Data()
    if let interruption, try process.waits(for: interruption, until: nil) {
      process.endSoon()
      throw Interrupted()
    }
    let status = process.waitForExit(until: nil) ?? .lost
    guard status == .exited(0) else { throw Failure(command: command, status: status) }
    return output
  }

  /// Reads until the process has ended or closed its output, however long a process that it has left holds that, or until the
  /// interruption.
  private static func read(
    _ source: Descriptor, of process: RunningProcess, until interruption: Descriptor?
  ) throws -> Data {
    var output = Data()
    while process.isRunning, try process.waits(for: source, or: interruption, until: nil) {
      if try interruption?.isReadable == true { return output }
      guard let bytes = try source.readSome(), !bytes.isEmpty else { return output }
      output += bytes
    }
    // What it has written last; a bounded amount, because what it has left may write for ever.
    try source.makeNonBlocking()
    for _ in 0..<64 {
      guard let bytes = try source.readSome(), !bytes.isEmpty else { break }
      output += bytes
    }
    return output
  }
}
