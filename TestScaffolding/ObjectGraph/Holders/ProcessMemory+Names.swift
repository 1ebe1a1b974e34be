#if DEBUG
import Leaks
import ObjectMemory

/// Writes down a path that a search has found, in words that stand in the app's code, or that are the public names of
/// what a library has.
extension ProcessMemory {
  typealias Link = (node: HolderSearch.Node, place: UInt)

  /// The path in words; nil if nothing on it has a name. `trail` writes the path to an object of one of the walks, `onwards`
  /// what leads on from the path's target.
  func path(
    _ found: HolderPaths.Path, trail: (HolderSearch.Root) -> LeakPath?,
    onwards: ((inout PathText) -> Void)? = nil
  ) -> LeakPath? {
    var links = found.links[...]
    var text = PathText()
    var isNamed = false
    switch found.root {
    case .variable(let image, let address):
      text = PathText(from: variable(image, address))
      let closure = closure(inVariableAt: address, image)
      if let closure { text.append(station: closure) }
      isNamed = closure == nil && !symbols.images[image].isOfSystem
    case .stack(let thread, let function): text = PathText(from: "the stack of \(thread) in \(function)")
    case .values(let thread): text = PathText(from: "the values of \(thread)")
    case .task: text = PathText(from: links.popFirst().map { task($0.node.block) } ?? "a task")
    case .walked:
      text = PathText(from: found.root.flatMap(trail)?.description ?? "")
      isNamed = true
    case nil:
      while let first = links.first, !tellsWho(first) { links.removeFirst() }
      guard let first = links.first else { return nil }
      if let name = first.node.layout < 0 ? name(ofBlock: first) : nil {
        text = PathText(from: name)
        links.removeFirst()
      } else if first.node.layout < 0 || layouts.heapLayout(first.node.layout).pointee.role == .part {
        // What keeps the closure has no name of its own.
        text = PathText(from: closure(of: first) ?? "")
        links.removeFirst()
      }
    }
    write(links, isVariable: isNamed, &text)
    let layout = layout(ofObjectAt: found.target)
    if layout >= 0, onwards == nil || !links.isEmpty || !isNamed {
      text.append(named: layouts.heapLayout(layout).pointee.name)
    }
    onwards?(&text)
    return text.path
  }

  /// Whether the link is more than a part of how one object holds another.
  private func tellsWho(_ link: Link) -> Bool {
    if link.node.layout >= 0, layouts.heapLayout(link.node.layout).pointee.role != .part { return true }
    return link.node.layout < 0 && name(ofBlock: link) != nil || closure(of: link) != nil
  }

  /// What is known of the place in an object of a known type.
  private func place(of link: Link) -> StrongPlace? {
    guard link.node.layout >= 0 else { return nil }
    return strongPlace(link.place, in: link.node.block, layouts.heapLayout(link.node.layout))
  }

  private func closure(of link: Link) -> String? {
    // In front of the first value of a dictionary is a key, or what was there before.
    if link.node.layout >= 0, layouts.heapLayout(link.node.layout).pointee.shape.isHashed,
      place(of: link).map({ layouts.isClosure($0.label) }) != true
    {
      return nil
    }
    return closure(at: link.place)
  }

  /// The number of the way that goes on over a link, to an object with this layout.
  func way(after way: Int32, over link: Link, to target: Int32) -> Int32 {
    let layout = link.node.layout < 0 ? nil : layouts.heapLayout(link.node.layout)
    let label = place(of: link)?.label ?? 0
    // Other places have no closure.
    guard layout.map({ $0.pointee.role == .closure }) ?? true || layouts.isClosure(label),
      let symbol = closureSymbol(at: link.place)
    else { return layouts.way(after: way, over: label, to: target) }
    let code = -3 - layouts.labels.number(of: symbol.name)
    let closure = layouts.ways.number(after: way, over: label, to: code, isOwn: true)
    return layouts.way(after: closure, over: 0, to: target)
  }

