#if DEBUG
import HeldResources
import Leaks

/// Expects the value that the closure returns, and every object that it holds, to be gone once the value is released.
///
/// Objects that the `outliving` values also hold may stay. With `expectEverythingLookedInto`, the check also fails if
/// the value holds something that cannot be looked into, such as a pointer. Otherwise only the report of a leak
/// mentions it. If the closure throws, the check throws that error and nothing else. What only the record of a failed
/// expectation holds is no leak.
public func assertNoLeaks(
  outliving: Any..., expectEverythingLookedInto: Bool = false,
  file: StaticString = #filePath, line: UInt = #line, _ body: () throws -> Any
) throws {
  let graph = ObjectGraph()
  let memory = try remembered(by: graph, body)
  try check(leaks(memory, graph, outliving), memory, expectEverythingLookedInto, file, line)
}

/// Like the synchronous variant, for a value that is made asynchronously. Gives queued work a chance to finish.
///
/// If nothing survives, the check does not wait. Otherwise it calls `settled`, which should return when the code under
/// test is idle, and then waits as a reset does. If the test was cancelled, it only throws that: code that was stopped may
/// hold anything. A closure that does not await anything must be written `{ () async in`; otherwise the synchronous variant
/// is called, which does not wait.
public func assertNoLeaks(
  outliving: Any..., expectEverythingLookedInto: Bool = false,
  isolation: isolated (any Actor)? = #isolation, settled: () async -> Void = {},
  file: StaticString = #filePath, line: UInt = #line, _ body: () async throws -> Any
) async throws {
  let graph = ObjectGraph()
  let memory = try await remembered(by: graph, body)
  try Task.checkCancellation()
  if memory.hasSurvivors { await settled() }
  for _ in 0..<QueuedWork.drains where memory.hasSurvivors { await QueuedWork.drain() }
  var found = leaks(memory, graph, outliving)
  if found.contains(where: { !$0.isHeldForGood }) {
    await QueuedWork.wait { memory.hasSurvivors }
    found = leaks(memory, graph, outliving)
  }
  try check(found, memory, expectEverythingLookedInto, file, line)
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

private func leaks(_ memory: RememberedObjects, _ graph: ObjectGraph, _ outliving: [Any]) -> [Leak] {
  guard memory.hasSurvivors else { return [] }
  let survivors = graph.leaks(among: memory.survivors(), besides: outliving.map { GraphRoot($0) })
  return graph.explain(survivors).leaks.filter { leak in
    let known = leak.holders.filter(\.isCertain)
    return known.isEmpty || known.contains { !$0.isRecordOfTest }
  }
}

extension LeakHolder {
  /// Whether it is where Swift Testing keeps the issues that were recorded, with the values of the expectations in them.
  fileprivate var isRecordOfTest: Bool { path.stations.first == "static Configuration._all" }
}

private func check(
  _ leaks: [Leak], _ memory: RememberedObjects, _ expectEverythingLookedInto: Bool, _ file: StaticString,
  _ line: UInt
) throws(LeaksFound) {
  let unknown = leaks.isEmpty && !expectEverythingLookedInto ? [] : memory.notLookedInto
  if leaks.isEmpty, unknown.isEmpty { return }
  let name = "\(file)".split(separator: "/").last ?? ""
  throw LeaksFound(
    report: LeakReport(leaks: leaks, notLookedInto: unknown), place: "\(name):\(line)")
}

/// The error of a test that leaks, or that holds something which could not be looked into.
public struct LeaksFound: Error, Equatable, CustomStringConvertible {
  /// The leaks, and what holds them.
  public let report: LeakReport
  /// The line of the check, as `CartTests.swift:12`: XCTest has none of an error.
  public let place: String

  /// The number of leaks and the line of the check, followed by the report.
  public var description: String {
    let count =
      switch report.leaks.count {
      case 0: "no leaks, but not everything was looked into"
      case 1: "1 leak"
      case let count: "\(count) leaks"
      }
    return "\(count) (\(place))\n\(report)"
  }
}
#endif
