import Glibc

/// The process in which this code runs.
package enum ThisProcess {
  package static var identifier: Int32 { getpid() }
  /// The process that has started this one.
  package static var parent: Int32 { getppid() }

  /// The folder of its program.
  package static let folder: String = {
    let path = String(unsafeUninitializedCapacity: Int(PATH_MAX)) { bytes in
      bytes.withMemoryRebound(to: CChar.self) { path in
        path.baseAddress.map { max(0, readlink("/proc/self/exe", $0, path.count)) } ?? 0
      }
    }
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }()

  /// Calls the function when the process exits normally.
  package static func atExit(_ body: @escaping @convention(c) () -> Void) { atexit(body) }

  /// Makes it an error to write more into a file than `ulimit -f` lets, instead of ending the process.
  package static func ignoreFileSizeSignal() { signal(SIGXFSZ, SIG_IGN) }

  /// Makes writing to a broken pipe an error on this thread, instead of ending the process.
  package static func blockPipeSignal() {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }
}
