#if DEBUG
import Dispatch
import OperatingSystem

/// Ends the app when the process that started it is gone: the end of a pipe whose other end only that process has.
struct Lifeline {
  /// Watches the descriptor on a thread of its own, and calls the closure at the end of input.
  static func watch(_ descriptor: Int32, onEnd: @escaping @Sendable () -> Void) {
    let thread = DispatchQueue(label: "net.cleanslate.lifeline")
    thread.async {
      let line = Descriptor(borrowing: descriptor)
      while let bytes = try? line.readSome(atMost: 64), !bytes.isEmpty {}
      onEnd()
    }
  }
}
#endif
