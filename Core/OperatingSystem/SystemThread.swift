#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for work that waits, so that neither the main thread nor the pool for tasks does.
package final class SystemThread: Sendable {
  private final class Work: Sendable {
    private let body: @Sendable () -> Void
    private let givesWay: Bool

    init(_ body: @escaping @Sendable () -> Void, givesWay: Bool) {
      self.body = body
      self.givesWay = givesWay
    }

    func run() {
      if givesWay { giveWay() }
      body()
    }
  }

  /// Some systems say that there may be no context, others that there is one.
  private static func run(_ context: UnsafeMutableRawPointer?) {
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run() }
  }

  #if canImport(Glibc)
  private typealias ThreadID = pthread_t
  private let id: ThreadID
  #else
  private typealias ThreadID = pthread_t?
  nonisolated(unsafe) private let id: ThreadID
  #endif

  /// Starts the thread. One for slow work gives way to whoever waits for an answer.
  package init(givesWay: Bool = false, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body, givesWay: givesWay))
    #if canImport(Glibc)
    var id = ThreadID()
    #else
    var id: ThreadID
    #endif
    let code = pthread_create(
      &id, nil,
      { context in
        SystemThread.run(context)
        return nil
      }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw SystemError(call: "pthread_create", code: code)
    }
    self.id = id
  }

  /// Waits for the end of the thread, after which it holds no reference to anything; on the thread itself, lets it end
  /// on its own. Called once, or not at all if `leave` is.
  package func join() {
    #if !canImport(Glibc)
    guard let id else { return }
    #endif
    if pthread_equal(id, pthread_self()) != 0 { leave() } else { pthread_join(id, nil) }
  }

  /// Lets the thread end on its own.
  package func leave() {
    #if !canImport(Glibc)
    guard let id else { return }
    #endif
    pthread_detach(id)
  }

  /// Runs `body` on a thread of its own, which gives way to others, and answers its result; where the system has no
  /// thread to give, on the caller's.
  package static func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      do {
        try SystemThread(givesWay: true) { continuation.resume(returning: body()) }.leave()
      } catch {
        continuation.resume(returning: body())
      }
    }
  }
}

/// Leaves most of the processors to whoever waits for an answer: on Linux each thread has a niceness of its own. With a
/// higher one there would be no end to a deletion on a machine where others are never idle.
private func giveWay() {
  #if canImport(Glibc)
  let thisThread: id_t = 0
  setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thisThread, 10)
  #endif
}
