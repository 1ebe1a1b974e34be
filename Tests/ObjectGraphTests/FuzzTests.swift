import Leaks
import TestSupport
import Testing

@testable import ObjectGraph

/// A node that holds others in every way that the walk knows.
private final class FuzzNode {
  enum Choice {
    case nothing
    case one(FuzzNode)
    case two(Int, FuzzNode, FuzzNode)
    indirect case deeper(Choice)
    case text(String)
  }
  struct Pair {
    var number = 3
    var first: FuzzNode?
    var text = "a text that is too long to be kept inline"
    var second: FuzzNode?
  }
  var field: FuzzNode?
  var array: [FuzzNode] = []
  var pairs: [Pair] = []
  var byNumber: [Int: FuzzNode] = [:]
  var byText: [String: [FuzzNode]] = [:]
  var choice = Choice.nothing
  var choices: [Choice?] = []
  var small: Any = 0
  var large: Any = 0
  var closure: () -> Void = {}
  var tuple: (Int8, FuzzNode?)? = nil
  weak var weakly: FuzzNode?
  unowned(unsafe) var unsafely: FuzzNode?

  /// Holds the other one in the numbered way.
  func hold(_ other: FuzzNode, way: Int) {
    switch way {
    case 0: array.append(other)
    case 1: pairs.append(Pair(first: nil, second: other))
    case 2: byNumber[byNumber.count] = other
    case 3: byText["a key too long to be inline \(byText.count)"] = [other]
    case 4: choices += [nil, .one(other)]
    case 5: choices += [.text("a long text, on the heap by itself"), .two(1, other, other)]
    case 6: choices += [.deeper(.deeper(.one(other))), .nothing]
    case 7: small = (small, other)
    case 8: large = (1, 2, 3, 4, large, [other])
    case 9:
      let before = closure
      closure = { if other.array.isEmpty { before() } }
    case 10:
      let (before, pair) = (closure, Pair(first: other))
      var changing: FuzzNode? = other
      closure = {
        before()
        if pair.number == 0 { changing = nil }
        if changing == nil { before() }
      }
    default:
      if field == nil {
        field = other
      } else if tuple == nil {
        tuple = (1, other)
      } else {
        array.append(other)
      }
    }
  }

  func letGo() {
    (field, array, pairs, byNumber, byText) = (nil, [], [], [:], [:])
    (choice, choices, small, large, closure, tuple) = (.nothing, [], 0, 0, {}, nil)
  }
}

@Suite("Generated graphs")
struct FuzzTests {
  private final class Generated {
    var nodes: [FuzzNode] = []
    var targets: [[Int]] = []
    func reachable(from starts: [Int]) -> Set<Int> {
      var seen = Set(starts)
      var pending = starts
      while let node = pending.popLast() {
        for target in targets[node] where seen.insert(target).inserted { pending.append(target) }
      }
      return seen
    }
    /// Those that keep themselves alive once the outside lets go: what is on a cycle, and what that holds.
    func leaking(among reached: Set<Int>) -> Set<Int> {
      reachable(
        from: reached.filter { node in targets[node].contains { reachable(from: [$0]).contains(node) } })
    }
  }

  private func generate(_ seed: UInt64) -> Generated {
    var random = SeededGenerator(seed: seed)
    let graph = Generated()
    let count = Int.random(in: 1...40, using: &random)
    graph.nodes = (0..<count).map { _ in FuzzNode() }
    graph.targets = Array(repeating: [], count: count)
    for _ in 0..<Int.random(in: 0...(count * 2), using: &random) {
      let (from, to) = (Int.random(in: 0..<count, using: &random), Int.random(in: 0..<count, using: &random))
      switch Int.random(in: 0..<14, using: &random) {
      case 12: graph.nodes[from].weakly = graph.nodes[to]
      case 13: graph.nodes[from].unsafely = graph.nodes[to]
      case let way:
        graph.nodes[from].hold(graph.nodes[to], way: way)
        graph.targets[from].append(to)
      }
    }
    return graph
  }

  @Test("The walk reaches exactly what is held, and exactly the cycles survive", arguments: 0..<20)
  func generated(_ block: Int) {
    let graph = ObjectGraph(searchesMemory: false)
    for seed in 0..<25 {
      let generated = generate(UInt64(block * 1_000 + seed))
      let reached = generated.reachable(from: [0])
      let leaking = generated.leaking(among: reached)
      let outside = generated.leaking(among: Set(generated.nodes.indices)).subtracting(reached)
      let isHeldByOthers = !generated.reachable(from: Array(outside)).isDisjoint(with: reached)
      let all = generated.nodes.map { Weak(object: $0) }
      let memory = graph.remember([GraphRoot(generated.nodes[0])])
      #expect(memory.count == reached.count, "seed \(block * 1_000 + seed)")
      #expect(memory.notLookedInto == [])
      generated.nodes = []
      let survivors = memory.survivors()
      if !isHeldByOthers { #expect(survivors.count == leaking.count, "seed \(block * 1_000 + seed)") }
      let report = graph.explain(survivors)
      #expect(report.leaks.reduce(0) { $0 + $1.count + $1.holds.values.reduce(0, +) } == survivors.count)
      if outside.isEmpty {
        #expect(
          report.leaks.allSatisfy { $0.holders.map(\.kind) == [.cycle] && $0.heldFromOutside == 0 },
          "\(report)")
      }
      for node in all { node.object?.letGo() }
      #expect(!memory.hasSurvivors)
    }
  }

  private struct Weak { weak var object: FuzzNode? }

  @Test("A list of 20,000 objects does not overflow the stack, in the walk or the search")
  func deep() {
    let graph = ObjectGraph(searchesMemory: false)
    var nodes = (0..<20_000).map { _ in Item0() }
    for position in 1..<nodes.count { nodes[position - 1].next = nodes[position] }
    nodes[nodes.count - 1].next = nodes[0]
    let memory = graph.remember([GraphRoot(nodes[0])])
    #expect(memory.count == 20_000)
    let report = graph.explain(memory.survivors())
    #expect(report.leaks.count == 1)
    #expect(report.leaks.first?.holds == ["Item0": 19_999])
    #expect(report.leaks.first?.heldFromOutside == 20_000)
    for node in nodes { node.next = nil }
    nodes = []
    #expect(!memory.hasSurvivors)
  }
}

private final class Item0 { var next: Item0? }
