#if DEBUG
import ObjectMemory

/// One walk over everything that some values or objects strongly hold, in breadth-first order.
///
/// Other threads may change the objects at the same time, and let go of them. Therefore the memory of each is kept from the
/// moment it is met to the end of the walk, a changing reference is read again, what held an object that has ended is looked
/// at again, collections are read in a copy, and the value of a mutex only while holding its lock.
final class Walk {
  typealias Node = HeldObjects.Node

  let layouts: LayoutCache
  let limits: WalkLimits
  private let kept: Kept
  let objects: HeldObjects
  var edges: [Edge] = []
  private var noted: Notes
  private var isFull = false
  /// Objects that had ended before they could be looked into, and such that still referred to one that has ended.
  private var ended: [Int32] = []
  private var unsure: [Int32] = []
  /// What held such objects.
  private(set) var lookedAt: Set<Int32> = []
  /// Whether the current node is looked at once more. What nobody can look into has been noted.
  var isAgain = false
  /// How long this walk may still wait for locks.
  private var patience = Duration.milliseconds(250)
  private let scratch = Scratch()
  private var current: Int32 = -1
  private var next: Int32 = 0
  /// Whether the current value is a copy, and whether an object in that copy could not be held.
  private var isInCopy = false
  private var hasMissed = false
  let still = StillCopy()
  /// Collections that were looked into before their turn.
  private var scanned: Set<Int32> = []
  /// How far it is from an element in the copy of a collection to where it was, and whether one is there no more.
  var home: UInt = 0
  var hasMoved = false

  init(_ layouts: LayoutCache, limits: WalkLimits, keeping kept: Kept = .none) {
    self.layouts = layouts
    self.limits = limits
    self.kept = kept
    noted = Notes(layouts.labels)
    objects = HeldObjects(layouts, limit: limits.objects)
  }

  var count: Int { objects.count }
  var notes: [Note] { noted.all }

  subscript(number: Int32) -> Node { objects[number] }

  func number(at address: UInt) -> Int32 { objects.number(at: address) }

