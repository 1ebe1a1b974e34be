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
}
