#if DEBUG
import ObjectMemory

/// Searches the memory of the process for who points to an object, from pointer to pointer up to a root.
///
/// It knows nothing of most of what it reads: a word that has the value of an address counts as a pointer to it. What is
/// known of a type is used: where an object of it has no strong reference, it holds nothing.
final class HolderSearch {
  /// Where a search can end.
  enum Root {
    case variable(image: Int, address: UInt)
    /// A function of the app that a thread is in.
    case stack(thread: String, function: String)
    /// What a thread has for its own use, such as its dictionary.
    case values(thread: String)
    /// A task that has not ended; it is kept by itself, or by whatever will resume it.
    case task
  }

  /// A block of memory on the way from a root, and the place in it that points to the next one.
  struct Link {
    let block: UInt
    let size: UInt
    /// The layout of the object, or -1 for a block that is no Swift object.
    let layout: Int32
    let place: UInt
  }

  struct Path {
    let root: Root
    /// From the root to the object that was searched for.
    let links: [Link]
    let target: UInt
  }

  enum Outcome {
    case found(Path)
    /// It is held by itself, through memory that no walk can look into.
    case cycle([Link], target: UInt)
    /// No root was found, but something points to it.
    case unrooted([Link], target: UInt)
    /// Nothing that is known points to it, unless a local variable of the thread that searches.
    case nobody
  }

  private let memory: ProcessMemory
  private let scan: PointerScan
  private var names: HolderNames { HolderNames(memory) }

  init(_ memory: ProcessMemory) {
    self.memory = memory
    scan = PointerScan(memory.picture)
  }

  private struct Node {
    /// How much of the way from here to the target is memory of which nothing is known.
    let doubt: Int
    let block: UInt
    let size: UInt
    let layout: Int32
    let place: UInt
    let next: Int

    /// How far into the block a pointer to it may lead. To an object, and to memory of which nothing is known, only one to
    /// the start counts.
    var reach: UInt { layout < 0 && isKnown ? min(size, 1 << 16) : 1 }
    var isKnown = true
    /// Whether it is memory of a task, beside the task itself.
    var isSlab = false
    /// Whether it holds the next one for sure.
    var isCertain = false
    /// Whether nobody asks who holds it, because it is a root itself.
    var isRoot = false
  }

  /// A place that points to a node.
  private struct Hit {
    let place: UInt
    let node: Int
  }

  // MARK: - The search

  /// Searches for the shortest path from a root to one of the objects; nil if there was no time to read all memory.
  func path(to targets: [UInt]) -> Outcome? {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    let wanted = Set(targets)
    var nodes = targets.map { Node(doubt: 0, block: $0, size: 16, layout: 0, place: 0, next: -1) }
    var seen = wanted
    var level = 0..<nodes.count
    var best: (rank: Int, root: Root, node: Int)?
    var cycle: Node?
    var levelsLeft = Self.deepest
    while !level.isEmpty, levelsLeft > 0 {
      levelsLeft -= 1
      let first = nodes.count
      // Of two ways to a block, the one with less doubt comes first, and is kept.
      let asked = level.map { ($0, nodes[$0]) }.filter { !$0.1.isRoot }
      guard let holders = believableHolders(of: asked) else { return nil }
      for (hit, holder) in holders.sorted(by: { $0.holder.doubt < $1.holder.doubt }) {
        switch holder {
        case .nobody: break
        case .root(let root, let rank):
          if rank < best?.rank ?? .max { best = (rank, root, hit.node) }
        case .block(let node) where wanted.contains(node.block):
          if node.doubt < cycle?.doubt ?? .max { cycle = node }
        case .block(let node):
          guard nodes.count < Self.mostNodes, seen.insert(node.block).inserted else { break }
          nodes.append(node)
          // Without a name, a task tells nobody anything.
          guard memory.isTask(node.layout), names.function(ofTaskAt: node.block) != nil else { break }
          nodes[nodes.count - 1].isRoot = true
          let rank = Self.task + node.doubt
          if rank < best?.rank ?? .max { best = (rank, .task, nodes.count - 1) }
        }
      }
      if let best, best.rank <= 1 { break }
      // A library's variable or unknown memory may lead to everything; look a little further for a better root.
      if let best { levelsLeft = min(levelsLeft, best.rank < 3 || best.rank >= Self.task ? 4 : 8) }
      level = first..<nodes.count
    }
    let known = furthestNamed(in: nodes)
    if let best, best.rank < Self.doubt || best.rank >= Self.task || cycle == nil {
      // What else holds it, and is no part of the way from the task, is easier to believe.
      if best.rank >= Self.task, let known, tellsWho(nodes[known]),
        !way(from: best.node, in: nodes).contains(known)
      {
        return unrooted(known, in: nodes)
      }
      let links = links(from: best.node, in: nodes)
      return .found(Path(root: best.root, links: links.links, target: links.target))
    }
    if let cycle {
      nodes.append(cycle)
      let links = links(from: nodes.count - 1, in: nodes)
      return .cycle(links.links, target: links.target)
    }
    return known.map { unrooted($0, in: nodes) } ?? .nobody
  }

