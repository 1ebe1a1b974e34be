#if DEBUG
import ObjectMemory

/// A picture of the process's memory, and what is known of what is in it. Reads of what is there no more do no harm meanwhile.
final class ProcessMemory {
  let picture: StillPicture
  let symbols: ProgramSymbols
  let layouts: LayoutCache
  /// The function of the app on each stack that was looked at, by the start of the stack.
  private var functions: [UInt: String?] = [:]
  /// Where the values of variables hold something, by the place where they begin; nil if their type is not known.
  private var variables: [UInt: StepList?] = [:]
  /// Whether objects are the scaffolding's, by their layout.
  private var ofScaffolding: [Int32: Bool] = [:]

  /// Takes a picture; nil if that is not possible.
  init?(_ layouts: LayoutCache, _ symbols: ProgramSymbols, ownStackAbove limit: UInt) {
    guard let picture = StillPicture(ownStackAbove: limit, until: StillPicture.end()) else { return nil }
    self.picture = picture
    self.symbols = symbols
    self.layouts = layouts
    ObjectMemoryBegin()
  }

  deinit { ObjectMemoryEnd() }

  // MARK: - Objects

  /// The layout of the object that begins at the address; -1 if none does.
  ///
  /// Other memory may begin with the address of a type, too; but only an object has its reference counts there.
  func layout(ofObjectAt address: UInt) -> Int32 {
    let (metadata, counts) = (picture.word(address), picture.word(address &+ 8))
    guard counts & 1 == 1 || counts >> 62 == 3, Metadata.isGenuine(metadata) else { return -1 }
    // What C++ puts there may look like a class, but does not begin like one of Swift.
    switch Metadata.Kind(rawValue: possibleWord(metadata)) {
    case .class, .closureContext, .box, .errorBox, .task: return layouts.heapNumber(of: metadata)
    default: return -1
    }
  }

  func isTask(_ layout: Int32) -> Bool {
    layout >= 0 && layouts.heapLayout(layout).pointee.role == .task
  }

  /// The number of strong references to the object.
  func references(toObjectAt address: UInt) -> Int {
    let counts = HeapObject(address).counts(reading: picture.word)
    // What lasts for ever does not count.
    return counts >> 63 == 1 ? .max / 2 : Int(counts >> 33 & 0x3FFF_FFFF) + 1
  }

  /// Whether the object has begun to end. Walks keep the memory of such objects, which hold nothing.
  func isEnding(objectAt address: UInt) -> Bool {
    HeapObject.isEnding(HeapObject(address).counts(reading: picture.word))
  }

  /// Whether the place is in the note beside an object to which weak references lead.
  func isSideTable(_ place: UInt, of object: UInt) -> Bool {
    let counts = picture.word(object &+ 8)
    return counts >> 62 == 3 && place &- counts << 3 < 16
  }

  /// The block around a place. Where the allocator is not known, an object that begins a little before it.
  func block(around place: UInt) -> (UInt, UInt)? {
    if let block = picture.block(of: place) { return block }
    guard !picture.hasHeaps, place > 4096 else { return nil }
    var (start, size): (UInt, Int) = (0, 0)
    if ObjectMemoryKnowsBlocks() {
      return ObjectMemoryBlock(place, &start, &size) ? (start, UInt(bitPattern: size)) : nil
    }
    for start in stride(from: place & ~15, to: place &- 4096, by: -16) {
      if layout(ofObjectAt: start) >= 0 { return (start, place &- start &+ 8) }
    }
    return nil
  }

  /// The number of objects of each class in the blocks in use, without the system's classes; nil if no blocks are known.
  func countLiving() -> [String: Int]? {
    guard picture.hasWholeHeaps, let kinds = picture.kinds() else { return nil }
    var counts: [String: Int] = [:]
    for kind in kinds {
      // All blocks that begin with the same type are counted at once, if the first one of them is an object.
      let layout = layout(ofObjectAt: kind.first)
      guard layout >= 0 else { continue }
      let known = layouts.heapLayout(layout).pointee
      guard known.role == .instance, !known.isOfSystem else { continue }
      counts[known.name, default: 0] += Int(kind.count)
    }
    return counts
  }

  // MARK: - Variables and functions

