#if DEBUG
/// Expects the value that the closure makes to be gone, with every object it holds, once it is let go of.
///
/// Objects that the `outliving` values hold too may stay. With `expectEverythingLookedInto`, a value that holds what
/// cannot be looked into, such as a pointer, is refused, too; otherwise only the report of a leak tells it.
public func assertNoLeaks(
  outliving: Any..., limits: WalkLimits = WalkLimits(), expectEverythingLookedInto: Bool = false,
  _ body: () throws -> Any
) throws {
  let graph = ObjectGraph(limits: limits)
  let memory = try remembered(by: graph, body)
  try check(memory, graph, outliving, expectEverythingLookedInto)
}

/// Expects the same of a value that is made asynchronously, after queued work has had a chance to finish.
///
/// Nothing is waited for while nothing survives; otherwise `settled` is called, which returns when the code
/// under test has nothing left to do, and the task yields a bounded number of times. A closure that awaits
/// nothing has to say `{ () async in`, or it gets the synchronous check, which does not wait.
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
  var leaks: [LeakReport.Leak] = []
  if memory.hasSurvivors {
    let survivors = graph.leaks(among: memory.survivors(), besides: outliving.map { GraphRoot($0) })
    leaks = graph.explain(survivors).leaks
  }
  let unknown = leaks.isEmpty && !expectEverythingLookedInto ? [] : memory.notLookedInto
  if leaks.isEmpty, unknown.isEmpty { return }
  throw LeaksFound(report: LeakReport(leaks: leaks, notLookedInto: unknown))
}

/// What a test fails with when something is alive that should be gone, or was not looked into.
public struct LeaksFound: Error, Equatable, CustomStringConvertible {
  /// Who holds what.
  public let report: LeakReport

  /// The report, after a line that says how many leaks there are.
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