  /// The variable of the app whose value one of the objects is.
  func variable(of targets: [UInt]) -> Path? {
    let variables = memory.symbols.images.filter { !$0.isOfSystem }.map(\.variables)
    let regions = memory.picture.regions.filter { region in
      variables.contains { $0.overlaps(region.start..<region.end) }
    }
    for found in scan.places(pointingInto: targets.map { $0..<$0 &+ 1 }, of: regions) ?? [] {
      guard let image = memory.symbols.image(ofVariable: found.place),
        !memory.symbols.images[image].isOfSystem,
        memory.isVariable(found.place, image, isDoubtful: false)
      else { continue }
      return Path(
        root: .variable(image: image, address: found.place), links: [], target: targets[found.range])
    }
    return nil
  }

  private func unrooted(_ node: Int, in nodes: [Node]) -> Outcome {
    let links = links(from: node, in: nodes)
    return .unrooted(links.links, target: links.target)
  }

  /// The holder at the end of what is known for sure, or what of a library holds that; otherwise the nearest one with a
  /// name. A task comes last.
  private func furthestNamed(in nodes: [Node]) -> Int? {
    func isNamed(_ node: Node) -> Bool {
      node.next >= 0 && node.doubt < Self.unknownHolder
        && (node.layout >= 0 && !memory.isTask(node.layout) || isOfLibrary(node))
    }
    guard let sure = nodes.lastIndex(where: { $0.doubt == 0 && isNamed($0) }) else {
      return nodes.firstIndex(where: isNamed) ?? nodes.firstIndex { $0.next >= 0 && memory.isTask($0.layout) }
    }
    return nodes.indices.first {
      nodes[$0].doubt > 0 && isNamed(nodes[$0]) && isOfLibrary(nodes[$0])
        && way(from: $0, in: nodes).contains(sure)
    } ?? sure
  }

  /// The nodes from this one to the target.
  private func way(from start: Int, in nodes: [Node]) -> some Sequence<Int> {
    sequence(first: start) { nodes[$0].next >= 0 ? nodes[$0].next : nil }
  }

  /// Whether it is an object, and not only a part of how one holds another.
  private func tellsWho(_ node: Node) -> Bool {
    isOfLibrary(node) || node.layout >= 0 && memory.layouts.heapLayout(node.layout).pointee.role == .instance
  }

  private func isOfLibrary(_ node: Node) -> Bool {
    node.layout < 0 && names.name(ofBlockAt: node.block, node.size) != nil
  }

  private func links(from start: Int, in nodes: [Node]) -> (links: [Link], target: UInt) {
    let way = Array(way(from: start, in: nodes))
    let links = way.dropLast().map { number in
      let node = nodes[number]
      return Link(block: node.block, size: node.size, layout: node.layout, place: node.place)
    }
    return (links, way.last.map { nodes[$0].block } ?? 0)
  }

  // MARK: - Who holds

  /// What holds the nodes, each with the place. Where places that are references for sure account for all references to a
  /// node, words that only look like references are left out.
  private func believableHolders(of nodes: [(number: Int, node: Node)]) -> [(hit: Hit, holder: Holder)]? {
    if nodes.isEmpty { return [] }
    let places = scan.places(pointingInto: nodes.map { $0.node.block..<$0.node.block &+ $0.node.reach })
    guard let places else { return nil }
    let all =
      places.compactMap { found -> (hit: Hit, target: Node, holder: Holder)? in
        let (number, node) = nodes[found.range]
        // A block that points into itself is held by nobody for that.
        if found.place >= node.block, found.place < node.block &+ node.size { return nil }
        let hit = Hit(place: found.place, node: number)
        return (hit, node, holder(of: hit, node))
      }
    var certain: [Int: Int] = [:]
    var variables: [Int: Int] = [:]
    for (hit, _, holder) in all {
      if isCertain(holder) { certain[hit.node, default: 0] += 1 }
      if case .root(.variable, _) = holder { variables[hit.node, default: 0] += 1 }
    }
    return all.filter { hit, target, holder in
      if isCertain(holder) { return true }
      var others = certain[hit.node, default: 0]
      // A variable may as well be unowned, or only an address; but where it accounts for what is left, it is believed.
      if case .root(.variable, _) = holder {} else { others += variables[hit.node, default: 0] }
      return others < references(to: target)
    }.map { ($0.hit, $0.holder) }
  }

  /// The number of strong references to a node. One to each object that is searched for belongs to the walk.
  private func references(to node: Node) -> Int {
    memory.references(toObjectAt: node.block) - (node.next < 0 ? 1 : 0)
  }

