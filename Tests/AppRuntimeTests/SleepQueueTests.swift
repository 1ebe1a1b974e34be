import AppRuntime
import Glibc
import TestSupport
import Testing

@Suite("Sleeping in a queue")
struct SleepQueueTests {
  private let queue = SleepQueue()

  @Test("ends when the time has come, and not before")
  func time() async throws {
    let end = ContinuousClock.now + .milliseconds(20)
    try await queue.sleep(until: end)
    #expect(ContinuousClock.now >= end)
    try await queue.sleep(until: end)
  }

  @Test("ends for each at its own time, whoever began first")
  func several() async throws {
    let start = ContinuousClock.now
    let woken = await withTaskGroup { group in
      for milliseconds in [60, 20, 40, 1] {
        group.addTask {
          try? await queue.sleep(until: start + .milliseconds(milliseconds))
          return ContinuousClock.now - start >= .milliseconds(milliseconds) ? milliseconds : -1
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(woken.sorted() == [1, 20, 40, 60])
  }

  @Test("ends at once with its task, before it begins and in the middle")
  func cancellation() async throws {
    for round in 0..<200 {
      let task = Task { try await queue.sleep(for: .seconds(3600)) }
      if round % 2 == 0 { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    // The others go on.
    try await queue.sleep(for: .milliseconds(5))
  }

  @Test("that was cancelled keeps no memory until its time has come")
  func memory() async {
    await OwnThread.run {
      await #expect(processExitsWith: .success) {
        let queue = SleepQueue()
        func cancelled(_ count: Int) async {
          for _ in 0..<count {
            let task = Task { try await queue.sleep(for: .seconds(3600)) }
            await Task.yield()
            task.cancel()
            _ = await task.result
          }
        }
        await cancelled(1000)
        let before = try Footprint(of: getpid()).residentKiB
        await cancelled(20_000)
        // With `Task.sleep` it would be 15 MB. Up to 5 MB are the test library's: it remembers where errors were thrown.
        #expect(try Footprint(of: getpid()).residentKiB < before + 8192)
      }
    }
  }
}
