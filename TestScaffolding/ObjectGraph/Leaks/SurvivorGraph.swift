#if DEBUG
import ObjectMemory

/// The survivors, and all that they hold, with who holds whom.
struct SurvivorGraph {
  /// Those that were still alive when they were walked, and the node that each is.
  let survivors: [Survivor]
  let numbers: [Int32]
  /// The survivor that is a node; -1 for other nodes.
  let survivorOf: [Int32]
  let walk: Walk
  let edges: EdgeIndex
  private let components: Components
  /// For each group of nodes, the number of references from outside of the walk.
  private let outside: [Int]

  init(_ survivors: [Survivor], _ walk: Walk) {
    let addresses = survivors.map { $0.address ?? 0 }
    walk.run(fromObjectsAt: addresses)
    let numbers = addresses.map { walk.number(at: $0) }
    let alive = survivors.indices.filter { numbers[$0] >= 0 && survivors[$0].address == addresses[$0] }
    self.survivors = alive.map { survivors[$0] }
    self.numbers = alive.map { numbers[$0] }
    var survivorOf = [Int32](repeating: -1, count: walk.count)
    for (index, number) in self.numbers.enumerated().reversed() { survivorOf[Int(number)] = Int32(index) }
    self.survivorOf = survivorOf
    self.walk = walk
    edges = EdgeIndex(Array(walk.edges), nodeCount: walk.count)
    components = Components(edges)
    outside = Self.outsideReferences(of: walk, components)
  }

  /// Another thread may let go of survivors since they were walked. What one held that has begun to end counts as held from
  /// outside: whoever is left with it would be overlooked. An object begins to end before it releases what it holds, so the
  /// counts are read first.
  static func outsideReferences(of walk: Walk, _ components: Components) -> [Int] {
    var counted = [Int](repeating: 0, count: components.members.count)
    for node in 0..<Int32(walk.count) {
      counted[Int(components.group[Int(node)])] += walk.strongCount(of: node)
    }
    let isOver = (0..<Int32(walk.count)).map(walk.isEnding)
    for edge in walk.edges where edge.from >= 0 && !isOver[Int(edge.from)] {
      counted[Int(components.group[Int(edge.to)])] -= 1
    }
    return counted.map { max($0, 0) }
  }

  private func group(of index: Int) -> Int { Int(components.group[Int(numbers[index])]) }

  /// The survivor and all nodes that it holds in a cycle.
  func members(of index: Int) -> [Int32] { components.members[group(of: index)] }

  /// Whether it holds itself.
  func isCycle(_ index: Int) -> Bool { isCycle(members(of: index)) }

  /// The number of references to these from outside of the walk.
  func outside(of index: Int) -> Int { outside[group(of: index)] }

  /// The survivors that are a mistake of their own: those that are held by something other than a survivor, and one of
  /// each cycle.
  ///
  /// A survivor that only another survivor holds goes away together with that one.
  func heads() -> [Int] {
    var firstOf = [Int](repeating: -1, count: components.members.count)
    for index in survivors.indices.reversed() { firstOf[group(of: index)] = index }
    var heads = Set<Int>()
    var below: [Int32] = []
    for (group, members) in components.members.enumerated() where outside[group] > 0 || isCycle(members) {
      if firstOf[group] >= 0 {
        heads.insert(firstOf[group])
      } else if outside[group] > 0 || !isOfSystem(members) {
        // For example, the storage of a collection that is also held elsewhere: then its elements are held twice.
        below += members
      }
    }
    edges.visit(from: below) { node in
      let first = firstOf[Int(components.group[Int(node)])]
      if first >= 0 { heads.insert(first) }
      return first < 0
    }
    var isHeld = [Bool](repeating: false, count: components.members.count)
    for edge in walk.edges where edge.from >= 0 { isHeld[Int(components.group[Int(edge.to)])] = true }
    // An object that has begun to end is about to go away.
    let unheld = survivors.indices.filter { index in
      !isHeld[group(of: index)] && firstOf[group(of: index)] == index
        && walk.strongCount(of: numbers[index]) > 0
    }
    return heads.union(unheld).sorted()
  }

  private func isCycle(_ members: [Int32]) -> Bool {
    members.count > 1 || edges.edges(of: members[0]).contains { $0.to == members[0] }
  }

  /// Whether an object of a system library is part of the cycle. It breaks the cycle later, as Observation does.
  private func isOfSystem(_ members: [Int32]) -> Bool {
    members.contains { walk.layout($0).pointee.isOfSystem }
  }

  /// What each head holds, by class: all that is reached from it and not from a head before, without what is a mistake of its
  /// own, what stays by right, and what the scaffolding's own modules have in every generation.
  func held(by heads: [Int], besides parts: Set<Int>) -> [Int: [String: Int]] {
    var isHead = [Bool](repeating: false, count: components.members.count)
    for head in heads { isHead[group(of: head)] = true }
    var isClaimed = [Bool](repeating: false, count: walk.count)
    var held: [Int: [String: Int]] = [:]
    var names: [ObjectIdentifier: String?] = [:]
    for head in heads where !isClaimed[Int(numbers[head])] {
      isClaimed[Int(numbers[head])] = true
      var counts: [ObjectIdentifier: Int] = [:]
      var pending = [numbers[head]]
      while let node = pending.popLast() {
        for edge in edges.edges(of: node) where !isClaimed[Int(edge.to)] {
          let group = Int(components.group[Int(edge.to)])
          if group != self.group(of: head), isHead[group] { continue }
          isClaimed[Int(edge.to)] = true
          pending.append(edge.to)
          let other = Int(survivorOf[Int(edge.to)])
          guard other >= 0, !parts.contains(other) else { continue }
          let (survivor, kind) = (survivors[other], survivors[other].classNumber)
          if names[kind] == nil { names[kind] = .some(survivor.isOfFramework ? nil : survivor.type) }
          counts[kind, default: 0] += 1
        }
      }
      for (kind, count) in counts {
        if let name = names[kind] ?? nil { held[head, default: [:]][name, default: 0] += count }
      }
    }
    return held
  }

  /// The shortest way between two that hold one another; none if they do not.
  func shortestWay(from start: Int32, to end: Int32) -> [Walk.Edge] {
    let group = components.group[Int(end)]
    guard components.group[Int(start)] == group, isCycle(components.members[Int(group)]) else { return [] }
    var reachedBy: [Int32: Walk.Edge] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for edge in edges.edges(of: node) where components.group[Int(edge.to)] == group {
        if edge.to == end {
          var chain = [edge]
          while let edge = chain.last, edge.from != start, let before = reachedBy[edge.from] {
            chain.append(before)
          }
          return chain.reversed()
        }
        if reachedBy[edge.to] == nil {
          reachedBy[edge.to] = edge
          pending.append(edge.to)
        }
      }
    }
    return []
  }
}
#endif
