#if DEBUG
import ControlProtocol
import Foundation
import Glibc

extension AppProcess {
  /// Why an app that was started is not ready.
  enum HandshakeProblem: Error {
    case ended(ExitStatus)
    case timeout
    case malformed(String)
  }

  private static let longestHandshake = 65_536

  /// Waits until the app says that it is drawn, ends, or lets the deadline pass.
  func readHandshake(from ready: Descriptor, until deadline: Deadline) throws -> Handshake {
    try ready.makeNonBlocking()
    var bytes: [UInt8] = []
    while !bytes.contains(UInt8(ascii: "\n")) {
      guard try waits(for: ready, until: deadline) else {
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
      return try JSONDecoder().decode(Handshake.self, from: Data(line))
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
