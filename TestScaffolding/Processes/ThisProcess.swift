#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The process that this code runs in.
package enum ThisProcess {
  package static var identifier: Int32 { getpid() }

  /// Does something when the process is about to end on its own.
  package static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

  /// Makes a broken pipe an error like any other on this thread, rather than the end of the process.
  package static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
