#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem

/// Tells whoever started the app that it is drawn and can be reached.
enum ReadyAnnouncement {
  /// Writes the handshake as one line to the descriptor, and closes it.
  static func send(_ handshake: Handshake, to descriptor: Int32) throws {
    var line = try JSONEncoder().encode(handshake)
    line.append(UInt8(ascii: "\n"))
    let announcement = Descriptor(owning: descriptor)
    do throws(SystemError) {
      try announcement.writeAll(Array(line))
    } catch {
      throw ScaffoldingError("The ready descriptor \(descriptor) cannot be written: \(error.reason).")
    }
  }
}
#endif
