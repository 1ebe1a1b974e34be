import Testing

@testable import TestScaffolding

@Suite("The rehearsal of a launch server")
struct RehearsalTests {
  @Test("runs to its end without waiting for anything")
  @MainActor
  func end() {
    final class Outcome { var error: (any Error)?, isDone = false }
    let outcome = Outcome()
    Task.immediate {
      do { try await Rehearsal.perform() } catch { outcome.error = error }
      outcome.isDone = true
    }
    #expect(outcome.isDone)
    #expect(outcome.error == nil)
  }

  @Test("is known to be done, or to wait for something that would go on in each app")
  @MainActor
  func suspension() async {
    #expect(Rehearsal.isDoneAtOnce {})
    #expect(Rehearsal.isDoneAtOnce { throw CancellationError() })
    #expect(!Rehearsal.isDoneAtOnce { await Task.yield() })
    await Task.yield()
  }
}