  /// Whether the place is a variable that can hold an object. The runtime has none for objects of others, but notes with
  /// their addresses; types and what is remembered of them are no variables either.
  func isVariable(_ place: UInt, _ image: Int, isDoubtful: Bool) -> Bool {
    if symbols.images[image].name == "libswiftCore" { return false }
    // Between the variables of the app is memory that is nobody's.
    let isOfSystem = symbols.images[image].isOfSystem
    guard let symbol = symbols.symbol(at: place, in: image) else { return isOfSystem }
    guard symbol.hasPrefix("$s") else { return isOfSystem || !isDoubtful }
    return symbol.hasSuffix("vpZ") || symbol.hasSuffix("vp")
  }

  /// What the type of a variable of Swift says of the place, and whether that type is known; nil if a pointer there holds nothing.
  func strongPlace(
    _ place: UInt, in variable: ElfSymbol, _ image: Int
  ) -> (place: StrongPlace, isTyped: Bool)? {
    let start = variable.start &+ symbols.images[image].movedBy
    let steps = variables[start] ?? steps(of: variable, at: start)
    variables[start] = .some(steps)
    // Where the type is not known, the variable is taken at its word, as most hold what they point to.
    guard let steps else { return (StrongPlace(label: 0, isCertain: true), false) }
    return step(at: place, in: steps, of: start).map { ($0, true) }
  }

  private func steps(of variable: ElfSymbol, at start: UInt) -> StepList? {
    let type = HiddenTypes.type(ofVariableAt: start, String(cString: variable.name))
    // A value for which there is no room is elsewhere.
    return type.flatMap { $0.size <= variable.size ? layouts.steps(ofValueOf: $0.address) : nil }
  }

  /// The innermost function of the app on a stack; nil if there is none, or if the scaffolding waits there.
  func function(on region: StillPicture.Region) -> String? {
    if let known = functions[region.start] { return known }
    let symbols = symbols
    let innermost = picture.returns(onStack: region).lazy.compactMap(symbols.symbolOfProgram)
      .first { !Self.isOfModules(Self.waiting, $0.name) }
    let found = innermost.flatMap { Self.isOfScaffolding($0.name) ? nil : symbols.function($0) }
    functions[region.start] = .some(found)
    return found
  }

  // MARK: - The scaffolding

  /// What this search, the walks and the gate hold themselves is no leak.
  func isOfScaffolding(_ number: Int32) -> Bool {
    if let known = ofScaffolding[number] { return known }
    let layout = layouts.heapLayout(number).pointee
    let type = Metadata(layout.metadata)
    let types =
      switch layout.shape {
      case .array, .set: [type.genericArgument(0)]
      case .dictionary: [type.genericArgument(0), type.genericArgument(1)]
      default: layout.role == .instance ? [type] : []
      }
    let found = types.map(\.qualifiedName).contains {
      $0 == "AppRuntime.AppHost" || HeapLayout.isOfScaffolding($0)
    }
    ofScaffolding[number] = found
    return found
  }

  func isOfScaffolding(taskAt block: UInt) -> Bool {
    guard let first = function(ofTaskAt: block) else { return false }
    // The app's main task, which began with no closure, goes on with the host.
    let isMain = SymbolName(first.name).closure == nil
    return Self.isOfScaffolding(first.name) || first.name.hasPrefix(Self.sleepQueue)
      || isMain && functions(ofTaskAt: block).contains { Self.isOfScaffolding($0.name) }
  }

  func isOfScaffolding(closureAt place: UInt) -> Bool {
    closureSymbol(at: place).map { Self.isOfScaffolding($0.name) } ?? false
  }

  private static func isOfScaffolding(_ symbol: String) -> Bool {
    symbol.hasPrefix(appHost) || isOfModules(HeapLayout.scaffoldingModules, symbol)
  }

  private static func isOfModules(_ modules: Set<String>, _ symbol: String) -> Bool {
    modules.contains { symbol.hasPrefix("$s\($0.utf8.count)\($0)") }
  }

  /// On a stack, these only wait for somebody.
  private static let waiting: Set = ["OperatingSystem", "AppShell", "TerminalUI"]

  /// The task of a reset belongs to the host. In the names of its symbols, `App` is not written a second time.
  private static let appHost = "$s10AppRuntime0A4HostC"
  /// Its task sleeps for others, whom it does not hold; but in its memory may be what earlier calls have left.
  private static let sleepQueue = "$s10AppRuntime10SleepQueueC"
}
#endif
