#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem
import Processes

/// One process of an app, with what it says; it ends at the latest with this object.
final class AppProcess: Sendable {
  /// The numbers by which the app knows the two descriptors that it inherits.
  enum Inherited {
    static let ready: Int32 = 3
    static let lifeline: Int32 = 4
  }

  let output: OutputLog
  private let process: RunningProcess
  /// The app's end of it reads the end when this process closes it, on purpose or by dying.
  private let lifeline: Descriptor
  let ready: Descriptor

  /// Starts the executable.
  init(
    _ executable: String, arguments: [String], environment: [String: String], folder: String, logCapacity: Int
  ) throws(SystemError) {
    let said = try Descriptor.pipe(), told = try Descriptor.pipe(), held = try Descriptor.pipe()
    output = try OutputLog(reading: said.reading, capacity: logCapacity)
    process = try Spawn(
      executable, arguments, environment: environment, folder: folder,
      descriptors: [
        1: said.writing, 2: said.writing, Inherited.ready: told.writing, Inherited.lifeline: held.reading,
      ]
    ).start()
    (ready, lifeline) = (told.reading, held.writing)
    try ready.makeNonBlocking()
  }

  deinit { end(termination: .zero) }

  var pid: Int32 { process.identifier }

  var isRunning: Bool { waitForExit(until: Deadline(in: .zero)) == nil }

  /// Returns how the process ended, or nothing when it still runs at the deadline.
  func waitForExit(until deadline: Deadline) -> ExitStatus? {
    guard let status = process.waitForExit(until: deadline) else { return nil }
    output.finish()
    return status
  }

  /// Ends the process, gently if it lets itself be ended so, and everything it left in its group.
  @discardableResult
  func end(termination: Duration) -> ExitStatus? {
    letGo()
    if termination > .zero, isRunning {
      process.signal(.terminate)
      _ = waitForExit(until: Deadline(in: termination))
    }
    process.signal(.kill)
    return waitForExit(until: Deadline(in: .seconds(10)))
  }

  /// Closes the lifeline: an app that watches it quits.
  func letGo() { lifeline.close() }

  // MARK: - The handshake

  /// Why an app that was started is not ready.
  enum HandshakeProblem: Error {
    case ended(ExitStatus)
    case timeout
    case malformed(String)
  }

  private static let longestHandshake = 65_536

  /// Waits until the app says that it is drawn, ends, or lets the deadline pass.
  func readHandshake(until deadline: Deadline) throws -> Handshake {
    var bytes: [UInt8] = []
    while !bytes.contains(UInt8(ascii: "\n")) {
      guard try process.waits(for: ready, until: deadline) else {
        if let status = waitForExit(until: Deadline(in: .zero)) { throw HandshakeProblem.ended(status) }
        throw HandshakeProblem.timeout
      }
      guard let more = try ready.readSome() else { continue }
      if more.isEmpty {
        // A process that ends closes its descriptors a moment before it counts as ended.
        let soon = Deadline(in: min(deadline.remaining, .seconds(1)))
        if let status = waitForExit(until: soon) { throw HandshakeProblem.ended(status) }
        throw HandshakeProblem.malformed(
          bytes.isEmpty
            ? "it closed the descriptor without a word" : "the line has no end: \(Self.excerpt(bytes))")
      }
      bytes += more
      if bytes.count > Self.longestHandshake {
        throw HandshakeProblem.malformed("it is longer than \(Self.longestHandshake) bytes")
      }
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    do {
      return try Handshake.decoded(from: Data(line))
    } catch let error as OtherVersionError {
      throw error
    } catch {
      throw HandshakeProblem.malformed("it is not a handshake: \(Self.excerpt(line))")
    }
  }

  private static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return "\"\(text)\"" + (bytes.count > 200 ? " and \(bytes.count - 200) more bytes" : "")
  }
}
#endif
