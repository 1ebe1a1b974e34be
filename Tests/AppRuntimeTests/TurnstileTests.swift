import Testing

@testable import AppRuntime

@MainActor @Suite("A turnstile")
struct TurnstileTests {
  @Test("lets through one at a time, in order, and nobody who was cancelled while waiting")
  func cancelled() async throws {
    let turnstile = Turnstile()
    try await turnstile.enter()
    let second = Task { try await turnstile.enter() }
    let third = Task { try await turnstile.enter() }
    while turnstile.waiting < 2 { await Task.yield() }
    second.cancel()
    // It is told at once, and not when its turn would have come.
    for _ in 0..<10_000 where turnstile.waiting > 1 { await Task.yield() }
    #expect(turnstile.waiting == 1)
    turnstile.leave()
    let outcome = await second.result
    #expect(throws: CancellationError.self) { try outcome.get() }
    if case .success = outcome { turnstile.leave() }
    try await third.value
    turnstile.leave()
    try await turnstile.enter()
    turnstile.leave()
  }
}
