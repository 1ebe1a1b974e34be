#if DEBUG
import Leaks
import ObjectMemory

/// Finds out what holds the survivors, and groups those that are alive only because of another.
struct Explanation {
  private let graph: SurvivorGraph
  private let new: Walk
  private let lasting: Walk
  private let process: RememberedObjects?
  /// For each survivor, whether it is a part of what belongs to the process.
  private let isPartOfProcess: [Bool]

  private var survivors: [Survivor] { graph.survivors }
  private var numbers: [Int32] { graph.numbers }
  private var walk: Walk { graph.walk }

  init(
    of survivors: [Survivor], from newRoots: [GraphRoot], _ layouts: LayoutCache,
    lastingRoots: [GraphRoot], process: RememberedObjects?
  ) {
    self.process = process
    graph = SurvivorGraph(survivors, Walk(layouts, keeping: .all))
    isPartOfProcess = Survivor.parts(of: [], among: graph.survivors)
    new = Walk(layouts)
    new.run(from: newRoots)
    lasting = Walk(layouts)
    if !lastingRoots.isEmpty { lasting.run(from: lastingRoots) }
  }

  /// Reports the leaks. If something holds one from outside, the memory of the process is searched for it.
  func report(searching memory: () -> ProcessMemory?) -> LeakReport {
    let heads = graph.heads()
    let picture = heads.contains { graph.outside(of: $0) > 0 } ? memory() : nil
    let found = picture.map { search($0, for: heads.filter { graph.outside(of: $0) > 0 }) }
    let plain = heads.reduce(into: [:]) { $0[$1] = plainHolders(of: $1, found) }
    let known = heads.reduce(into: [:]) { $0[$1] = plain[$1] == nil ? inMemory($1, found) : nil }
    // What a static variable keeps by right is no leak.
    var (kept, leaking) = ([Int: LeakHolder](), Set<Int>())
    for head in heads {
      if plain[head] == nil, let found = lasting(head, known[head], found?.search.memory) {
        if kept[found.index] == nil { kept[found.index] = found.holder }
      } else {
        leaking.insert(head)
      }
    }
    let (own, others) = kept.isEmpty ? ([], []) : parts(of: kept.keys.sorted())
    let stays = Set(kept.keys).union(own)
    // What a singleton was given has no holder besides the singleton, of which it is no part.
    let given = Set(others).subtracting(stays)
    let staying = Set(stays.map { numbers[$0] })
    let besides = picture.map { search($0, for: given.sorted(), inner: { !staying.contains($0) }) }
    let mistakes = leaking.union(given).subtracting(stays).sorted()
    let held = graph.held(by: mistakes, besides: stays)
    var groups = LeakGroups()
    for head in mistakes {
      let (isGiven, holds) = (given.contains(head), held[head] ?? [:])
      if !isGiven, let signatures = plain[head],
        groups.add(survivors[head], holds: holds, heldBy: signatures, graph.outside(of: head))
      {
        continue
      }
      let paths = isGiven ? besides : found
      let inMemory = isGiven ? nil : known[head]
      groups.add(
        survivors[head], holds: holds,
        holders(of: head, inMemory ?? self.inMemory(head, paths), paths?.search))
    }
    process?.adopt(
      stays.sorted().map { index in
        let survivor = survivors[index]
        let record = kept[index].map {
          Leak(type: survivor.type, name: survivor.path, generation: survivor.generation, holders: [$0])
        }
        return (survivor, record)
      })
    return LeakReport(
      leaks: groups.leaks,
      notLookedInto: trail(of: walk).texts(of: walk.notes) + trail(of: new).texts(of: new.notes))
  }

  // MARK: - Holders

  private func search(
    _ memory: ProcessMemory, for indexes: [Int], inner: @escaping (Int32) -> Bool = { _ in true }
  ) -> HolderPaths {
    let search = HolderSearch(memory, new, lasting) { [walk] block in
      let number = walk.number(at: block)
      return number >= 0 && inner(number) && walk.layout(number).pointee.shape != .keyPath
    }
    search.explore(from: indexes.flatMap { graph.members(of: $0) }.filter(inner).map { walk[$0].address })
    return HolderPaths(search)
  }

  /// What the memory has to say of a survivor and those that it holds in a cycle.
  private func inMemory(_ index: Int, _ found: HolderPaths?) -> HolderPaths.Holders? {
    guard let found else { return nil }
    return found.holders(
      of: graph.members(of: index).compactMap { number in
        found.search.node(at: walk[number].address).flatMap { $0 < found.search.targetCount ? $0 : nil }
      })
  }

  /// The signatures of all that holds a survivor, if it is one of many that usual Swift never keeps, and that need no closer look
  /// where another one has the same; nil otherwise.
  private func plainHolders(of index: Int, _ found: HolderPaths?) -> [Int]? {
    let address = walk[numbers[index]].address
    guard let found, graph.outside(of: index) > 0, !isPartOfProcess[index], new.number(at: address) < 0,
      lasting.number(at: address) < 0, !graph.isCycle(index),
      let target = found.search.node(at: address), target < found.search.targetCount
    else { return nil }
    return found.plainSignatures(of: target)
  }

