import TestSupport

extension Effort {
  /// Runs `body` and gives what it throws the round, and the command that repeats it.
  func naming(
    _ round: String, of suite: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch {
      throw Flaw(
        """
        \(round): \(error)
        Repeat with: CLEANSLATE_SEED=\(seed) CLEANSLATE_EFFORT=\(factor) swift test --filter \(suite)
        """)
    }
  }
}
