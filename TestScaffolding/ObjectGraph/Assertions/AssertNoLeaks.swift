#if DEBUG
import Leaks

/// Expects the value that the closure returns, and every object that it holds, to be gone once the value is released.
///
/// Objects that the `outliving` values also hold may stay. With `expectEverythingLookedInto`, the check also fails if
/// the value holds something that cannot be looked into, such as a pointer. Otherwise only the report of a leak
/// mentions it.
public func assertNoLeaks(
  outliving: Any..., limits: WalkLimits = WalkLimits(), expectEverythingLookedInto: Bool = false,
  _ body: () throws -> Any
) throws {
  let graph = ObjectGraph(limits: limits)
  let memory = try remembered(by: graph, body)
  try check(memory, graph, outliving, expectEverythingLookedInto)
}

/// Like the synchronous variant, for a value that is made asynchronously. Gives queued work a chance to finish.
///
/// If nothing survives, the check does not wait. Otherwise it calls `settled`, which should return when the code under
/// test is idle, and then yields a bounded number of times. A closure that does not await anything must be written
/// `{ () async in`; otherwise the synchronous variant is called, which does not wait.
public func assertNoLeaks(
  outliving: Any..., limits: WalkLimits = WalkLimits(), expectEverythingLookedInto: Bool = false,
  isolation: isolated (any Actor)? = #isolation, settled: () async -> Void = {},
  _ body: () async throws -> Any
) async throws {
  let graph = ObjectGraph(limits: limits)
  let memory = try await remembered(by: graph, body)
  if memory.hasSurvivors { await settled() }
  for _ in 0..<1_000 where memory.hasSurvivors { await Task.yield() }
  try check(memory, graph, outliving, expectEverythingLookedInto)
}

@inline(never)
private func remembered(by graph: ObjectGraph, _ body: () throws -> Any) rethrows -> RememberedObjects {
  graph.remember([GraphRoot(try body())])
}

@inline(never)
private func remembered(
  by graph: ObjectGraph, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Any
) async rethrows -> RememberedObjects {
  graph.remember([GraphRoot(try await body())])
}

private func check(
  _ memory: RememberedObjects, _ graph: ObjectGraph, _ outliving: [Any], _ expectEverythingLookedInto: Bool
) throws {
  var leaks: [Leak] = []
  if memory.hasSurvivors {
    let survivors = graph.leaks(among: memory.survivors(), besides: outliving.map { GraphRoot($0) })
    leaks = graph.explain(survivors).leaks
  }
  let unknown = leaks.isEmpty && !expectEverythingLookedInto ? [] : memory.notLookedInto
  if leaks.isEmpty, unknown.isEmpty { return }
  throw LeaksFound(report: LeakReport(leaks: leaks, notLookedInto: unknown))
}

/// The error of a test that leaks, or that holds something which could not be looked into.
public struct LeaksFound: Error, Equatable, CustomStringConvertible {
  /// The leaks, and what holds them.
  public let report: LeakReport

  /// The number of leaks on one line, followed by the report.
  public var description: String {
    let count =
      switch report.leaks.count {
      case 0: "no leaks, but not everything was looked into"
      case 1: "1 leak"
      case let count: "\(count) leaks"
      }
    return "\(count)\n\(report)"
  }
}
#endif
