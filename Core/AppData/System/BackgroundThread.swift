#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for slow file work, so that neither the main thread nor the pool for tasks waits for a disk.
final class BackgroundThread: Sendable {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  #if canImport(Glibc)
  private typealias ThreadID = pthread_t
  private let id: ThreadID
  #else
  private typealias ThreadID = pthread_t?
  nonisolated(unsafe) private let id: ThreadID
  #endif

  /// Starts the thread; nil when the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Glibc)
    var id = ThreadID()
    #else
    var id: ThreadID
    #endif
    let code = pthread_create(
      &id, nil,
      { context in
        #if canImport(Glibc)
        guard let context else { return nil }
        #endif
        giveWay()
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      return nil
    }
    self.id = id
  }

  /// Waits for the end of the thread, after which it holds no reference to anything. Called once.
  func join() {
    #if canImport(Glibc)
    pthread_join(id, nil)
    #else
    if let id { pthread_join(id, nil) }
    #endif
  }

  /// Runs `body` on a thread of its own and answers its result.
  static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = BackgroundThread { continuation.resume(returning: body()) }
      guard let thread else { return continuation.resume(returning: body()) }
      thread.leave()
    }
  }

  private func leave() {
    #if canImport(Glibc)
    pthread_detach(id)
    #else
    if let id { pthread_detach(id) }
    #endif
  }
}

/// Leaves most of the processors to whoever waits for an answer: on Linux each thread has a niceness of its own. With a
/// higher one there would be no end to a deletion on a machine where others are never idle.
private func giveWay() {
  #if canImport(Glibc)
  let thisThread: id_t = 0
  setpriority(PRIO_PROCESS.which, thisThread, 10)
  #endif
}

#if canImport(Glibc)
extension __priority_which {
  fileprivate var which: __priority_which_t { __priority_which_t(rawValue) }
}
#endif
