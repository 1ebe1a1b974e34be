#if DEBUG
import Leaks

/// Finds out what holds the survivors, and groups those that are alive only because of another.
struct Explanation {
  private let survivors: [Survivor]
  private let numbers: [Int32]
  private let walk: Walk
  private let edges: EdgeIndex
  private let components: Components
  private let new: Walk
  private let lasting: Walk
  private let process: RememberedObjects?
  /// For each group of nodes, the number of references from outside of the walk.
  private let outside: [Int]
  /// For each survivor, whether it is a part of what belongs to the process.
  private let isPartOfProcess: [Bool]

  init(
    of survivors: [Survivor], from newRoots: [GraphRoot], _ layouts: LayoutCache, _ limits: WalkLimits,
    lastingRoots: [GraphRoot], process: RememberedObjects?
  ) {
    self.process = process
    let walk = Walk(layouts, limits: limits, keeping: .all)
    let addresses = survivors.map { survivor in survivor.object.map { HeapObject($0).address } ?? 0 }
    walk.run(fromObjectsAt: addresses)
    let numbers = addresses.map { walk.number(at: $0) }
    let alive = survivors.indices.filter { numbers[$0] >= 0 }
    self.survivors = alive.map { survivors[$0] }
    isPartOfProcess = Survivor.parts(of: [], among: self.survivors)
    self.numbers = alive.map { numbers[$0] }
    self.walk = walk
    edges = EdgeIndex(walk.edges, nodeCount: walk.count)
    components = Components(edges)
    outside = Self.outsideReferences(of: walk, components)
    new = Walk(layouts, limits: limits)
    new.run(from: newRoots)
    lasting = Walk(layouts, limits: limits)
    if !lastingRoots.isEmpty { lasting.run(from: lastingRoots) }
  }

  /// Has to be called before another walk adds references to the same objects.
  private static func outsideReferences(of walk: Walk, _ components: Components) -> [Int] {
    var counted = [Int](repeating: 0, count: components.members.count)
    for node in 0..<Int32(walk.count) {
      counted[Int(components.group[Int(node)])] += walk.strongCount(of: node)
    }
    for edge in walk.edges where edge.from >= 0 { counted[Int(components.group[Int(edge.to)])] -= 1 }
    return counted.map { max($0, 0) }
  }

  /// Reports the leaks. If something that no walk sees holds one, the memory of the process is searched for it, for as long
  /// as the budget lasts.
  func report(searching memory: () -> ProcessMemory?, _ budget: SearchBudget) -> LeakReport {
    let all = heads()
    let search = all.contains { needsSearch($0) } ? memory().map { Search($0, budget) } : nil
    let sorted = SortedHeads(all, lasting: { self.lasting($0, search) }, parts: parts)
    let heads = sorted.leaking
    var keptByRight: [Int: Leak] = [:]
    for (index, path) in sorted.lasting {
      let survivor = survivors[index]
      keptByRight[index] = Leak(
        type: survivor.type, name: survivor.path, generation: survivor.generation, heldByRoot: path)
    }
    var isHead = [Bool](repeating: false, count: components.members.count)
    for head in heads { isHead[Int(components.group[Int(numbers[head])])] = true }
    var holder = [Int32](repeating: -1, count: walk.count)
    for head in heads { claim(from: numbers[head], for: Int32(head), besides: isHead, in: &holder) }
    let leaks = heads.map { head in
      leak(
        head,
        holding: survivors.indices.filter {
          $0 != head && holder[Int(numbers[$0])] == head && !sorted.parts.contains($0)
        }, search)
    }
    process?.adopt(sorted.parts.sorted().map { (survivors[$0], keptByRight[$0]) })
    let trail = trail(of: walk)
    return LeakReport(
      leaks: leaks,
      survivesInStatic: sorted.lasting.compactMap { keptByRight[$0.index] },
      notLookedInto: trail.texts(of: walk.notes) + self.trail(of: new).texts(of: new.notes))
  }

  // MARK: - What usual Swift keeps

