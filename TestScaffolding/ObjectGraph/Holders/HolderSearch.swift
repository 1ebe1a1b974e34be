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
    case stack(thread: String)
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
    /// No word in memory has its address.
    case nobody
  }

  let picture: StillPicture
  let symbols: ProgramSymbols
  let blocks: HeapBlocks
  let layouts: LayoutCache
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
      for hit in hits(on: level.map { ($0, nodes[$0]) }) {
        switch holder(of: hit, nodes[hit.node]) {
        case .nobody: break
        case .ownStack: isOnOwnStack = true
        case .root(let root, let rank):
          if rank < best?.rank ?? .max { best = (rank, root, hit.node) }
        case .block(let node) where targets.contains(node.block):
          if node.doubt < cycle?.doubt ?? .max { cycle = node }
        case .block(let node):
          guard nodes.count < Self.mostNodes, seen.insert(node.block).inserted else { break }
          nodes.append(node)
          if isTask(node.layout), node.doubt == 0, best?.rank ?? .max > 0,
            names.function(ofTaskAt: node.block) != nil
          {
            best = (0, .task, nodes.count - 1)
          }
        }
      }
      if let best, best.rank <= 1 { break }
      // A library's variable or unknown memory may lead to everything; look a little further for a better root.
      if let best { levelsLeft = min(levelsLeft, best.rank < Self.doubt ? 3 : 8) }
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
    guard nodes.count > targets.count else {
      return isOnOwnStack ? .unrooted([], target: targets[0]) : .nobody
    }
    let known = nodes.lastIndex { $0.next >= 0 && $0.doubt == 0 } ?? nodes.count - 1
    let links = links(from: known, in: nodes)
    return .unrooted(links.links, target: links.target)
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

  private enum Holder {
    case nobody, root(Root, rank: Int), block(Node)
    /// A place on the stack of the thread that searches: what is there may be a holder, or a value of long ago.
    case ownStack
  }

  private func holder(of hit: Hit, _ target: Node) -> Holder {
    if let image = symbols.image(ofVariable: hit.place) {
      guard isVariable(hit.place, image, isDoubtful: target.doubt > 0) else { return .nobody }
      return .root(
        .variable(image: image, address: hit.place),
        rank: (symbols.images[image].isOfSystem ? 2 : 0) + (target.doubt > 0 ? Self.doubt : 0))
    }
    let kind = picture.region(of: hit.place)?.kind
    if kind == .ownStack { return .ownStack }
    if case .stack(let thread)? = kind {
      return target.doubt > 0 ? .nobody : .root(.stack(thread: thread), rank: 1)
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
    var isKnown = layout >= 0 || names.name(ofBlockAt: start, size) != nil
    if !isKnown || isTask(layout), let slab = TaskSlab(inBlockAt: start, size, picture) {
      guard slab.used.contains(hit.place) else { return .nobody }
      isKnown = true
    }
    return .block(
      Node(
        // What holds the target itself had better be known.
        doubt: target.doubt + (isKnown ? 0 : target.next < 0 ? 3 : 1), block: start, size: size,
        layout: layout, place: hit.place, next: hit.node, isKnown: isKnown))
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
    guard let symbol = symbols.symbol(at: place, in: image), symbol.hasPrefix("$s") else {
      return !isDoubtful
    }
    return symbol.hasSuffix("vpZ") || symbol.hasSuffix("vp")
  }

  private func isSideTable(_ place: UInt, of object: UInt) -> Bool {
    let counts = picture.word(object &+ 8)
    let isElsewhere: UInt = 3 << 62
    guard counts & isElsewhere == isElsewhere else { return false }
    let table = (counts & ~isElsewhere) << 3
    return place >= table && place < table &+ 16
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
    guard layout.role == .instance else { return false }
    let name = Metadata(layout.metadata).qualifiedName
    return name == "AppRuntime.AppHost" || Self.scaffolding.contains { name.hasPrefix($0 + ".") }
  }

  private func isOfScaffolding(taskAt block: UInt) -> Bool {
    guard let symbol = names.function(ofTaskAt: block) else { return false }
    return Self.scaffolding.contains { symbol.hasPrefix("$s\($0.utf8.count)\($0)") }
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
  private static var doubt: Int { 4 }
  private static var mostNodes: Int { 200_000 }
}

/// Where an object of a known type holds something strongly.
struct StrongPlaces {
  private let layouts: LayoutCache
  private let picture: StillPicture

  init(_ layouts: LayoutCache, _ picture: StillPicture) {
    self.layouts = layouts
    self.picture = picture
  }

  /// Whether a pointer at the place keeps its target alive.
  func holds(_ object: UInt, _ place: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) -> Bool {
    label(object, place, layout) != nil
  }

  /// The label and index of the place in the object, as they stand in a path; nil if it holds nothing there.
  func label(
    _ object: UInt, _ place: UInt, _ layout: UnsafeMutablePointer<HeapLayout>
  ) -> (label: Int32, index: Int32)? {
    let offset = place &- object
    let known = layout.pointee
    switch known.shape {
    case .fields: return step(at: offset, in: known.steps).map { ($0, -1) }
    case .array:
      guard offset >= known.elementOffset, known.stride > 0 else { return nil }
      let (index, inner) = (offset &- known.elementOffset).quotientAndRemainder(dividingBy: known.stride)
      return step(at: inner, in: known.steps).map { ($0, Int32(truncatingIfNeeded: index)) }
    case .set, .dictionary:
      let keys = picture.word(object &+ 48)
      let values = known.shape == .dictionary ? picture.word(object &+ 56) : 0
      if values > 0, place >= values, known.valueStride > 0 {
        return step(at: (place &- values) % known.valueStride, in: known.valueSteps).map { ($0, 0) }
      }
      guard keys > 0, place >= keys, known.stride > 0 else { return nil }
      return step(at: (place &- keys) % known.stride, in: known.steps).map { ($0, 0) }
    case .managedBuffer, .error, .genericClosure, .keyPath, .task: return (0, -1)
    }
  }

  private func step(at offset: UInt, in steps: StepList) -> Int32? {
    guard let start = steps.start else { return nil }
    for position in 0..<steps.count {
      let step = start[position]
      let size: UInt =
        switch step.kind {
        case .reference: 8
        case .existential: 24
        case .enumeration: UInt(bitPattern: layouts.enums[Int(step.detail)].size)
        case .words: UInt(bitPattern: Int(step.detail)) &* 8
        case .guarded, .repeated, .unknown: .max - step.offset
        }
      if offset >= step.offset, offset &- step.offset < size { return step.label }
    }
    return nil
  }
}
#endif
