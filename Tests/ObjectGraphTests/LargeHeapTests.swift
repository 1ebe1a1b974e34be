import Foundation
import ObjectMemory
import TestSupport
import Testing

@testable import ObjectGraph

@Suite("Holders have names in a heap of any size", .serialized, .disabled(if: Sanitizer.isOn))
struct LargeHeapTests {
  /// The usual sizes in MiB, and those that take their time.
  static let sizes = (try? Effort().factor) ?? 1 > 1 ? [64, 256, 1_024, 2_048] : [64]

  @Test("of small blocks", arguments: sizes)
  func smallBlocks(_ size: Int) throws {
    try expectName("[…][0]", below: size) {
      Cellar.shared.shelves["red"] = [$0]
      return (0..<(size << 20) / 112).map { _ in UInt(bitPattern: malloc(96)) }
    } undo: { blocks in
      for block in blocks { free(UnsafeMutableRawPointer(bitPattern: block)) }
    }
  }

  @Test("of objects that hold one another", arguments: sizes)
  func objects(_ size: Int) throws {
    try expectName("[…][0] -> Bottle -> cork -> Cork -> next -> Cork -> next -> Cork -> bottle", below: size)
    {
      let last = Cork($0)
      Cellar.shared.shelves["red"] = [Bottle(Cork(next: Cork(next: last)))]
      // As many that lead to it as there is room for would be more than anybody could judge.
      var corks = [Cork()]
      for _ in 0..<(size << 20) / 64 { corks.append(Cork(next: corks[corks.count / 2])) }
      return corks
    } undo: { corks in
      for cork in corks { cork.next = nil }
    }
  }

  @Test("of texts", arguments: sizes)
  func texts(_ size: Int) throws {
    try expectName("[…][0]", below: size) {
      Cellar.shared.shelves["red"] = [$0]
      return (0..<(size << 20) / 512).map { "\($0)" + String(repeating: " and so on", count: 45) }
    }
  }

  @Test("of one large block", arguments: sizes)
  func oneBlock(_ size: Int) throws {
    let count = (size << 20) / 8
    try expectName("[…][\(count - 1)]", below: size) {
      var bottles = [Bottle?](repeating: nil, count: count)
      bottles[count - 1] = $0
      Cellar.shared.shelves["red"] = bottles
    }
  }

  @Test("beside a page that begins like a large block of no size")
  func emptyBlock() throws {
    try expectName("[…][0]", below: 64) {
      Cellar.shared.shelves["red"] = [$0]
      let page = UnsafeMutablePointer<UInt>(
        mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)?
          .assumingMemoryBound(to: UInt.self))
      page?[1] = 2
      return UInt(bitPattern: page)
    } undo: { page in
      munmap(UnsafeMutableRawPointer(bitPattern: page), 4_096)
    }
  }

  /// Expects that the holder of a leaked object is named, once a thread has made the holder and what else it likes.
  private func expectName<Other>(
    _ path: String, below size: Int, making make: @escaping @Sendable (Bottle) -> Other,
    undo: (Other) -> Void = { _ in }
  ) throws {
    let (graph, memory, other) = OnThread {
      Cellar.shared = Cellar()
      let bottle = Bottle()
      let graph = ObjectGraph()
      return (graph, graph.remember([GraphRoot(bottle)]), make(bottle))
    }.value()
    let report = "\(graph.explain(memory.survivors()))"
    Cellar.shared = Cellar()
    undo(other)
    // What stays with the allocator is searched by all tests after this one.
    ObjectMemoryGiveBack()
    #expect(
      report == """
        Bottle is still alive; it was Bottle
          held by static Cellar.shared.shelves\(path) -> Bottle
        """)
  }
}

private final class Bottle {
  let cork: Cork?
  init(_ cork: Cork? = nil) { self.cork = cork }
}

private final class Cork {
  var next: Cork?
  private let bottle: Bottle?

  init(_ bottle: Bottle? = nil, next: Cork? = nil) {
    self.bottle = bottle
    self.next = next
  }
}

private final class Cellar {
  nonisolated(unsafe) static var shared = Cellar()
  var shelves: [String: [Bottle?]] = [:]
}
