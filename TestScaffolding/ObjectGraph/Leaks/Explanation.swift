#if DEBUG
import Leaks

/// Finds out what holds the survivors, and groups those that are alive only because of another.
struct Explanation {
  private let survivors: [Survivor]
  private let numbers: [Int32]
  /// The survivor that is a node; -1 for other nodes.
  private let survivorOf: [Int32]
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
    let addresses = survivors.map { $0.address ?? 0 }
    walk.run(fromObjectsAt: addresses)
    let numbers = addresses.map { walk.number(at: $0) }
    let alive = survivors.indices.filter { numbers[$0] >= 0 && survivors[$0].address == addresses[$0] }
    self.survivors = alive.map { survivors[$0] }
    isPartOfProcess = Survivor.parts(of: [], among: self.survivors)
    self.numbers = alive.map { numbers[$0] }
    var survivorOf = [Int32](repeating: -1, count: walk.count)
    for (index, number) in self.numbers.enumerated().reversed() { survivorOf[Int(number)] = Int32(index) }
    self.survivorOf = survivorOf
    self.walk = walk
    edges = EdgeIndex(walk.edges, nodeCount: walk.count)
    components = Components(edges)
    outside = Self.outsideReferences(of: walk, components)
    new = Walk(layouts, limits: limits)
    new.run(from: newRoots)
    lasting = Walk(layouts, limits: limits)
    if !lastingRoots.isEmpty { lasting.run(from: lastingRoots) }
  }

  private static func outsideReferences(of walk: Walk, _ components: Components) -> [Int] {
    var counted = [Int](repeating: 0, count: components.members.count)
    for node in 0..<Int32(walk.count) {
      counted[Int(components.group[Int(node)])] += walk.strongCount(of: node)
    }
    for edge in walk.edges where edge.from >= 0 { counted[Int(components.group[Int(edge.to)])] -= 1 }
    return counted.map { max($0, 0) }
  }

  private func group(of index: Int) -> Int { Int(components.group[Int(numbers[index])]) }

  /// Reports the leaks. If something holds one from outside, the memory of the process is searched for it.
  func report(searching memory: () -> ProcessMemory?) -> LeakReport {
    let heads = heads()
    let picture = heads.contains { outside[group(of: $0)] > 0 } ? memory() : nil
    let found = picture.map { search($0, for: heads.filter { outside[group(of: $0)] > 0 }) }
    let sorted = SortedHeads(heads, lasting: { self.lasting($0, found) }, parts: parts)
    // What a singleton was given has no holder besides the singleton, of which it is no part.
    let kept = Set(sorted.parts.map { numbers[$0] })
    let besides = picture.map { search($0, for: sorted.besides, inner: { !kept.contains($0) }) }
    let isBesides = Set(sorted.besides)
    let held = held(by: sorted.leaking, besides: sorted.parts)
    var groups = LeakGroups()
    for head in sorted.leaking {
      groups.add(
        survivors[head], holds: held[head] ?? [:],
        holders(of: head, isBesides.contains(head) ? besides : found))
    }
    var keptByRight: [Int: Leak] = [:]
    for (index, holder) in sorted.lasting {
      keptByRight[index] = Leak(
        type: survivors[index].type, name: survivors[index].path, generation: survivors[index].generation,
        holders: [holder])
    }
    process?.adopt(sorted.parts.sorted().map { (survivors[$0], keptByRight[$0]) })
    return LeakReport(
      leaks: groups.leaks, survivesInStatic: sorted.lasting.compactMap { keptByRight[$0.index] },
      notLookedInto: trail(of: walk).texts(of: walk.notes) + trail(of: new).texts(of: new.notes))
  }

  // MARK: - Holders

  private struct Found {
    let search: HolderSearch
    let paths: HolderPaths
    let names: HolderNames
  }

  private func search(
    _ memory: ProcessMemory, for indexes: [Int], inner: @escaping (Int32) -> Bool = { _ in true }
  )
    -> Found
  {
    let search = HolderSearch(memory)
    let surroundings = HolderSearch.Surroundings(new: new, lasting: lasting) { block in
      let number = walk.number(at: block)
      return number >= 0 && inner(number)
    }
    let members = indexes.flatMap { components.members[group(of: $0)] }.filter(inner)
    search.explore(from: members.map { walk[$0].address }, surroundings)
    return Found(search: search, paths: HolderPaths(search), names: HolderNames(memory))
  }

  /// What the memory has to say of a survivor and those that it holds in a cycle.
  private func inMemory(_ index: Int, _ found: Found) -> HolderPaths.Holders {
    found.paths.holders(
      of: components.members[group(of: index)].compactMap { number in
        found.search.node(at: walk[number].address).flatMap { $0 < found.search.targetCount ? $0 : nil }
      })
  }

  private func holders(of index: Int, _ found: Found?) -> LeakGroups.Holders {
    let number = numbers[index]
    let group = group(of: index)
    let members = components.members[group]
    var holders = LeakGroups.Holders()
    let new = fromNew(to: number, or: members)
    let cycle = cycle(through: number)
    holders.known = [new, cycle].compactMap(\.self)
    guard outside[group] > 0 || cycle == nil, let found else {
      holders.open = new == nil ? outside[group] : 0
      return holders
    }
    let paths = inMemory(index, found)
    holders.isSearched = true
    // Of the new generation, the walk has told.
    holders.certain = paths.certain.filter { if case .new = $0.root { new == nil } else { true } }
    holders.guesses = paths.guesses.filter { !$0.isCycle || cycle == nil }
    holders.name = { path in
      let way = self.way(from: path.target, to: number)
      return found.names.path(path, trail: trail, onwards: way.isEmpty ? nil : { append(way, to: &$0) })
        .map { name($0, path) }
    }
    holders.signature = found.names.signature
    holders.advice = found.names.advice
    holders.open = outside[group]
    if holders.isEmpty, outside[group] > 0, found.search.isComplete {
      holders.unexplained =
        """
        nothing known points to it: it was retained without a release, as by Unmanaged.passRetained, or a local \
        variable of a function that still runs holds it
        """
    }
    return holders
  }

  private func name(_ text: LeakPath, _ path: HolderPaths.Path) -> LeakHolder {
    let isNew = if case .new = path.root { true } else { false }
    return LeakHolder(path.isCycle ? .cycle : isNew ? .new : .root, text, isCertain: path.doubt == 0)
  }

  /// The path to where a path in memory begins, if that is an object of a walk.
  private func trail(_ root: HolderSearch.Root) -> LeakPath? {
    switch root {
    case .new(let number): trail(of: new).path(to: number)
    case .lasting(let number): trail(of: lasting).path(to: number)
    case .variable, .stack, .values, .task: nil
    }
  }

  // MARK: - What usual Swift keeps

  /// The survivor that keeps this one by right, and how: the value of a static variable or a part of what lasts as long as the
  /// process, if nothing else holds it. It may be this one or one of its cycle.
  private func lasting(_ index: Int, _ found: Found?) -> (index: Int, holder: LeakHolder)? {
    let holders = found.map { inMemory(index, $0) } ?? HolderPaths.Holders()
    guard holders.guesses.allSatisfy(\.isOwn) else { return nil }
    let held = lasting.number(at: walk[numbers[index]].address)
    if held >= 0, isPartOfProcess[index] || walk.layouts.isLazy(lasting[held].label),
      holders.certain.allSatisfy({ $0.isOwn || isOfWalk($0) })
    {
      return (index, LeakHolder(.root, trail(of: lasting).path(to: held)))
    }
    guard let found else { return nil }
    var kept: (index: Int, path: HolderPaths.Path)?
    for path in holders.certain where !path.isOwn && !isOfWalk(path) {
      let target = walk.number(at: path.target)
      let index = target < 0 ? -1 : Int(survivorOf[Int(target)])
      // What a generation itself consists of never outlives it by right.
      guard index >= 0, !survivors[index].isRoot,
        found.names.isVariableOfApp(path, orPart: isPartOfProcess[index])
      else { return nil }
      kept = kept ?? (index, path)
    }
    guard let kept, let text = found.names.path(kept.path, trail: trail),
      // What was another object in an earlier generation is no singleton.
      process?.hasKept(
        found.names.keeper(kept.path) + Leak.withoutIndexes("\(text)"),
        before: survivors[kept.index].generation) != true
    else { return nil }
    return (kept.index, LeakHolder(.root, text))
  }

  private func isOfWalk(_ path: HolderPaths.Path) -> Bool {
    switch path.root {
    case .new, .lasting: true
    case .variable, .stack, .values, .task, nil: false
    }
  }

  /// What some survivors hold: those that are parts of them, and the nearest of those that are not.
  private func parts(of owners: [Int]) -> (own: [Int], others: [Int]) {
    let isPart = Survivor.parts(of: owners.map { survivors[$0] }, among: survivors)
    var (own, others, pending) = ([Int](), [Int](), owners.map { numbers[$0] })
    var seen = Set(pending)
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where seen.insert(edge.to).inserted {
        let survivor = Int(survivorOf[Int(edge.to)])
        if survivor < 0 {
          pending.append(edge.to)
        } else if isPart[survivor] {
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
    heads.formUnion(firstSurvivors(below: below, firstOf))
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

  private func firstSurvivors(below start: [Int32], _ firstOf: [Int]) -> [Int] {
    var seen = Set(start)
    var pending = start
    var found: [Int] = []
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where seen.insert(edge.to).inserted {
        let first = firstOf[Int(components.group[Int(edge.to)])]
        if first >= 0 { found.append(first) } else { pending.append(edge.to) }
      }
    }
    return found
  }

  /// What each head holds, by class: all that is reached from it and not from a head before, without what is a mistake of its
  /// own, what stays by right, and what the scaffolding's own modules have in every generation.
  private func held(by heads: [Int], besides parts: Set<Int>) -> [Int: [String: Int]] {
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

  // MARK: - Paths

  /// The path from a new root, unless it leads through another survivor.
  private func fromNew(to number: Int32, or members: [Int32]) -> LeakGroups.Known? {
    let candidates = [number] + members
    let found = candidates.lazy.map { new.number(at: walk[$0].address) }.first { candidate in
      guard candidate >= 0 else { return false }
      let holder = new[candidate].parent
      return holder < 0 || walk.number(at: new[holder].address) < 0
    }
    return found.map { found in
      var hasher = Hasher()
      for node in sequence(first: found, next: { new[$0].parent }).prefix(while: { $0 >= 0 }) {
        hasher.combine(new[node].layout)
        hasher.combine(new[node].label)
      }
      return LeakGroups.Known(kind: .new, signature: hasher.finalize()) { trail(of: new).path(to: found) }
    }
  }

  private func cycle(through start: Int32) -> LeakGroups.Known? {
    let chain = shortestWay(from: start, to: start)
    if chain.isEmpty { return nil }
    var hasher = Hasher()
    for edge in chain {
      hasher.combine(walk[edge.to].layout)
      hasher.combine(edge.label)
    }
    return LeakGroups.Known(kind: .cycle, signature: hasher.finalize()) {
      var text = PathText()
      text.append(node: walk.layout(start).pointee.name, role: .instance)
      append(chain, to: &text)
      return text.path
    }
  }

  /// The way on from one of those that hold one another in a cycle.
  private func way(from address: UInt, to number: Int32) -> [Walk.Edge] {
    let start = walk.number(at: address)
    return start < 0 || start == number ? [] : shortestWay(from: start, to: number)
  }

  /// The shortest way between two that hold one another; none if they do not.
  private func shortestWay(from start: Int32, to end: Int32) -> [Walk.Edge] {
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

  private func append(_ way: [Walk.Edge], to text: inout PathText) {
    for edge in PathText.shortened(way) {
      guard let edge else {
        text.appendGap()
        continue
      }
      let key = DictionaryKey.text(in: walk, edge.from, bucket: edge.index)
      text.append(edge: walk.layouts.labels[edge.label], index: edge.index, key: key)
      let layout = walk.layout(edge.to).pointee
      text.append(node: layout.role == .closure ? "" : layout.name, role: layout.role)
    }
  }
}

/// The survivors that are mistakes of their own, apart from those that a static variable keeps by right.
private struct SortedHeads {
  /// The survivors that are no leaks, each with what keeps it.
  let lasting: [(index: Int, holder: LeakHolder)]
  /// They, and their parts.
  let parts: Set<Int>
  let leaking: [Int]
  /// Those of the leaking ones that hang on what is no leak.
  let besides: [Int]

  init(
    _ heads: [Int], lasting find: (Int) -> (index: Int, holder: LeakHolder)?,
    parts partsOf: ([Int]) -> (own: [Int], others: [Int])
  ) {
    var (lasting, known, leaking) = ([(index: Int, holder: LeakHolder)](), Set<Int>(), Set<Int>())
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
    besides = Set(others).subtracting(parts).sorted()
    self.leaking = leaking.union(besides).subtracting(parts).sorted()
  }
}
#endif
