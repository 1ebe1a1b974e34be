import Glibc
package import OperatingSystem
import Synchronization

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

  /// Throws if this process cannot start eight threads now, which is what a test and its app take: Dispatch, and with it every
  /// task, would wait for room without a word and without an end.
  package static func requireRoom() throws(SystemError) {
    let count = 8
    final class Gate: Sendable { let lock = Mutex(()) }
    let gate = Gate()
    var threads: [SystemThread] = []
    let result = gate.lock.withLock { _ in
      Result { () throws(SystemError) in
        for _ in 0..<count { threads.append(try SystemThread { gate.lock.withLock { _ in } }) }
      }
    }
    for thread in threads { thread.join() }
    if case .failure(let error) = result {
      throw SystemError(
        call: "starting \(count) threads, which 'ulimit -u' or a container limits,", code: error.code)
    }
  }
}
