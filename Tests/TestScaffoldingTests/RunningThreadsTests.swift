import Dispatch
import ObjectMemory
import Synchronization
import TestSupport
import Testing

@testable import HeldResources

@Suite("The list of threads")
struct RunningThreadsTests {
  @Test("takes the one that looks for a worker of Dispatch, whatever it is just doing")
  func looking() async throws {
    let judgement = await withCheckedContinuation { answer in
      DispatchQueue.global().async {
        let own = "\(ObjectMemoryThread())"
        var threads = RunningThreads()
        _ = threads.look()
        answer.resume(returning: threads.listStillThere()?.first { $0.identity == own }?.judgement)
      }
    }
    #expect(judgement == .expected)
  }

  /// In a process of its own, since a worker of this one may be given the work of other tests.
  @Test("takes a worker of Dispatch that is just running, once it waits again")
  func running() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let begun = DispatchSemaphore(value: 0)
        let number = Mutex(Int32(0))
        DispatchQueue.global().async {
          number.withLock { $0 = ObjectMemoryThread() }
          begun.signal()
          // It calls nothing of the system meanwhile.
          let end = ContinuousClock.now + .milliseconds(12)
          while ContinuousClock.now < end {}
        }
        begun.wait()
        var threads = RunningThreads()
        _ = threads.look()
        let worker = threads.listStillThere()?.first { $0.identity == "\(number.withLock(\.self))" }
        #expect(worker?.judgement == .expected)
      }
    }
  }
}
