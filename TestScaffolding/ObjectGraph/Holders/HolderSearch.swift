#if DEBUG
import ObjectMemory

/// Explores the memory of the process backwards from some objects, from what points to them to what points to that, up to
/// the roots. It looks for all objects at once: each step reads the memory once.
///
/// A place of a known type that holds its target for sure is certain. Of all other memory, a word that has the value of an
/// address may be a pointer or a value of long ago: such a word counts only where what is certain leaves references open.
final class HolderSearch {
  /// Where a path can begin.
  enum Root: Hashable {
    case variable(image: Int, address: UInt)
    /// A function of the app that a thread is in.
    case stack(thread: String, function: String)
    /// What a thread has for its own use, such as its dictionary.
    case values(thread: String)
    /// A task that has not ended; it is kept by itself, or by whatever will resume it.
    case task
    /// An object of the new generation, or of what lasts as long as the process.
    case walked(isNew: Bool, Int32)
  }

  enum Source { case root(Root), node(Int) }

  /// A variable may as well be unowned, which no symbol says. Of some, not even the type is known.
  enum Variable { case ofKnownType, ofUnknownType }

  /// A place that points to a node.
  struct Link {
    let source: Source
    let node: Int
    let place: UInt
    /// How much of a guess it is; 0 for what is known for sure.
    let doubt: Int
    let variable: Variable?
    /// The next link to the same node, or -1.
    let next: Int
  }

  struct Node {
    let block: UInt
    let size: UInt
    /// The layout of the object, or -1 for a block that is no Swift object.
    let layout: Int32
    /// How far into the block a pointer to it may lead. To an object, and to memory of which nothing is known, only one to
    /// the start counts.
    var reach: UInt = 1
    /// How much of the way from here to a target is memory of which nothing is known.
    var doubt = 0
    /// The target to which it leads first.
    var target = 0
    /// Whether it is memory of a task, beside the task itself.
    var isSlab = false
    /// Whether nobody asks who holds it, because a path can begin here.
    var isEnd = false
    var firstLink = -1
    /// How many references it has, and how many places of known types and variables point to it.
    var references = 0, certain = 0, variables = 0
    /// How many references are left that nothing accounts for.
    var open: Int { references - certain - variables }
    /// Whether the places of known types account for all references.
    var isAccountedFor: Bool { certain >= references }
  }

  let memory: ProcessMemory
  private(set) var nodes: [Node] = []
  private(set) var links: [Link] = []
  /// The number of the targets, which are the first nodes.
  private(set) var targetCount = 0
  /// Whether all memory was looked at: then nothing can hold an object unseen.
  private(set) var isComplete: Bool
  /// The nodes by their blocks. It is fast in debug builds, where a dictionary is not specialized.
  private let numbers = UnsafeMutablePointer<ObjectTable>.allocate(capacity: 1)
  private var kinds: [UInt: BlockKind] = [:]
  /// How many roots were found for each target.
  private var found: [Int: Int] = [:]

  /// What the walks know of the memory.
  private let new, lasting: Walk
  /// Whether the block is one of the survivors' own, of which the walk has told already.
  private let isInner: (_ block: UInt) -> Bool

  init(_ memory: ProcessMemory, _ new: Walk, _ lasting: Walk, isInner: @escaping (_ block: UInt) -> Bool) {
    (self.memory, self.new, self.lasting, self.isInner) = (memory, new, lasting, isInner)
    // What a sanitizer keeps for itself is too large to be copied, and holds nothing.
    isComplete = ObjectMemoryKnowsBlocks() || memory.picture.isWhole && memory.picture.hasWholeHeaps
    ObjectTableBegin(numbers, 1_024)
  }

  deinit {
    ObjectTableEnd(numbers)
    numbers.deallocate()
  }

  /// The node of a block; nil if the search did not come there.
  func node(at block: UInt) -> Int? {
    let number = ObjectTableNumber(numbers, block)
    return number < 0 ? nil : Int(number)
  }

