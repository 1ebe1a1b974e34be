import Processes

/// A thread for a test that must not wait in line.
///
/// All tests begin at once, on as many threads as there are processors, and many keep their thread until they are done. A
/// test that waits for something, such as a browser, goes on behind all those that have not begun, and what it waits for
/// goes on meanwhile.
package enum OwnThread {
  /// Runs the body and its child tasks on threads of their own.
  @discardableResult
  package static func run<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async rethrows -> Result {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try await body() }
  }
}