  /// The survivor that keeps this one, if it is itself the value of a static variable, or a part of what lasts as long as the
  /// process; and the path to it. It may be this one or one of its cycle.
  private func lasting(_ index: Int, _ search: Search?) -> (index: Int, path: LeakPath)? {
    let number = numbers[index]
    let held = lasting.number(at: walk[number].address)
    let isPart = isPartOfProcess[index]
    if held >= 0, isPart || walk.layouts.isLazy(lasting[held].label) {
      return (index, trail(of: lasting).path(to: held))
    }
    let members = components.members[Int(components.group[Int(number)])]
    guard let search, needsSearch(index),
      case .found(let path) = search.outcome(for: members.map { walk[$0].address }),
      let found = members.first(where: { walk[$0].address == path.target }).flatMap({
        numbers.firstIndex(of: $0)
      }),
      // What a generation itself consists of never outlives it by right.
      !survivors[found].isRoot
    else { return nil }
    let names = search.names
    guard names.isVariableOfApp(path, orPart: isPart && found == index) else { return nil }
    return (found, names.path(path))
  }

  /// What some survivors hold: those that are parts of them, and the nearest of those that are not.
  private func parts(of owners: [Int]) -> (own: [Int], others: [Int]) {
    let isPart = Survivor.parts(of: owners.map { survivors[$0] }, among: survivors)
    let indexes = Dictionary(zip(numbers, numbers.indices)) { first, _ in first }
    var (own, others, pending) = ([Int](), [Int](), owners.map { numbers[$0] })
    var seen = Set(pending)
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where seen.insert(edge.to).inserted {
        guard let survivor = indexes[edge.to] else {
          pending.append(edge.to)
          continue
        }
        if isPart[survivor] {
          own.append(survivor)
          pending.append(edge.to)
        } else {
          others.append(survivor)
        }
      }
    }
    return (own, others)
  }

  private func trail(of walk: Walk) -> Trail {
    Trail(layouts: walk.layouts) { number in
      let node = walk[number]
      return Trail.Part(layout: node.layout, parent: node.parent, label: node.label, index: node.index)
    } key: { holder, bucket in
      DictionaryKey.text(in: walk, holder, bucket: bucket)
    }
  }

  // MARK: - Separate mistakes

  /// The survivors that are a mistake of their own: those that are held by something other than a survivor, and one of
  /// each cycle.
  ///
  /// A survivor that only another survivor holds goes away together with that one.
  private func heads() -> [Int] {
    var survivorsOf: [Int32: [Int]] = [:]
    for (index, number) in numbers.enumerated() {
      survivorsOf[components.group[Int(number)], default: []].append(index)
    }
    var heads = Set<Int>()
    for (group, members) in components.members.enumerated() where outside[group] > 0 || isCycle(members) {
      if let own = survivorsOf[Int32(group)]?.first {
        heads.insert(own)
      } else if outside[group] > 0 || !isOfSystem(members) {
        // For example, the storage of a collection that is also held elsewhere: then its elements are held twice.
        for first in firstSurvivors(below: members, survivorsOf) { heads.insert(first) }
      }
    }
    var isHeld = [Bool](repeating: false, count: components.members.count)
    for edge in walk.edges where edge.from >= 0 { isHeld[Int(components.group[Int(edge.to)])] = true }
    // An object that only this walk holds is about to go away.
    let unheld = survivors.indices.filter { index in
      let group = components.group[Int(numbers[index])]
      return !isHeld[Int(group)] && survivorsOf[group]?.first == index
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

  private func firstSurvivors(below start: [Int32], _ survivorsOf: [Int32: [Int]]) -> [Int] {
    var seen = Set(start)
    var pending = start
    var found: [Int] = []
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where seen.insert(edge.to).inserted {
        if let index = survivorsOf[components.group[Int(edge.to)]]?.first {
          found.append(index)
        } else {
          pending.append(edge.to)
        }
      }
    }
    return found
  }

  private func claim(from start: Int32, for head: Int32, besides isHead: [Bool], in holder: inout [Int32]) {
    let own = components.group[Int(start)]
    guard holder[Int(start)] < 0 else { return }
    holder[Int(start)] = head
    var pending = [start]
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where holder[Int(edge.to)] < 0 {
        let group = components.group[Int(edge.to)]
        if group != own, isHead[Int(group)] { continue }
        holder[Int(edge.to)] = head
        pending.append(edge.to)
      }
    }
  }

  // MARK: - One leak

  /// Whether something that the walks do not see holds the survivor.
  private func needsSearch(_ index: Int) -> Bool {
    let group = components.group[Int(numbers[index])]
    return outside[Int(group)] > 0
      && pathFromNew(to: numbers[index], or: components.members[Int(group)]) == nil
  }

  private func leak(_ index: Int, holding held: [Int], _ search: Search?) -> Leak {
    let number = numbers[index]
    let members = components.members[Int(components.group[Int(number)])]
    var holds: [String: Int] = [:]
    for other in held { holds[survivors[other].type, default: 0] += 1 }
    let group = Int(components.group[Int(number)])
    let path = outside[group] > 0 ? pathFromNew(to: number, or: members) : nil
    var leak = Leak(
      type: survivors[index].type, name: survivors[index].path, generation: survivors[index].generation,
      cycle: cycle(through: number),
      heldByNew: path,
      holds: holds)
    if path == nil, outside[group] > 0 || leak.cycle == nil {
      name(holderOf: number, outside[group], search, in: &leak)
    }
    return leak
  }

  private func name(holderOf number: Int32, _ references: Int, _ search: Search?, in leak: inout Leak) {
    leak.heldFromOutside = references
    guard let search else { return }
    let names = search.names
    switch search.outcome(for: [walk[number].address]) {
    case .found(let path): leak.heldByRoot = names.path(path)
    case .cycle(let links, let target): leak.cycle = leak.cycle ?? names.path(links, to: target)
    case .unrooted(let links, let target):
      leak.heldByRoot = names.path(links, to: target)
      leak.advice = names.advice(links)
    case .nobody where references == 0: break
    case .nobody where search.seesEverything:
      leak.advice =
        """
        nothing known points to it: it was retained without a release, as by Unmanaged.passRetained, or a local \
        variable of a function that still runs holds it
        """
    case .nobody, nil: break
    }
    if leak.heldByRoot != nil || leak.cycle != nil { leak.heldFromOutside = 0 }
  }

  /// The path from a new root, unless it leads through another survivor.
  private func pathFromNew(to number: Int32, or members: [Int32]) -> LeakPath? {
    let candidates = ([number] + members).map { new.number(at: walk[$0].address) }
    let found = candidates.first { candidate in
      guard candidate >= 0 else { return false }
      let holder = new[candidate].parent
      return holder < 0 || walk.number(at: new[holder].address) < 0
    }
    return found.map { trail(of: new).path(to: $0) }
  }

  private func cycle(through start: Int32) -> LeakPath? {
    let group = components.group[Int(start)]
    var reachedBy: [Int32: Walk.Edge] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for edge in edges.edges(of: node) where components.group[Int(edge.to)] == group {
        if edge.to == start { return path(of: edge, reachedBy, start) }
        if reachedBy[edge.to] == nil {
          reachedBy[edge.to] = edge
          pending.append(edge.to)
        }
      }
    }
    return nil
  }

  private func path(of last: Walk.Edge, _ reachedBy: [Int32: Walk.Edge], _ start: Int32) -> LeakPath {
    var chain = [last]
    while let edge = chain.last, edge.from != start, let before = reachedBy[edge.from] {
      chain.append(before)
    }
    var text = PathText()
    text.append(node: walk.layout(start).pointee.name, role: .instance)
    for edge in PathText.shortened(chain.reversed()) {
      guard let edge else {
        text.appendGap()
        continue
      }
      let key = DictionaryKey.text(in: walk, edge.from, bucket: edge.index)
      text.append(edge: walk.layouts.labels[edge.label], index: edge.index, key: key)
      let layout = walk.layout(edge.to).pointee
      text.append(node: layout.role == .closure ? "" : layout.name, role: layout.role)
    }
    return text.path
  }
}

/// The survivors that are mistakes of their own, apart from those that a static variable keeps by right.
private struct SortedHeads {
  /// The survivors that are no leaks, each with what keeps it.
  let lasting: [(index: Int, path: LeakPath)]
  /// They, and their parts.
  let parts: Set<Int>
  let leaking: [Int]

  init(
    _ heads: [Int], lasting find: (Int) -> (index: Int, path: LeakPath)?,
    parts partsOf: ([Int]) -> (own: [Int], others: [Int])
  ) {
    var (lasting, known, leaking) = ([(index: Int, path: LeakPath)](), Set<Int>(), Set<Int>())
    for head in heads {
      if let found = find(head) {
        if known.insert(found.index).inserted { lasting.append(found) }
      } else {
        leaking.insert(head)
      }
    }
    let (own, others) = lasting.isEmpty ? ([], []) : partsOf(lasting.map(\.index))
    parts = known.union(own)
    self.lasting = lasting
    self.leaking = leaking.union(others).subtracting(parts).sorted()
  }
}
#endif
