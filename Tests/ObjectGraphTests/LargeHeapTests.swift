import Foundation
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("Holders have names in a heap of any size", .serialized, .disabled(if: Sanitizer.isOn))
struct LargeHeapTests {
  /// The usual sizes, and those that take their time.
  static let sizes = (try? Effort().factor) ?? 1 > 1 ? [64, 256, 1024, 2048] : [64, 256]

  @Test("A thread's small blocks", arguments: sizes)
  func smallBlocks(_ megabytes: Int) {
    let report = reportFromOtherThread {
      (0..<(megabytes << 20) / 112).map { _ in malloc(96) }
    } undo: { blocks in
      for block in blocks { free(block) }
    }
    #expect(report == Self.expected)
  }

  /// What explains a leak, once a thread has made the leaked object, its holder, and what else it likes.
  private func reportFromOtherThread<Other>(
    making make: @escaping @Sendable () -> Other, undo: (Other) -> Void
  ) -> String {
    let made = OnThread {
      Cellar.shared = Cellar()
      let bottle = Bottle()
      let graph = ObjectGraph()
      let memory = graph.remember([GraphRoot(bottle)])
      Cellar.shared.shelves = ["red": [bottle]]
      return (graph, memory, make())
    }.value()
    defer { undo(made.2) }
    return "\(made.0.explain(made.1.survivors()))"
  }

  private static let expected = """
    Bottle is still alive; it was Bottle
      held by static Cellar.shared.shelves[…][0] -> Bottle
    """
}

private final class Bottle {}

private final class Cellar {
  nonisolated(unsafe) static var shared = Cellar()
  var shelves: [String: [Bottle]] = [:]
}