  /// What tells the variable with which a path begins from all others: two private types may have the same name.
  func keeper(_ root: HolderSearch.Root?) -> String {
    guard case .variable(let image, let address) = root else { return "" }
    return symbols.symbol(at: address, in: image) ?? ""
  }

  /// Whether the object is itself the value of a static or global variable of the app, or of a lazy property of that; with
  /// `orPart`, also anything below such a variable.
  func isVariableOfApp(_ found: HolderPaths.Path, orPart: Bool) -> Bool {
    let isItself = found.count == 0 || found.count == 1 && isLazy(found.links[0])
    guard orPart || isItself, case .variable(let image, let address) = found.root else { return false }
    // What a closure captures is not the variable's value, which is the closure.
    return !symbols.images[image].isOfSystem && closure(inVariableAt: address, image) == nil
  }

  func isLazy(_ link: Link) -> Bool { place(of: link).map { layouts.isLazy($0.label) } ?? false }

  // MARK: - Links

  private func write(
    _ links: ArraySlice<Link>, isVariable: Bool, _ text: inout PathText
  ) {
    for (position, link) in PathText.shortened(Array(links)).enumerated() {
      guard let link else {
        text.append(named: "…")
        continue
      }
      guard link.node.layout >= 0 else {
        if let name = name(ofBlock: link) { text.append(station: name) }
        if let closure = closure(of: link) { text.append(station: closure) }
        continue
      }
      let layout = layouts.heapLayout(link.node.layout)
      if layout.pointee.role == .task {
        text.append(station: function(ofTaskAt: link.node.block) == nil ? "Task" : task(link.node.block))
        continue
      }
      // What a variable of the app holds is known by the variable's name.
      if position > 0 || !isVariable || layout.pointee.role != .instance { text.append(layout.pointee) }
      if let place = place(of: link) {
        let key = layout.pointee.shape.isHashed ? "…" : nil
        text.append(edge: layouts.labels[place.label], index: place.index, key: key)
      }
      if let closure = closure(of: link) { text.append(closure: closure) }
    }
  }

  /// The name of the closure that a variable has together with the captures at the address: its code is in it as well.
  private func closure(inVariableAt address: UInt, _ image: Int) -> String? {
    let symbol = symbols.symbol(at: address, in: image)
    return symbol != nil && symbols.symbol(at: address &- 8, in: image) == symbol
      ? closure(at: address) : nil
  }

  /// The name of the closure whose captures are kept at the place.
  func closure(at place: UInt) -> String? { closureSymbol(at: place).flatMap(symbols.closure) }

  /// The name of the closure that an object has together with these captures.
  func closure(capturing captures: UInt, in object: UInt) -> String? {
    guard let (start, size) = block(around: object) else { return nil }
    return stride(from: start, to: start &+ size, by: 8).lazy.filter { [picture] in
      picture.word($0) == captures
    }
    .compactMap(closure).first
  }

  /// The symbol of the closure whose captures are kept at the place: its code is stored in front of them.
  func closureSymbol(at place: UInt) -> (image: Int, name: String)? {
    symbols.symbol(at: picture.word(place &- 8))
  }

  private func task(_ block: UInt) -> String {
    function(ofTaskAt: block).flatMap(symbols.function).map { "the task of \($0)" } ?? "a task"
  }

  /// The symbol of the closure that was given to a task, or of what else of the app it began with; nil if it has ended.
  func function(ofTaskAt block: UInt) -> (image: Int, name: String)? {
    if hasEnded(taskAt: block) { return nil }
    let isQueued = picture.word(block &+ 96) & 0x1000 != 0
    return functions(ofTaskAt: block).first(where: symbols.isOfApp)
      ?? (isQueued ? closure(ofNewTaskAt: block) : nil)
  }

  private func hasEnded(taskAt block: UInt) -> Bool { picture.word(block &+ 96) & 0x2000 != 0 }

  /// The contexts of a task, the innermost first.
  private func contexts(ofTaskAt block: UInt) -> [UInt] {
    let all = sequence(first: picture.word(block &+ 64)) { [picture] in
      picture.word($0)
    }
    return Array(all.prefix { $0 != 0 }.prefix(4096))
  }

