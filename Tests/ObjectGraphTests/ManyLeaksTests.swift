import Leaks
import ObjectGraph
import TestSupport
import Testing

/// What keeps objects of an ended session.
@MainActor private enum Hoard {
  static var prey: [Prey] = []
  static var links: [Link] = []
}

private final class Prey {}

private final class Link {
  var next: Link?
}

private final class Model {
  var rows: [Prey] = []
  var first: Link?
  var keeper: (() -> Void)?
}

@Suite("Very many leaked objects", .serialized)
@MainActor struct ManyLeaksTests {
  private let graph = ObjectGraph()

  /// Of a large block of the thread sanitizer's own allocator, nobody knows where it ends.
  @Test(
    "in one array of a static variable are one report with a count and the first three paths",
    .disabled(if: Sanitizer.isOn))
  func array() async {
    // In a process of its own nothing else has words that look like one of the objects.
    await OwnThread.run { await #expect(processExitsWith: .success) { await ManyLeaksTests().checkArray() } }
  }

  private func checkArray() {
    let memory = remembered { model in
      model.rows = (0..<20_000).map { _ in Prey() }
      Hoard.prey = model.rows.map(\.self)
    }
    let leaks = graph.explain(memory.survivors()).leaks
    #expect(leaks.map(\.count) == [20_000])
    #expect(
      leaks.first?.details == [
        "also Model.rows[1] -> Prey", "also Model.rows[2] -> Prey", "and 19997 more",
        "held by static Hoard.prey[0] -> Prey",
      ])
  }

  @Test("below one session are one report", arguments: [50_000, 200_000])
  func session(count: Int) {
    let memory = remembered { model in
      model.rows = (0..<count).map { _ in Prey() }
      model.keeper = { _ = model.first }
    }
    let survivors = memory.survivors()
    let leaks = graph.explain(survivors).leaks
    #expect(leaks.map(\.holds) == [["Prey": count]])
    #expect(leaks.map(\.details.first) == ["held in a cycle: Model.keeper (closure) captures Model"])
  }

  @Test("in a chain 100,000 deep are one report")
  func chain() {
    defer {
      while let link = Hoard.links.popLast() { link.next.map { Hoard.links.append($0) } }
    }
    let memory = remembered { model in
      for _ in 0..<100_000 {
        let link = Link()
        (link.next, model.first) = (model.first, link)
      }
      Hoard.links = model.first.map { [$0] } ?? []
    }
    let leaks = graph.explain(memory.survivors()).leaks
    #expect(leaks.map(\.holds) == [["Link": 99_999]])
    #expect(leaks.map(\.details.first) == ["held by static Hoard.links[0] -> Link"])
  }

  private func remembered(_ make: (Model) -> Void) -> RememberedObjects {
    let model = Model()
    make(model)
    return graph.remember([GraphRoot(model)])
  }
}