  private func isCertain(_ holder: Holder) -> Bool {
    switch holder {
    case .block(let node): node.isCertain
    case .root, .nobody: false
    }
  }

  private enum Holder {
    case nobody, root(Root, rank: Int), block(Node)

    var doubt: Int { if case .block(let node) = self { node.doubt } else { 0 } }
  }

  private func holder(of hit: Hit, _ target: Node) -> Holder {
    root(of: hit, target) ?? block(around: hit, target).map(Holder.block) ?? .nobody
  }

  /// What holds the target in a place that is no block; nil if it is one.
  private func root(of hit: Hit, _ target: Node) -> Holder? {
    if let image = memory.symbols.image(ofVariable: hit.place) {
      guard memory.isVariable(hit.place, image, isDoubtful: target.doubt > 0) else { return .nobody }
      let isOfSystem = memory.symbols.images[image].isOfSystem
      // Libraries keep much memory for reuse, with whatever was in it.
      let mostDoubt = memory.symbols.images[image].name == "libdispatch" ? Self.unknownHolder : 1
      if isOfSystem, target.doubt >= mostDoubt { return .nobody }
      return .root(
        .variable(image: image, address: hit.place),
        rank: (isOfSystem ? 2 : 0) + Self.rank(target.doubt))
    }
    if let thread = memory.picture.thread(withValueAt: hit.place) {
      return .root(.values(thread: thread), rank: 2 + Self.rank(target.doubt))
    }
    let region = memory.picture.region(of: hit.place)
    // What is on the stack of the thread that searches may be a holder, or a value of long ago.
    if region?.kind == .ownStack { return .nobody }
    guard let region, case .stack(let thread) = region.kind else { return nil }
    // What libraries leave on the stacks of threads that wait for work holds nothing.
    guard let function = memory.function(on: region) else { return .nobody }
    return .root(.stack(thread: thread, function: function), rank: 3 + Self.rank(target.doubt))
  }

  /// The block with the place, unless what is there does not hold the target.
  private func block(around hit: Hit, _ target: Node) -> Node? {
    // Weak references lead to a note beside the object, which points to it without holding it.
    guard !memory.isSideTable(hit.place, of: target.block),
      let (start, size) = memory.block(around: hit.place)
    else { return nil }
    let layout = memory.layout(ofObjectAt: start)
    let isTask = memory.isTask(layout)
    var isCertain = false
    var doubt = target.doubt
    if layout >= 0 {
      let known = memory.layouts.heapLayout(layout)
      guard !memory.isOfScaffolding(known.pointee),
        let place = StrongPlaces(memory.layouts, memory.picture).strongPlace(hit.place, in: start, known)
      else { return nil }
      isCertain = place.isCertain
      // Behind its locks, a library has room for values that are not there yet.
      if known.pointee.shape == .managedBuffer, known.pointee.isOfSystem { doubt += 1 }
    } else {
      if memory.isOfScaffolding(closureAt: hit.place) { return nil }
      // What a library made has an object of Swift through a closure.
      let isOfLibrary = names.name(ofBlockAt: start, size) != nil
      if isOfLibrary, target.layout >= 0, names.closure(at: hit.place) == nil { return nil }
    }
    if isTask {
      // A closure that is none of its own was there before.
      if memory.isOfScaffolding(taskAt: start) || names.isOfOtherClosure(hit.place, inTaskAt: start) {
        return nil
      }
      if names.function(ofTaskAt: start) == nil { doubt += Self.unknownHolder }
    }
    var isKnown = layout >= 0 || names.isKnown(blockAt: start, size)
    let slab = !isKnown || isTask ? TaskSlab(inBlockAt: start, size, memory.picture) : nil
    if let slab {
      guard slab.used.contains(hit.place) else { return nil }
      isKnown = true
    }
    // Within its memory a task has others, to which whoever wakes them points.
    if target.isSlab, slab == nil, !isTask { return nil }
    // What holds the target itself had better be known.
    if !isKnown { doubt += target.next < 0 ? Self.unknownHolder : 1 }
    return Node(
      doubt: doubt, block: start, size: size, layout: layout, place: hit.place, next: hit.node,
      isKnown: isKnown, isSlab: slab != nil && !isTask, isCertain: isCertain)
  }

  private static var deepest: Int { 24 }
  /// Added to the rank of a root that unknown memory leads to.
  private static var doubt: Int { 8 }
  /// The doubt about memory of which nothing is known, and which points to the target itself.
  private static var unknownHolder: Int { 3 }

  /// The rank of a task: its memory also has what earlier calls have left.
  private static var task: Int { 30 }

  private static func rank(_ doubt: Int) -> Int { doubt == 0 ? 0 : Self.doubt + doubt }
  private static var mostNodes: Int { 200_000 }
}
#endif