  /// The symbols of the program's functions that a task returns to, the outermost first.
  func functions(ofTaskAt block: UInt) -> some Sequence<(image: Int, name: String)> {
    let places = [block &+ 56] + contexts(ofTaskAt: block).map { $0 &+ 8 }
    return places.reversed().lazy.map(picture.word).compactMap(symbols.symbolOfProgram)
  }

  /// Whether the place in a task has the captures of the closure that was given to it: they are in front of the first of its
  /// contexts, behind the code, and stay there until the task has ended.
  func isOwnClosure(_ place: UInt, ofTaskAt block: UInt) -> Bool {
    guard !hasEnded(taskAt: block), let first = contexts(ofTaskAt: block).last else { return false }
    return place == first &- 16 && ObjectMemoryIsProgram(picture.word(first &- 24))
  }

  /// The symbol of the closure with which a task will begin. It, and what it captures, are in front of the first context.
  /// What only leads to another closure captures that, some of them behind a type.
  private func closure(ofNewTaskAt block: UInt) -> (image: Int, name: String)? {
    var place = picture.word(block &+ 64) &- 24
    for _ in 0..<8 {
      guard let symbol = symbols.symbol(at: picture.word(place)) else { return nil }
      if symbols.isOfApp(symbol) { return symbol }
      place = picture.word(place &+ 8) &+ 16
      let isFunction = symbols.symbol(at: picture.word(place))?.name.hasSuffix("Tu") ?? false
      if !isFunction { place += 8 }
    }
    return nil
  }

  /// Whether the place in a task's memory has the captures of a closure that is none of the task's functions.
  func isOfOtherClosure(_ place: UInt, inTaskAt block: UInt) -> Bool {
    guard let closure = closureSymbol(at: place).flatMap({ SymbolName($0.name).closure }) else {
      return false
    }
    return !functions(ofTaskAt: block).contains { SymbolName($0.name).closure == closure }
  }

  private func name(ofBlock link: Link) -> String? { name(ofBlockAt: link.node.block, link.node.size) }

  /// The public name of a block that is no Swift object: the words at its start point to what describes it.
  func name(ofBlockAt block: UInt, _ size: UInt) -> String? {
    for offset in stride(from: UInt(0), to: min(size, 40), by: 8) {
      guard let symbol = symbols.symbol(at: picture.word(block &+ offset)) else { continue }
      let image = symbols.images[symbol.image]
      if let name = SymbolName.publicName(symbol.name, in: image) { return name }
    }
    return nil
  }

  /// Whether the block is a closure as C has it, which was copied to the heap.
  func isClosureOfC(blockAt block: UInt) -> Bool {
    symbols.symbol(at: picture.word(block))?.name == "_NSConcreteMallocBlock"
  }

  /// Whose mistake it is, where that is known.
  func advice(_ found: HolderPaths.Path) -> String? {
    guard found.root == nil, let first = found.links.first?.node, first.layout >= 0,
      Metadata(layouts.heapLayout(first.layout).pointee.metadata).qualifiedName == "Foundation.Timer"
    else { return nil }
    return """
      Foundation never frees a Timer on Linux, nor its block, also after invalidate(): let the block capture weakly
      """
  }

  private func variable(_ image: Int, _ address: UInt) -> String {
    let known = symbols.images[image]
    guard let symbol = symbols.symbol(at: address, in: image) else { return known.publicName }
    if known.isOfSystem, !symbol.hasPrefix("$s") { return known.publicName }
    return SymbolName(symbol).variable ?? known.publicName
  }
}

extension ProgramSymbols.Image {
  /// What people call the library.
  fileprivate var publicName: String {
    switch name {
    case "libdispatch": "Dispatch"
    case "libFoundation", "libFoundationEssentials": "Foundation"
    case "libc": "the C library"
    case "libswift_Concurrency": "Swift's concurrency"
    case "exe": "a variable of the program"
    default: name
    }
  }
}
#endif