  private func holders(
    of index: Int, _ paths: HolderPaths.Holders?, _ search: HolderSearch?
  ) -> LeakGroups.Holders {
    let number = numbers[index]
    let outside = graph.outside(of: index)
    var holders = LeakGroups.Holders()
    let new = fromNew(to: number, or: graph.members(of: index))
    let cycle = cycle(through: number)
    holders.known = [new, cycle].compactMap(\.self)
    guard outside > 0 || cycle == nil, let paths, let search else {
      holders.open = new == nil ? outside : 0
      return holders
    }
    holders.isSearched = true
    // Of the new generation, the walk has told.
    holders.certain = paths.certain.filter { new == nil || !isOfWalk($0, isNew: true) }
    holders.guesses = paths.guesses.filter { !$0.isCycle || cycle == nil }
    holders.name = { path in
      let way = self.way(from: path.target, to: number)
      return search.memory.path(
        path, trail: { trail($0, search.memory) },
        onwards: way.isEmpty ? nil : { trail(of: walk, search.memory).append(way, to: &$0) }
      )
      .map { name($0, path) }
    }
    holders.open = outside
    if holders.isEmpty, outside > 0, search.isComplete {
      holders.unexplained =
        """
        nothing known points to it: it was retained without a release, as by Unmanaged.passRetained, or a local \
        variable of a function that still runs holds it
        """
    }
    return holders
  }

  private func name(_ text: LeakPath, _ path: HolderPaths.Path) -> LeakHolder {
    let isNew = isOfWalk(path, isNew: true)
    return LeakHolder(path.isCycle ? .cycle : isNew ? .new : .root, text, isCertain: path.doubt == 0)
  }

  /// The path to where a path in memory begins, if that is an object of a walk.
  private func trail(_ root: HolderSearch.Root, _ memory: ProcessMemory) -> LeakPath? {
    guard case .walked(let isNew, let number) = root else { return nil }
    return trail(of: isNew ? new : lasting, memory).path(to: number)
  }

  // MARK: - What usual Swift keeps

  /// The survivor that keeps this one by right, and how: the value of a static variable or a part of what lasts as long as the
  /// process, if nothing else holds it. It may be this one or one of its cycle.
  private func lasting(
    _ index: Int, _ known: HolderPaths.Holders?, _ memory: ProcessMemory?
  ) -> (index: Int, holder: LeakHolder)? {
    let holders = known ?? HolderPaths.Holders()
    guard holders.guesses.allSatisfy(\.isOwn) else { return nil }
    let held = lasting.number(at: walk[numbers[index]].address)
    if held >= 0, isPartOfProcess[index] || walk.layouts.isLazy(lasting[held].label),
      holders.certain.allSatisfy({ $0.isOwn || isOfWalk($0) })
    {
      return (index, LeakHolder(.root, trail(of: lasting).path(to: held)))
    }
    guard let memory else { return nil }
    var kept: (index: Int, path: HolderPaths.Path)?
    for path in holders.certain where !path.isOwn && !isOfWalk(path) {
      let target = walk.number(at: path.target)
      let index = target < 0 ? -1 : Int(graph.survivorOf[Int(target)])
      // What a generation itself consists of never outlives it by right.
      guard index >= 0, !survivors[index].isRoot,
        memory.isVariableOfApp(path, orPart: isPartOfProcess[index])
      else { return nil }
      kept = kept ?? (index, path)
    }
    guard let kept, let text = memory.path(kept.path, trail: { trail($0, memory) }),
      // What was another object in an earlier generation is no singleton.
      process?.hasKept(
        memory.keeper(kept.path.root) + Leak.withoutIndexes("\(text)"),
        before: survivors[kept.index].generation) != true
    else { return nil }
    return (kept.index, LeakHolder(.root, text))
  }

  private func isOfWalk(_ path: HolderPaths.Path, isNew: Bool? = nil) -> Bool {
    if case .walked(let isOfNew, _) = path.root { isNew == nil || isNew == isOfNew } else { false }
  }

  /// What some survivors hold: those that are parts of them, and the nearest of those that are not.
  private func parts(of owners: [Int]) -> (own: [Int], others: [Int]) {
    let isPart = Survivor.parts(of: owners.map { survivors[$0] }, among: survivors)
    var (own, others) = ([Int](), [Int]())
    graph.edges.visit(from: owners.map { numbers[$0] }) { node in
      let survivor = Int(graph.survivorOf[Int(node)])
      if survivor < 0 { return true }
      if isPart[survivor] { own.append(survivor) } else { others.append(survivor) }
      return isPart[survivor]
    }
    return (own, others)
  }

  private func trail(of walk: Walk, _ memory: ProcessMemory? = nil) -> Trail {
    Trail(layouts: walk.layouts) {
      walk[$0]
    } key: { holder, bucket, node in
      DictionaryKey.text(in: walk, holder, bucket: bucket, of: node)
    } closure: { holder, node in
      memory?.closure(capturing: walk[node].address, in: walk[holder].address)
    }
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
      // Other numbers than those of ways back, which are counted in the same table.
      LeakGroups.Known(kind: .new, signature: -1 - Int(new.ways[Int(found)])) {
        trail(of: new).path(to: found)
      }
    }
  }

  private func cycle(through start: Int32) -> LeakGroups.Known? {
    let chain = graph.shortestWay(from: start, to: start)
    if chain.isEmpty { return nil }
    var hasher = Hasher()
    for edge in chain {
      hasher.combine(walk[edge.to].layout)
      hasher.combine(edge.label)
    }
    return LeakGroups.Known(kind: .cycle, signature: hasher.finalize()) {
      var text = PathText()
      text.append(named: walk.layout(start).pointee.name)
      trail(of: walk).append(chain, to: &text)
      return text.path
    }
  }

  /// The way on from one of those that hold one another in a cycle.
  private func way(from address: UInt, to number: Int32) -> [Walk.Edge] {
    let start = walk.number(at: address)
    return start < 0 || start == number ? [] : graph.shortestWay(from: start, to: number)
  }
}
#endif
