#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread for work that waits, so that it blocks neither the main thread nor the threads of tasks.
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

  /// The context is optional on some systems and not on others; this takes both.
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

  /// Starts the thread. With `givesWay` it runs at a lower priority, for slow work.
  package init(givesWay: Bool = false, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let work = Unmanaged.passRetained(Work(body, givesWay: givesWay))
    #if canImport(Glibc)
    var id = ThreadID()
    #else
    var id: ThreadID = nil
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

  /// Waits for the end of the thread, after which it holds no reference to anything. Called on the thread itself, it
  /// does what `leave` does. Call it once, or not at all after `leave`.
  package func join() {
    #if !canImport(Glibc)
    guard let id else { return }
    #endif
    if pthread_equal(id, pthread_self()) != 0 { leave() } else { pthread_join(id, nil) }
  }

  /// Lets the thread end on its own, without anybody waiting for it.
  package func leave() {
    #if !canImport(Glibc)
    guard let id else { return }
    #endif
    pthread_detach(id)
  }

  /// Lets other threads and processes go on before this one, if they wait for its processor.
  package static func yield() { sched_yield() }

  /// Runs `body` on a thread of its own, at a lower priority, and returns its result. If the system cannot start a
  /// thread, runs it on the caller's.
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

/// Lowers the priority of this thread; on Linux each thread has its own niceness. With a higher value, a deletion
/// might never end on a machine that is always busy.
private func giveWay() {
  #if canImport(Glibc)
  let thisThread: id_t = 0
  setpriority(__priority_which_t(PRIO_PROCESS.rawValue), thisThread, 10)
  #endif
}