  /// The number of the way on which a path begins.
  func way(from root: Root) -> Int32 {
    let (way, text): (Int32, String) =
      switch root {
      case .variable: (-1, memory.keeper(root))
      case .stack(let thread, let function): (-1, "\(thread) in \(function)")
      case .values(let thread): (-1, thread)
      case .task: (-1, "a task")
      case .walked(true, let number): (new.ways[Int(number)], "new")
      case .walked(false, let number): (lasting.ways[Int(number)], "lasting")
      }
    return memory.layouts.way(after: way, over: memory.layouts.labels.number(of: text), to: -2)
  }

  // MARK: - The search

  func explore(from targets: [UInt]) {
    for target in targets {
      add(Node(block: target, size: 16, layout: memory.layout(ofObjectAt: target), target: nodes.count))
    }
    targetCount = nodes.count
    var level = 0..<nodes.count
    for depth in 0..<Self.deepest where !level.isEmpty {
      let asked = level.filter { !nodes[$0].isEnd && (nodes[$0].doubt == 0 || isWanted($0, depth)) }
      level = nodes.count..<nodes.count
      if asked.isEmpty { return }
      let wanted = asked.map { nodes[$0].block..<nodes[$0].block &+ nodes[$0].reach }
      let picture = memory.picture
      let all = picture.pointers(into: wanted)
      if all == nil { isComplete = false }
      // The values of static variables are no leaks, however little time there is.
      let isQuick = depth == 0 || wanted.count < Self.mostWithoutTime
      guard let places = all ?? (isQuick ? picture.pointers(into: wanted, of: variables) : nil) else {
        return
      }
      let first = nodes.count
      link(places.map { Hit(place: $0.place, node: asked[$0.range]) }, isFirst: depth == 0)
      level = first..<nodes.count
    }
    isComplete = isComplete && level.isEmpty
  }

  /// The memory of the app's own variables.
  private var variables: [StillPicture.Region] {
    let own = memory.symbols.images.filter { !$0.isOfSystem }.map(\.variables)
    return memory.picture.regions.filter { region in own.contains { $0.overlaps(region.start..<region.end) } }
  }

  /// Whether to go on along a guess: a few steps further than the first roots, in case of a better one.
  private func isWanted(_ node: Int, _ depth: Int) -> Bool {
    let count = found[nodes[node].target] ?? 0
    return count == 0 || count < 8 && depth < 12
  }

  private func add(_ node: Node) {
    guard ObjectTableNumber(numbers, node.block) < 0 else { return }
    ObjectTableSet(numbers, node.block, Int32(truncatingIfNeeded: nodes.count))
    nodes.append(node)
  }

  private struct Hit {
    let place: UInt
    let node: Int
  }

  private struct Holder {
    enum Kind { case nobody, root(Root), block(Node) }
    var kind: Kind
    /// How much of a guess the place is, should it count; 0 for what is known for sure.
    var doubt = 0
    var variable: Variable?

    static let nobody = Holder(kind: .nobody)
  }

  private func link(_ hits: [Hit], isFirst: Bool) {
    var (holders, worst) = ([Holder](), 0)
    for hit in hits { nodes[hit.node].references = references(to: hit.node) }
    for hit in hits {
      let holder = holder(of: hit)
      holders.append(holder)
      worst = max(worst, holder.doubt)
      if case .nobody = holder.kind { continue }
      if holder.variable != nil {
        nodes[hit.node].variables += 1
      } else if holder.doubt == 0 {
        nodes[hit.node].certain += 1
      }
    }
    // Of two ways to a block, the one with less doubt comes first, and is kept.
    for doubt in 0...worst {
      for position in hits.indices where holders[position].doubt == doubt {
        link(hits[position], to: holders[position], isFirst)
      }
    }
  }

