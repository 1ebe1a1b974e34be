#if DEBUG
import Dispatch
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ends the app when the process that started it is gone: the end of a pipe whose other end only that process has.
struct Lifeline {
  /// Watches the descriptor on a thread of its own, and calls the closure at the end of input.
  static func watch(_ descriptor: Int32, onEnd: @escaping @Sendable () -> Void) {
    let thread = DispatchQueue(label: "net.cleanslate.lifeline")
    thread.async {
      var byte: UInt8 = 0
      while true {
        let count = read(descriptor, &byte, 1)
        if count > 0 || (count < 0 && errno == EINTR) { continue }
        break
      }
      onEnd()
    }
  }
}
#endif
