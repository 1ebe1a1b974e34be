import Leaks
import ObjectGraph
import Testing

@Suite("Objects that tasks hold") @MainActor
struct TaskLeakTests {
  private final class Feed {
    let (numbers, source) = AsyncStream.makeStream(of: Int.self)
    var seen = 0
    var task: Task<Void, Never>?
  }

  private func remember(_ graph: ObjectGraph, _ start: (Feed) -> Void) -> (
    RememberedObjects, AsyncStream<Int>.Continuation, Task<Void, Never>?
  ) {
    let feed = Feed()
    start(feed)
    return (graph.remember([GraphRoot(feed)]), feed.source, feed.task)
  }

  @Test("A sequence that is never finished holds its reader from outside")
  func sequence() async {
    let graph = ObjectGraph(searchesMemory: false)
    let (memory, source, task) = remember(graph) { feed in
      feed.task = Task { for await number in feed.numbers { feed.seen += number } }
    }
    for _ in 0..<10 { await Task.yield() }
    let feeds = graph.explain(memory.survivors()).leaks.filter { $0.type == "Feed" }
    #expect(feeds.map(\.holders) == [[]])
    #expect(feeds.allSatisfy { $0.heldFromOutside > 0 })
    source.finish()
    await task?.value
  }

  @Test("A detached task holds what it captures from outside")
  func detached() async {
    let graph = ObjectGraph(searchesMemory: false)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let (memory, _, task) = remember(graph) { feed in
      nonisolated(unsafe) let captured = feed
      feed.task = Task.detached {
        for await _ in gate {}
        _ = captured
      }
    }
    let feeds = graph.explain(memory.survivors()).leaks.filter { $0.type == "Feed" }
    #expect(feeds.map(\.holders) == [[]])
    #expect(feeds.allSatisfy { $0.heldFromOutside > 0 })
    open.finish()
    await task?.value
  }
}
