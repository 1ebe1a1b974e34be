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
    /// Nothing that is known points to it.
    case nobody
  }

  let picture: StillPicture
  let symbols: ProgramSymbols
  let blocks: HeapBlocks
  let layouts: LayoutCache
  /// The function of the app on each stack that was looked at, by the start of the stack.
  private var functions: [UInt: String?] = [:]
  private var names: HolderNames { HolderNames(self, layouts) }

  /// Takes a picture of the process; nil if that is not possible.
  init?(_ layouts: LayoutCache, _ symbols: ProgramSymbols, ownStackAbove limit: UInt) {
    guard let picture = StillPicture(ownStackAbove: limit) else { return nil }
    self.picture = picture
    self.symbols = symbols
    self.layouts = layouts
    blocks = HeapBlocks(picture)
  }

  private struct Node {
    /// How much of the way from here to the target is memory of which nothing is known.
    let doubt: Int
    let block: UInt
    let size: UInt
    let layout: Int32
    let place: UInt
    let next: Int

    /// How far into the block a pointer to it may lead. Of memory of which nothing is known, only the start counts.
    var reach: UInt { isKnown ? min(size, 1 << 16) : 1 }
    var isKnown = true
  }

  /// A place that points to a node.
  private struct Hit {
    let place: UInt
    let node: Int
  }

  /// Searches for the shortest path from a root to one of the objects.
  func path(to targets: [UInt]) -> Outcome {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var nodes = targets.map { Node(doubt: 0, block: $0, size: 16, layout: 0, place: 0, next: -1) }
    var seen = Set(targets)
    var level = 0..<nodes.count
    var best: (rank: Int, root: Root, node: Int)?
    var cycle: Node?
    var isOnOwnStack = false
    var levelsLeft = Self.deepest
    while !level.isEmpty, levelsLeft > 0 {
      levelsLeft -= 1
      let first = nodes.count
      for (hit, holder) in believableHolders(of: level.map { ($0, nodes[$0]) }) {
        switch holder {
        case .nobody: break
        case .ownStack: isOnOwnStack = true
        case .root(let root, let rank):
          if rank < best?.rank ?? .max { best = (rank, root, hit.node) }
        case .block(let node) where targets.contains(node.block):
          if node.doubt < cycle?.doubt ?? .max { cycle = node }
        case .block(let node):
          guard nodes.count < Self.mostNodes, seen.insert(node.block).inserted else { break }
          nodes.append(node)
          // The memory of a task also has what earlier calls have left; without a name it tells nobody anything.
          guard isTask(node.layout), names.function(ofTaskAt: node.block) != nil else { break }
          let rank = Self.rank(node.doubt)
          if rank < best?.rank ?? .max { best = (rank, .task, nodes.count - 1) }
        }
      }
      if let best, best.rank <= 1 { break }
      // A library's variable or unknown memory may lead to everything; look a little further for a better root.
      if let best { levelsLeft = min(levelsLeft, best.rank < 3 ? 3 : 8) }
      level = first..<nodes.count
    }
    if let best, best.rank < Self.doubt || cycle == nil {
      let links = links(from: best.node, in: nodes)
      return .found(Path(root: best.root, links: links.links, target: links.target))
    }
    if let cycle {
      nodes.append(cycle)
      let links = links(from: nodes.count - 1, in: nodes)
      return .cycle(links.links, target: links.target)
    }
    guard let known = furthestNamed(in: nodes) else {
      return isOnOwnStack ? .unrooted([], target: targets[0]) : .nobody
    }
    let links = links(from: known, in: nodes)
    return .unrooted(links.links, target: links.target)
  }

  /// The holder at the end of what is known for sure; otherwise the nearest one with a name.
  private func furthestNamed(in nodes: [Node]) -> Int? {
    func isNamed(_ node: Node) -> Bool {
      node.next >= 0 && node.doubt < Self.unknownHolder
        && (node.layout >= 0 || names.name(ofBlockAt: node.block, node.size) != nil)
    }
    return nodes.lastIndex { $0.doubt == 0 && isNamed($0) } ?? nodes.firstIndex(where: isNamed)
  }

  private func links(from start: Int, in nodes: [Node]) -> (links: [Link], target: UInt) {
    var (links, current) = ([Link](), start)
    while nodes[current].next >= 0 {
      let node = nodes[current]
      links.append(Link(block: node.block, size: node.size, layout: node.layout, place: node.place))
      current = node.next
    }
    return (links, nodes[current].block)
  }

  // MARK: - Who holds

  /// What holds the nodes, each with the place. Where objects and variables of known types account for all references to a
  /// node, words in memory that only look like references are left out.
  private func believableHolders(of nodes: [(number: Int, node: Node)]) -> [(hit: Hit, holder: Holder)] {
    guard let first = nodes.first?.number else { return [] }
    let all = hits(on: nodes).map { ($0, holder(of: $0, nodes[$0.node - first].node)) }
    var certain: [Int: Int] = [:]
    for (hit, holder) in all where isCertain(holder) { certain[hit.node, default: 0] += 1 }
    return all.filter { hit, holder in
      isCertain(holder) || certain[hit.node, default: 0] < references(to: nodes[hit.node - first].node)
    }
  }

  private func isCertain(_ holder: Holder) -> Bool {
    switch holder {
    case .block(let node): node.layout >= 0 && !isTask(node.layout)
    case .root(.variable, _): true
    case .root, .nobody, .ownStack: false
    }
  }

  /// The number of strong references to an object. One to each object that is searched for belongs to the walk.
  private func references(to node: Node) -> Int {
    var counts = picture.word(node.block &+ 8)
    let isElsewhere: UInt = 3 << 62
    if counts & isElsewhere == isElsewhere {
      // As the runtime keeps them beside the object, behind its address and a word for other notes.
      counts = picture.word(((counts & ~isElsewhere) << 3) &+ 16)
    }
    return Int(counts >> 33 & 0x3FFF_FFFF) + 1 - (node.next < 0 ? 1 : 0)
  }

  private enum Holder {
    case nobody, root(Root, rank: Int), block(Node)
    /// A place on the stack of the thread that searches: what is there may be a holder, or a value of long ago.
    case ownStack
  }

  private func holder(of hit: Hit, _ target: Node) -> Holder {
    if let image = symbols.image(ofVariable: hit.place) {
      guard isVariable(hit.place, image, isDoubtful: target.doubt > 0) else { return .nobody }
      let isOfSystem = symbols.images[image].isOfSystem
      // Libraries keep much memory for reuse, with whatever was in it.
      let mostDoubt = symbols.images[image].name == "libdispatch" ? Self.unknownHolder : 1
      if isOfSystem, target.doubt >= mostDoubt { return .nobody }
      return .root(
        .variable(image: image, address: hit.place),
        rank: (isOfSystem ? 2 : 0) + Self.rank(target.doubt))
    }
    if let thread = picture.thread(withValueAt: hit.place) {
      return .root(.values(thread: thread), rank: 2 + Self.rank(target.doubt))
    }
    let region = picture.region(of: hit.place)
    if region?.kind == .ownStack { return .ownStack }
    if let region, case .stack(let thread) = region.kind {
      // What libraries leave on the stacks of threads that wait for work holds nothing.
      guard let function = function(on: region) else { return .nobody }
      return .root(
        .stack(thread: thread, function: function), rank: 3 + Self.rank(target.doubt))
    }
    // Weak references lead to a note beside the object, which points to it without holding it.
    if isSideTable(hit.place, of: target.block) { return .nobody }
    guard let (start, size) = block(around: hit.place) else { return .nobody }
    let layout = layout(ofObjectAt: start)
    if layout >= 0 {
      let known = layouts.heapLayout(layout)
      if isOfScaffolding(known.pointee) || isTask(layout) && isOfScaffolding(taskAt: start)
        || !StrongPlaces(layouts, picture).holds(start, hit.place, known)
      {
        return .nobody
      }
    }
    var isKnown = layout >= 0 || names.isKnown(blockAt: start, size)
    if !isKnown || isTask(layout), let slab = TaskSlab(inBlockAt: start, size, picture) {
      guard slab.used.contains(hit.place) else { return .nobody }
      isKnown = true
    }
    return .block(
      Node(
        // What holds the target itself had better be known.
        doubt: target.doubt + (isKnown ? 0 : target.next < 0 ? Self.unknownHolder : 1), block: start,
        size: size, layout: layout, place: hit.place, next: hit.node, isKnown: isKnown))
  }

  /// The layout of the object that begins at the address; -1 if none does.
  ///
  /// Other memory may begin with the address of a type, too; but only an object has its reference counts there.
  func layout(ofObjectAt address: UInt) -> Int32 {
    let (metadata, counts) = (picture.word(address), picture.word(address &+ 8))
    guard counts & 1 == 1 || counts >> 62 == 3, Metadata.isGenuine(metadata) else { return -1 }
    switch Metadata(metadata).kind {
    // What C++ puts there may look like a class, but does not begin like one of Swift.
    case .class where word(metadata) != 0: return -1
    case .class, .closureContext, .box, .errorBox, .task: return layouts.heapNumber(of: metadata)
    default: return -1
    }
  }

  private func isTask(_ layout: Int32) -> Bool {
    layout >= 0 && layouts.heapLayout(layout).pointee.role == .task
  }

  /// Whether the place is a variable that can hold an object. The runtime has none for objects of others, but notes with
  /// their addresses; types and what is remembered of them are no variables either.
  private func isVariable(_ place: UInt, _ image: Int, isDoubtful: Bool) -> Bool {
    if symbols.images[image].name == "libswiftCore" { return false }
    // Between the variables of the app is memory that is nobody's.
    let isOfSystem = symbols.images[image].isOfSystem
    guard let symbol = symbols.symbol(at: place, in: image) else { return isOfSystem }
    guard symbol.hasPrefix("$s") else { return isOfSystem || !isDoubtful }
    return symbol.hasSuffix("vpZ") || symbol.hasSuffix("vp")
  }

  private func isSideTable(_ place: UInt, of object: UInt) -> Bool {
    let counts = picture.word(object &+ 8)
    let isElsewhere: UInt = 3 << 62
    guard counts & isElsewhere == isElsewhere else { return false }
    let table = (counts & ~isElsewhere) << 3
    return place >= table && place < table &+ 16
  }

  /// The innermost function of the app on a stack; nil if there is none.
  private func function(on region: StillPicture.Region) -> String? {
    if let known = functions[region.start] { return known }
    let found = StackFrames(region).returns.lazy.compactMap { address -> String? in
      guard let symbol = self.symbols.symbol(at: address), !self.symbols.images[symbol.image].isOfSystem,
        !Self.isOfScaffolding(symbol.name)
      else { return nil }
      return SymbolName(symbol.name).function
    }.first
    functions[region.start] = .some(found)
    return found
  }

  /// The block around a place. Where the allocator is not known, an object that begins a little before it.
  private func block(around place: UInt) -> (UInt, UInt)? {
    if let number = blocks.block(of: place) { return (blocks.starts[number], blocks.sizes[number]) }
    guard blocks.starts.isEmpty, place > 4096 else { return nil }
    for start in stride(from: place & ~15, to: place &- 4096, by: -16) {
      if layout(ofObjectAt: start) >= 0 { return (start, place &- start &+ 8) }
    }
    return nil
  }

  /// What this search, the walks and the gate hold themselves is no leak.
  private func isOfScaffolding(_ layout: HeapLayout) -> Bool {
    let type = Metadata(layout.metadata)
    switch layout.shape {
    case .array, .set: return isOfScaffolding(type.genericArgument(0))
    case .dictionary: return [0, 1].contains { isOfScaffolding(type.genericArgument($0)) }
    default: return layout.role == .instance && isOfScaffolding(type)
    }
  }

  private func isOfScaffolding(_ type: Metadata) -> Bool {
    let name = type.qualifiedName
    return name == "AppRuntime.AppHost" || Self.scaffolding.contains { name.hasPrefix($0 + ".") }
  }

  private func isOfScaffolding(taskAt block: UInt) -> Bool {
    names.function(ofTaskAt: block).map(Self.isOfScaffolding) ?? false
  }

  private static func isOfScaffolding(_ symbol: String) -> Bool {
    scaffolding.contains { symbol.hasPrefix("$s\($0.utf8.count)\($0)") }
  }

  private static let scaffolding = ["ObjectGraph", "TestScaffolding", "LocalHTTP"]

  // MARK: - Reading everything

  /// All places that point to one of the nodes.
  private func hits(on nodes: [(number: Int, node: Node)]) -> [Hit] {
    let wanted = nodes.map { number, node in
      (
        start: node.block, end: node.layout >= 0 ? node.block &+ 1 : node.block &+ node.reach,
        number
      )
    }.sorted { $0.start < $1.start }
    var filter = [UInt64](repeating: 0, count: 1 << 10)
    for range in wanted {
      for line in stride(from: range.start >> 4, through: (range.end &- 1) >> 4, by: 1) {
        let bit = Self.bit(line)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
      }
    }
    var hits: [Hit] = []
    filter.withUnsafeBufferPointer { filter in
      for region in picture.regions {
        let count = Int(bitPattern: (region.end &- region.start) / 8)
        for position in 0..<count {
          let value = region.copy[position] & Self.addressBits
          if value < 4096 { continue }
          let bit = Self.bit(value >> 4)
          guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1 else { continue }
          var (low, high) = (0, wanted.count)
          while low < high {
            let middle = (low + high) / 2
            if wanted[middle].start <= value { low = middle + 1 } else { high = middle }
          }
          guard low > 0, value < wanted[low - 1].end else { continue }
          let place = region.start &+ UInt(bitPattern: position) &* 8
          // A block that points into itself is held by nobody for that.
          let own = nodes[wanted[low - 1].2 - nodes[0].number].node
          if place >= own.block, place < own.block &+ own.size { continue }
          hits.append(Hit(place: place, node: wanted[low - 1].2))
        }
      }
    }
    return hits
  }

  private static func bit(_ line: UInt) -> Int {
    Int(truncatingIfNeeded: (line &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }

  /// The bits of a reference that are an address; Swift uses the others for notes.
  private static var addressBits: UInt { 0x00FF_FFFF_FFFF_FFF8 }
  private static var deepest: Int { 24 }
  /// Added to the rank of a root that unknown memory leads to.
  private static var doubt: Int { 8 }
  /// The doubt about memory of which nothing is known, and which points to the target itself.
  private static var unknownHolder: Int { 3 }

  private static func rank(_ doubt: Int) -> Int { doubt == 0 ? 0 : Self.doubt + doubt }
  private static var mostNodes: Int { 200_000 }
}
#endif
