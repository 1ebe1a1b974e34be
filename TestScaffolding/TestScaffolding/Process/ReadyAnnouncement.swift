#if DEBUG
import ControlProtocol
import Foundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Tells whoever started the app that it is drawn and can be reached.
enum ReadyAnnouncement {
  /// Writes the handshake as one line to the descriptor, and closes it.
  static func send(_ handshake: Handshake, to descriptor: Int32) throws {
    var line = try JSONEncoder().encode(handshake)
    line.append(UInt8(ascii: "\n"))
    defer { close(descriptor) }
    let count = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count == line.count else {
      throw ScaffoldingError(
        "The ready descriptor \(descriptor) cannot be written: \(String(cString: strerror(errno))).")
    }
  }
}
#endif