  /// Adds a link over a place, if that may hold its node.
  private func link(_ hit: Hit, to holder: Holder, _ isFirst: Bool) {
    var doubt = holder.doubt
    let open = nodes[hit.node].open
    if holder.variable != nil {
      // Whether it is believed where there are too many places is seen when all ways are known.
      if open < 0 { doubt = max(doubt, 1) }
    } else if doubt > 0, open <= 0 {
      return
    }
    switch holder.kind {
    case .nobody: return
    case .root(let root): append(.root(root), to: hit, doubt, holder.variable)
    case .block(let node):
      // What the walk of the survivors has seen itself is told by it.
      if isFirst, isInner(node.block) { return }
      if self.node(at: node.block) == nil {
        guard nodes.count < Self.mostNodes else { return isComplete = false }
        add(node)
        // Without a name, a task tells nobody anything.
        if memory.isTask(node.layout), memory.function(ofTaskAt: node.block) != nil {
          nodes[nodes.count - 1].isEnd = true
          found[node.target, default: 0] += 1
        }
      }
      if let number = self.node(at: node.block) { append(.node(number), to: hit, doubt) }
    }
  }

  private func append(_ source: Source, to hit: Hit, _ doubt: Int, _ variable: Variable? = nil) {
    if case .root = source, variable == nil || !nodes[hit.node].isAccountedFor {
      found[nodes[hit.node].target, default: 0] += 1
    }
    links.append(
      Link(
        source: source, node: hit.node, place: hit.place, doubt: doubt, variable: variable,
        next: nodes[hit.node].firstLink))
    nodes[hit.node].firstLink = links.count - 1
  }

  /// The number of strong references to a node; a block that is no object may have any number.
  private func references(to node: Int) -> Int {
    nodes[node].layout < 0 ? .max / 2 : memory.references(toObjectAt: nodes[node].block)
  }

  /// Whether it is an object, or something of a library with a name, and not only a part of how one holds another.
  func tellsWho(_ node: Int) -> Bool {
    let (layout, block) = (nodes[node].layout, nodes[node].block)
    return layout < 0
      ? memory.name(ofBlockAt: block, nodes[node].size) != nil
      : memory.layouts.heapLayout(layout).pointee.role == .instance
  }

  // MARK: - Who holds

  private func holder(of hit: Hit) -> Holder {
    let target = nodes[hit.node]
    // A block that points into itself is held by nobody for that.
    if hit.place >= target.block, hit.place < target.block &+ target.size { return .nobody }
    return root(of: hit, target) ?? block(around: hit, target) ?? .nobody
  }

  /// What holds the target in a place that is no block; nil if it is one.
  private func root(of hit: Hit, _ target: Node) -> Holder? {
    if let image = memory.symbols.image(ofVariable: hit.place) {
      guard memory.isVariable(hit.place, image, isDoubtful: target.doubt > 0) else { return .nobody }
      let isOfSystem = memory.symbols.images[image].isOfSystem
      // Libraries keep much memory for reuse, with whatever was in it.
      let mostDoubt = memory.symbols.images[image].name == "libdispatch" ? Self.unknownHolder : 1
      if isOfSystem, target.doubt >= mostDoubt { return .nobody }
      let root = Root.variable(image: image, address: hit.place)
      guard let variable = memory.symbols.entry(at: hit.place, in: image),
        String(cString: variable.name).hasPrefix("$s")
      else {
        return Holder(kind: .root(root), doubt: isOfSystem ? 2 : 0, variable: .ofUnknownType)
      }
      guard let (place, isTyped) = memory.strongPlace(hit.place, in: variable, image) else { return .nobody }
      return Holder(
        kind: .root(root), doubt: place.isCertain ? 0 : 1,
        variable: place.isCertain ? (isTyped ? .ofKnownType : .ofUnknownType) : nil)
    }
    if let thread = memory.picture.thread(withValueAt: hit.place) {
      return Holder(kind: .root(.values(thread: thread)), doubt: 2)
    }
    // What is on the stack of the thread that searches may be a holder, or a value of long ago. In front of a stack, on its
    // first page, is what is not in use.
    guard let region = memory.picture.region(of: hit.place), region.kind != .ownStack else { return .nobody }
    guard case .stack(let thread) = region.kind else { return nil }
    // What libraries leave on the stacks of threads that wait for work holds nothing.
    guard let function = memory.function(on: region) else { return .nobody }
    return Holder(kind: .root(.stack(thread: thread, function: function)), doubt: 6)
  }