  func layout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    layouts.heapLayout(self[number].layout)
  }

  /// Walks from these values until nothing new is found.
  func run(from roots: [GraphRoot]) {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    for root in roots {
      withUnsafePointer(to: root.value) { pointer in
        guard let steps = layouts.steps(ofValueOf: Metadata(Any.self).address) else { return }
        scan(UInt(bitPattern: pointer), steps, label: layouts.labels.number(of: root.name), index: -1)
      }
    }
    finish()
  }

  /// Drops the notes about what was walked so far.
  func forgetNotes() { noted = Notes(layouts.labels) }
  /// Walks from these objects until nothing new is found.
  func run(fromObjectsAt addresses: [UInt]) {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    for address in addresses { meet(address, 0, -1) }
    finish()
  }

  private func finish() {
    for _ in 0..<100 {
      while next < Int32(truncatingIfNeeded: objects.count) {
        current = next
        if scanned.isEmpty || scanned.remove(next) == nil { scan(objects[next]) }
        next &+= 1
      }
      if ended.isEmpty, unsure.isEmpty { break }
      lookAgain()
    }
    for holder in ended.map({ objects[$0].parent }) + unsure {
      current = holder
      note("what other threads replace all the time")
    }
    (ended, unsure, current) = ([], [], -1)
  }

  /// Looks once more at what held objects that ended before they could be looked into: it may hold others in their place.
  private func lookAgain() {
    // The thread that replaces them may need this processor to finish.
    ObjectMemoryYield()
    var (pending, holders) = (ended, unsure)
    var seen = Set(pending)
    (ended, unsure) = ([], [])
    while let node = pending.popLast() {
      let holder = objects[node].parent
      guard holder >= 0, seen.insert(holder).inserted else { continue }
      if isEnding(holder) { pending.append(holder) } else { holders.append(holder) }
    }
    let again = Set(holders)
    lookedAt.formUnion(seen)
    if kept != .none { edges.removeAll { again.contains($0.from) } }
    isAgain = true
    for holder in again.sorted() {
      current = holder
      scan(objects[holder])
    }
    isAgain = false
  }

  // MARK: - Contents of a node

  private func scan(_ node: Node) {
    let (layout, before) = (layouts.heapLayout(node.layout), state)
    if case .task = layout.pointee.shape { return scanTask(node.address, layout) }
    if isEnding(node.address) { return ended.append(current) }
    switch layout.pointee.shape {
    case .fields: scan(node.address, layout.pointee.steps, label: 0, index: -1)
    case .array, .set, .dictionary: scanStorage(node.address, layout)
    case .managedBuffer:
      scan(node.address, layout.pointee.steps, label: 0, index: -1)
      scanStorage(node.address, layout)
    case .genericClosure:
      scan(node.address, layouts.steps(ofGenericClosureAt: node.address), label: 0, index: -1)
    case .keyPath: scanKeyPath(node.address, layout)
    case .task: break
    case .error:
      let type = word(node.address &+ 16)
      guard let steps = layouts.steps(ofValueOf: type) else { return }
      scan(node.address &+ aligned(32, to: Metadata(type).alignmentMask), steps, label: 0, index: -1)
    }
    if isEnding(node.address) {
      // What it referred to may have been gone, and something else in its place.
      undo(to: before)
      ended.append(current)
    }
  }

  /// Functions of other files are not inlined, and this one is needed for each object. The same goes for `==`.
  @inline(__always)
  private func isEnding(_ address: UInt) -> Bool {
    guard let object = UnsafePointer<UInt>(bitPattern: address) else { return false }
    guard object[1] >> 62 == 3, let note = UnsafePointer<UInt>(bitPattern: object[1] << 3) else {
      return object[1] & 1 << 32 != 0
    }
    return note[2] & 1 << 32 != 0
  }

  private typealias State = (nodes: Int, edges: Int)
  private var state: State { (objects.count, edges.count) }

  /// Forgets what was met since then.
  private func undo(to state: State) {
    objects.forget(from: state.nodes)
    edges.removeLast(edges.count - state.edges)
    if !scanned.isEmpty { scanned = scanned.filter { $0 < state.nodes } }
  }

  /// A key path stores its subscript arguments after a fixed part. The second word of that part says how long they are,
  /// and whether they contain references.
  private func scanKeyPath(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let header = word(address &+ 24) & 0xFFFF_FFFF
    let (size, isTrivial) = (header & 0xFF_FFFF, header & 0x8000_0000 != 0)
    guard !isTrivial, let label = layout.pointee.steps.start?.pointee.label else { return }
    let end = min(address &+ 32 &+ size, HeapObject(address).end)
    scanWords(from: address &+ 32, to: end, label: label, index: -1)
  }

  /// The memory of a task may be gone at any moment.
  private func scanTask(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    guard Canary.knowsTasks, let finished = FinishedTask(at: address, reading: possibleWord) else {
      return scan(address, layout.pointee.steps, label: 0, index: -1)
    }
    let (label, before) = (layouts.labels.number(of: ".result"), state)
    if let result = finished.result {
      guard let steps = layouts.steps(ofValueOf: result.type),
        still.read(result.address, Metadata(result.type).size)
      else { return }
      scan(still.address, steps, label: label, index: -1)
    } else if let error = finished.error {
      meet(error, label, -1)
    }
    if possibleWord(address) != layout.pointee.metadata { undo(to: before) }
  }

  // MARK: - Contents of a value

  /// Calls itself only for values inside of values, so the depth is limited by the types.
  func scan(_ base: UInt, _ steps: StepList, label: Int32, index: Int32) {
    guard let start = steps.start else { return }
    var position = 0
    while position < steps.count {
      let step = start + position
      let place = base &+ step.pointee.offset
      if case .reference = step.pointee.kind {
        if let target = UnsafePointer<UInt>(bitPattern: place)?.pointee, target != 0 {
          follow(place, layouts.labels.join(label, step.pointee.label), index)
        }
      } else {
        scanInner(place, step, label: layouts.labels.join(label, step.pointee.label), index: index)
      }
      position &+= 1
    }
  }

  private func scanInner(
    _ place: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32
  ) {
    switch step.pointee.kind {
    case .reference: break
    case .existential: scanExistential(place, label: label, index: index)
    case .enumeration: scanEnum(place, step, label: label, index: index)
    case .guarded: scanGuarded(place, step, label: label, index: index)
    case .repeated: scanRepeated(place, layouts.inner[Int(step.pointee.detail)], label: label, index: index)
    case .words:
      let end = place &+ UInt(bitPattern: Int(step.pointee.detail)) &* 8
      scanWords(from: place, to: end, label: label, index: index)
    case .unknown:
      if isAgain || step.pointee.isOnlyIfSet && word(place) == 0 { return }
      noted.add(
        Note(node: current, label: label, index: index, what: step.pointee.detail), UInt(bitPattern: step))
    }
  }

  private func scanExistential(_ base: UInt, label: Int32, index: Int32) {
    let type = word(base &+ 24)
    if type == 0 { return }
    guard let steps = layouts.steps(ofValueOf: type) else { return }
    if Metadata(type).isStoredInline {
      scan(base, steps, label: label, index: index)
    } else {
      follow(base, label, index)
    }
  }

  private func scanEnum(_ base: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32) {
    let type = step.pointee.type
    let layout = layouts.enums[Int(step.pointee.detail)]
    if layout.cases.count == 1 {
      let tag = ObjectMemoryTag(layout.getTag, base, type)
      if tag == 0 { scan(base, layout.cases[0], label: label, index: index) }
      return
    }
    for _ in 0..<1_000 {
      if scanCopy(of: base, layout, type, label: label, index: index) { return }
      if isInCopy {
        // The copy around this value has to be made again.
        hasMissed = true
        return
      }
      if home != 0 { return hasMoved = true }
    }
    note("a value that another thread changes all the time", label: label, index: index)
  }

  /// Looks into the payload of a copy, because projecting the payload overwrites the value. Returns false if the
  /// original has changed meanwhile.
  private func scanCopy(of base: UInt, _ layout: EnumLayout, _ type: UInt, label: Int32, index: Int32) -> Bool
  {
    let (wasInCopy, hadMissed, wasHome, before) = (isInCopy, hasMissed, home, state)
    (isInCopy, hasMissed, home) = (true, false, 0)
    defer { (isInCopy, hasMissed, home) = (wasInCopy, hadMissed, wasHome) }
    return scratch.withCopy(of: base, count: layout.size) { original in
      scratch.withCopy(of: original, count: layout.size) { copy in
        let tag = Int(ObjectMemoryTag(layout.getTag, copy, type))
        guard tag >= 0, tag < layout.cases.count, layout.cases[tag].count > 0,
          ObjectMemoryProject(layout.projectPayload, copy, type)
        else { return }
        scan(copy, layout.cases[tag], label: label, index: index)
      }
      if wasInCopy { return !hasMissed }
      let isSame = scratch.isSame(base &+ wasHome, original, count: layout.size)
      if !isSame { undo(to: before) }
      return isSame
    }
  }

  /// Looks at the value of a mutex while holding its lock, if the lock can be taken.
  private func scanGuarded(_ base: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32) {
    let inner = layouts.inner[Int(step.pointee.detail)].steps
    if isInCopy { return note("a mutex in one of several payloads", label: label, index: index) }
    let (base, away, first) = (base &+ home, home, objects.count)
    home = 0
    let isDone = TriedLock.with(mutexAt: base, patience: &patience) {
      scan(base, inner, label: label, index: index)
      if away == 0 { scanCollections(from: first) }
    }
    home = away
    if !isDone { note("what a lock guards that another thread has", label: label, index: index) }
  }

  /// Looks into the collections that were found behind a lock while nobody can change them, as far as it does not take long.
  private func scanCollections(from first: Int) {
    let owner = current
    var (number, room) = (Int32(truncatingIfNeeded: first), 1 << 16)
    while number < Int32(truncatingIfNeeded: objects.count) {
      if layout(number).pointee.shape.isCollection {
        room -= ObjectMemoryBlockSize(objects[number].address)
        if room < 0 { break }
        current = number
        scan(objects[number])
        scanned.insert(number)
      }
      number &+= 1
    }
    current = owner
  }

  private func scanWords(from start: UInt, to end: UInt, label: Int32, index: Int32) {
    var place = start
    while place &+ 8 <= end {
      let target = word(place)
      if target & 7 == 0, target < 0x7FFF_FFFF_FFFF { follow(place, label, index, isSure: false) }
      place &+= 8
    }
  }

  private enum Met { case done, new, gone, foreign }

  /// Visits the target of a reference. If another thread is changing the reference, reads it again.
  @inline(__always)
  private func follow(_ place: UInt, _ label: Int32, _ index: Int32, isSure: Bool = true) {
    let target = UnsafePointer<UInt>(bitPattern: place)?.pointee ?? 0
    let met = meet(target, label, index)
    switch met {
    case .done: break
    // What was met is another object if the reference has changed before it was held.
    case .new where UnsafePointer<UInt>(bitPattern: place &+ home)?.pointee == target: break
    case .new, .gone, .foreign: followAgain(place, target, met, label, index, isSure)
    }
  }

  private func followAgain(
    _ place: UInt, _ first: UInt, _ firstMet: Met, _ label: Int32, _ index: Int32, _ isSure: Bool
  ) {
    var (before, met) = (first, firstMet)
    for _ in 0..<1_000 {
      let target = word(place &+ home)
      if met == .new {
        if target == before { return }
        undo(to: (objects.count - 1, edges.count - (kept == .all ? 1 : 0)))
      } else if target == before || target == 0 {
        // The object is about to be freed, with the one that has the reference or for another one in its place; or there
        // never was an object.
        hasMissed = hasMissed || isInCopy
        if met == .gone, isSure, target != 0, current >= 0 { unsure.append(current) }
        if met == .foreign, target != 0, !isInCopy, isSure {
          note("something that is not a Swift object", label: label, index: index)
        }
        return
      }
      if home != 0 { return hasMoved = true }
      met = meet(target, label, index)
      if met == .done { return }
      before = target
    }
    note("a reference that another thread changes all the time", label: label, index: index)
  }

  /// `.done` means that the object is known, or that there is nothing to hold: an object that is never freed, or bits that are
  /// no address.
  @inline(__always) @discardableResult
  private func meet(_ address: UInt, _ label: Int32, _ index: Int32) -> Met {
    guard address & 7 == 0, address > 0xFFFF else { return .done }
    switch objects.hold(address, parent: current, label: label, index: index) {
    case .known(let number):
      if kept != .none { edges.append(Edge(from: current, to: number, label: label, index: index)) }
    case .new(let number):
      if kept == .all { edges.append(Edge(from: current, to: number, label: label, index: index)) }
      return .new
    case .immortal: break
    case .gone: return .gone
    case .foreign: return .foreign
    case .tooMany where isFull: break
    case .tooMany:
      isFull = true
      note("what follows the first \(limits.objects) objects")
    case .busy: note("an object that other threads use all the time", label: label, index: index)
    }
    return .done
  }

  func note(_ what: String, label: Int32 = 0, index: Int32 = -1) {
    noted.add(what, at: current, label: label, index: index)
  }
}
#endif
