import Dispatch
import ObjectMemory
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
        answer.resume(returning: threads.listStillThere().first { $0.identity == own }?.judgement)
      }
    }
    #expect(judgement == .expected)
  }
}
