import Dispatch
import Glibc
package import OperatingSystem

/// Ctrl-C and its like, as something to wait for: the process goes on, and can end what it has started.
package final class Interruption {
  /// Becomes readable with the first signal.
  package let descriptor: Descriptor
  private let sources: [any DispatchSourceSignal]
  private static let ignored = unsafeBitCast(SIG_IGN, to: Int.self)

  package init() throws {
    let (reading, writing) = try Descriptor.pipe()
    descriptor = reading
    let isWatched = DispatchSemaphore(value: 0)
    // `nohup` is no word about Ctrl-C: what a script starts with `&` ignores that, and may be meant by one who sends it.
    let hangUp = unsafeBitCast(signal(SIGHUP, SIG_IGN), to: Int.self) == Self.ignored ? [] : [SIGHUP]
    sources = ([SIGINT, SIGQUIT, SIGTERM] + hangUp).map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { _ = try? writing.writeNow([0]) }
      source.setRegistrationHandler { isWatched.signal() }
      source.activate()
      return source
    }
    // Until then, one that comes is lost.
    for _ in sources { isWatched.wait() }
  }
}