  /// The block with the place, unless what is there does not hold the target.
  private func block(around hit: Hit, _ target: Node) -> Holder? {
    // Weak references lead to a note beside the object, which points to it without holding it.
    guard !memory.isSideTable(hit.place, of: target.block),
      let (start, size) = memory.block(around: hit.place)
    else { return nil }
    let layout = memory.layout(ofObjectAt: start)
    let isTask = memory.isTask(layout)
    var node = Node(block: start, size: size, layout: layout, doubt: target.doubt, target: target.target)
    var doubt = 1
    if layout >= 0 {
      let known = memory.layouts.heapLayout(layout)
      guard !memory.isOfScaffolding(layout), !memory.isEnding(objectAt: start),
        let place = memory.strongPlace(hit.place, in: start, known)
      else { return nil }
      if place.isCertain { doubt = 0 }
      // Behind its locks, a library has room for values that are not there yet.
      if doubt > 0, known.pointee.shape == .managedBuffer, known.pointee.isOfSystem { node.doubt += 1 }
      // Whoever is known to the walks needs no search.
      if doubt == 0, let root = root(start) { return Holder(kind: .root(root)) }
    } else {
      if memory.isOfScaffolding(closureAt: hit.place) { return nil }
      let kind = kind(ofBlockAt: start, size)
      // What a library made has an object of Swift through a closure.
      if kind.isOfLibrary, target.layout >= 0, memory.closure(at: hit.place) == nil { return nil }
      if kind.isClosureOfC, memory.closure(at: hit.place) != nil { doubt = 0 }
    }
    if isTask, doubt > 0 {
      // A closure that is none of its own was there before.
      if memory.isOfScaffolding(taskAt: start) || memory.isOfOtherClosure(hit.place, inTaskAt: start) {
        return nil
      }
      if memory.isOwnClosure(hit.place, ofTaskAt: start) { doubt = 0 }
      if memory.function(ofTaskAt: start) == nil { node.doubt += Self.unknownHolder }
    }
    let kind = layout < 0 || isTask ? kind(ofBlockAt: start, size) : nil
    var isKnown = layout >= 0 || kind?.isOfLibrary == true || kind?.isClosureOfC == true
    let slab = doubt > 0 ? kind?.slab : nil
    if let slab {
      guard slab.contains(hit.place) else { return nil }
      isKnown = true
      doubt += 2
    }
    // Within its memory a task has others, to which whoever wakes them points.
    if target.isSlab, slab == nil, !isTask { return nil }
    // What holds the target itself had better be known.
    if !isKnown { node.doubt += hit.node < targetCount ? Self.unknownHolder : 1 }
    if !isKnown { doubt += Self.unknownHolder }
    node.isSlab = slab != nil && !isTask
    node.reach = layout < 0 && isKnown ? min(size, 1 << 16) : 1
    return Holder(kind: .block(node), doubt: doubt)
  }

  /// What is found out of a block once, however many of its words count.
  private struct BlockKind {
    let isOfLibrary: Bool
    let isClosureOfC: Bool
    /// What of a task's memory is in use.
    let slab: Range<UInt>?
  }

  private func kind(ofBlockAt start: UInt, _ size: UInt) -> BlockKind {
    if let known = kinds[start] { return known }
    let isOfLibrary = memory.name(ofBlockAt: start, size) != nil
    let isClosureOfC = memory.isClosureOfC(blockAt: start)
    let slab = isOfLibrary || isClosureOfC ? nil : memory.picture.usedSlab(inBlockAt: start, size)
    let kind = BlockKind(isOfLibrary: isOfLibrary, isClosureOfC: isClosureOfC, slab: slab)
    kinds[start] = kind
    return kind
  }

  private func root(_ block: UInt) -> Root? {
    let (new, lasting) = (new.number(at: block), lasting.number(at: block))
    return max(new, lasting) < 0 ? nil : .walked(isNew: lasting < 0, lasting < 0 ? new : lasting)
  }

  private static var deepest: Int { 24 }
  /// The doubt about memory of which nothing is known, and which points to the target itself.
  private static var unknownHolder: Int { 3 }
  private static var mostNodes: Int { 400_000 }
  /// Of so many blocks, static variables are asked when the time is up.
  private static var mostWithoutTime: Int { 1_000 }
}
#endif
