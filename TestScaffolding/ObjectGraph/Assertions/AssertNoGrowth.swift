#if DEBUG
import HeldResources

/// Expects that repeating the closure adds no objects to what the roots hold.
///
/// With `bytesAllowed`, resident memory may rise by no more than that with each repetition; other tests in
/// the same process at the same time count too, so ask for it only where a test runs alone.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  _ body: () throws -> Void
) throws {
  let graph = ObjectGraph()
  var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try body()
    meter.add(graph.count(from: [GraphRoot(roots())]), residentBytes: ResidentMemory.bytes)
  }
  try meter.check()
}

/// Expects the same of an asynchronous closure.
public func assertNoGrowth(
  over repetitions: Int, of roots: @autoclosure () -> Any, bytesAllowed: Int? = nil,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
) async throws {
  let graph = ObjectGraph()
  var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
  for _ in 0..<repetitions {
    try await body()
    meter.add(graph.count(from: [GraphRoot(roots())]), residentBytes: ResidentMemory.bytes)
  }
  try meter.check()
}
#endif
