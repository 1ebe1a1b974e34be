#if DEBUG
import ControlProtocol
import HeldResources
import OperatingSystem

/// Reports to the process that started the app that it is drawn, and how to reach it.
enum ReadyAnnouncement {
  /// Writes the app's status to the descriptor as one line, and closes the descriptor.
  static func send(_ status: StatusReply, to descriptor: Int32) throws {
    let line = try WireJSON.encode(status) + [UInt8(ascii: "\n")]
    let announcement = Descriptor(owning: descriptor)
    do throws(SystemError) {
      try announcement.writeAll(line)
    } catch {
      throw ScaffoldingError("The ready descriptor \(descriptor) cannot be written: \(error.reason).")
    }
  }
}

/// Ends the app when the process that started it is gone. Only that process holds the other end of a pipe, which closes
/// when it ends.
struct Lifeline {
  /// Watches the descriptor on a separate thread, and calls the closure at the end of input.
  static func watch(
    _ descriptor: Int32, onEnd: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let thread = try SystemThread {
      ScaffoldingThreads.noteThis()
      let line = Descriptor(borrowing: descriptor)
      while let bytes = try? line.readSome(atMost: 64), !bytes.isEmpty {}
      onEnd()
    }
    thread.leave()
  }
}
#endif
