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
  private let objects: HeldObjects
  private(set) var edges: [Edge] = []
  private(set) var notes: [Note] = []
  /// How many notes of each kind have occurred, including those that were dropped.
  private var noted: [UInt: Int] = [:]
  private var isFull = false
  /// Objects that had ended before they could be looked into.
  private var ended: [Int32] = []
  /// Whether the current node is looked at once more. What there is to note has been noted.
  private var isAgain = false
  /// How long this walk may still wait for locks.
  private var patience = Duration.milliseconds(250)
  private let scratch = Scratch()
  private(set) var current: Int32 = -1
  private var next: Int32 = 0
  /// Whether the current value is a copy, and whether an object in that copy could not be held.
  private var isInCopy = false
  private var hasMissed = false
  /// How far it is from an element in the copy of a collection to where it was.
  var home: UInt = 0
  /// The copy of the current collection, and copies of those that were found behind a lock.
  let still = StillCopy()
  var copies: [Int32: StillCopy] = [:]

  init(_ layouts: LayoutCache, limits: WalkLimits, keeping kept: Kept = .none) {
    self.layouts = layouts
    self.limits = limits
    self.kept = kept
    objects = HeldObjects(layouts, limit: limits.objects)
  }

  var count: Int { objects.count }

  subscript(number: Int32) -> Node { objects[number] }

  func number(at address: UInt) -> Int32 { objects.number(at: address) }

  func layout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    layouts.heapLayout(self[number].layout)
  }

  /// Whether the object has begun to end since it was met.
  func isEnding(_ number: Int32) -> Bool {
    objects.isHeld(number) && HeapObject(self[number].address).isEnding
  }

  /// How many strong references the object has; none once it has begun to end.
  func strongCount(of number: Int32) -> Int {
    if objects.isHeld(number) { return HeapObject(self[number].address).strongCount }
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var header = ObjectHeader()
    return ObjectMemoryPeek(self[number].address, &header) ? HeapObject.strongCount(UInt(header.counts)) : 0
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
  func forgetNotes() { (notes, noted) = ([], [:]) }

  /// Walks from these objects until nothing new is found.
  func run(fromObjectsAt addresses: [UInt]) {
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    for address in addresses { meet(address, 0, -1) }
    finish()
  }

  private func finish() {
    var looksLeft = 100
    repeat {
      while next < Int32(truncatingIfNeeded: objects.count) {
        current = next
        scan(objects[next])
        next &+= 1
      }
      if ended.isEmpty { break }
      looksLeft -= 1
      lookAgain()
    } while looksLeft > 0
    current = -1
    if !ended.isEmpty { note("objects that other threads replace all the time") }
    ended = []
  }

  /// Looks once more at what held objects that ended before they could be looked into: it may hold others in their place.
  private func lookAgain() {
    var (pending, holders) = (ended, [Int32]())
    var seen = Set(pending)
    ended = []
    while let node = pending.popLast() {
      let holder = objects[node].parent
      guard holder >= 0, seen.insert(holder).inserted else { continue }
      if isEnding(holder) { pending.append(holder) } else { holders.append(holder) }
    }
    let again = Set(holders)
    if kept != .none { edges.removeAll { again.contains($0.from) } }
    isAgain = true
    for holder in holders {
      current = holder
      scan(objects[holder])
    }
    isAgain = false
  }

  // MARK: - Contents of a node

  private func scan(_ node: Node) {
    let layout = layouts.heapLayout(node.layout)
    if layout.pointee.shape == .task { return scanTask(node.address, layout) }
    // Where an object has been, there may be anything by now.
    if HeapObject(node.address).isEnding, copies[current] == nil { return ended.append(current) }
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
    if HeapObject(node.address).isEnding { ended.append(current) }
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
    let label = layouts.labels.number(of: ".result")
    if let result = finished.result {
      guard let steps = layouts.steps(ofValueOf: result.type),
        still.take(result.address, Metadata(result.type).size),
        possibleWord(address) == layout.pointee.metadata
      else { return }
      scan(still.address, steps, label: label, index: -1)
    } else if let error = finished.error {
      meet(error, label, -1)
    }
  }

  // MARK: - Contents of a value

  /// Calls itself only for values inside of values, so the depth is limited by the types.
  func scan(_ base: UInt, _ steps: StepList, label: Int32, index: Int32) {
    guard let start = steps.start else { return }
    var position = 0
    while position < steps.count {
      let step = start + position
      let place = base &+ step.pointee.offset
      if step.pointee.kind == .reference {
        if word(place) != 0 { follow(place, layouts.labels.join(label, step.pointee.label), index) }
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
      if step.pointee.isOnlyIfSet, word(place) == 0 { return }
      note(Note(node: current, label: label, index: index, what: step.pointee.detail), UInt(bitPattern: step))
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
    for attempt in 0..<1_000 {
      // In a collection, what is there by now comes second.
      let place = attempt == 0 ? base : base &+ home
      if scanCopy(of: place, at: base &+ home, layout, type, label: label, index: index) { return }
      if isInCopy {
        // The copy around this value has to be made again.
        hasMissed = true
        return
      }
    }
    note("a value that another thread changes all the time", label: label, index: index)
  }

  /// Looks into the payload of a copy, because projecting the payload overwrites the value. Returns false if the
  /// original has changed meanwhile, and an object in the copy is gone.
  private func scanCopy(
    of base: UInt, at original: UInt, _ layout: EnumLayout, _ type: UInt, label: Int32, index: Int32
  ) -> Bool {
    let (wasInCopy, hadMissed, wasHome) = (isInCopy, hasMissed, home)
    (isInCopy, hasMissed, home) = (true, false, 0)
    defer { (isInCopy, hasMissed, home) = (wasInCopy, hadMissed, wasHome) }
    return scratch.withCopy(of: base, count: layout.size) { before in
      scratch.withCopy(of: before, count: layout.size) { copy in
        let tag = Int(ObjectMemoryTag(layout.getTag, copy, type))
        guard tag >= 0, tag < layout.cases.count, layout.cases[tag].count > 0,
          ObjectMemoryProject(layout.projectPayload, copy, type)
        else { return }
        scan(copy, layout.cases[tag], label: label, index: index)
      }
      return !hasMissed || (!wasInCopy && scratch.isSame(original, before, count: layout.size))
    }
  }

  private func scanRepeated(_ base: UInt, _ inner: InnerLayout, label: Int32, index: Int32) {
    let any = layouts.labels.number(of: "[\(LabelTable.position)]")
    if inner.count > limits.elements {
      note("what follows the first \(limits.elements) of \(inner.count) elements of an array", label: label)
    }
    for position in 0..<min(inner.count, limits.elements) {
      // A path has room for one index. Indexes of inner arrays become part of the label.
      let own = index < 0 ? any : layouts.labels.number(of: "[\(position)]")
      scan(
        base &+ UInt(bitPattern: position) &* inner.stride, inner.steps,
        label: layouts.labels.join(label, own), index: index < 0 ? Int32(position) : index)
    }
  }

  /// Looks at the value of a mutex while holding its lock, if the lock can be taken.
  private func scanGuarded(_ base: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32) {
    let inner = layouts.inner[Int(step.pointee.detail)].steps
    if isInCopy { return note("a mutex in one of several payloads", label: label, index: index) }
    let (first, base, away) = (Int32(truncatingIfNeeded: count), base &+ home, home)
    home = 0
    let isDone = TriedLock.with(mutexAt: base, patience: &patience) {
      scan(base, inner, label: label, index: index)
      for number in first..<Int32(truncatingIfNeeded: count) { keepCopy(of: number) }
    }
    home = away
    if !isDone { note("what a lock guards that another thread has", label: label, index: index) }
  }

  private func scanWords(from start: UInt, to end: UInt, label: Int32, index: Int32) {
    var place = start
    while place &+ 8 <= end {
      meetPossible(word(place), label, index)
      place &+= 8
    }
  }

  // MARK: - References

  private enum Met { case done, gone, foreign }

  /// Visits the target of a reference. If another thread is changing the reference, reads it again.
  @inline(__always)
  private func follow(_ place: UInt, _ label: Int32, _ index: Int32) {
    let target = word(place)
    let met = meet(target, label, index)
    if met != .done { followAgain(place, target, met, label, index) }
  }

  private func followAgain(_ place: UInt, _ first: UInt, _ met: Met, _ label: Int32, _ index: Int32) {
    var (before, met) = (first, met)
    for _ in 0..<1_000 {
      let target = word(place &+ home)
      if target == before || target == 0 {
        // The reference no longer changes: its object is about to be freed, or there never was an object.
        hasMissed = hasMissed || isInCopy
        if met == .foreign, target != 0, !isInCopy {
          note("something that is not a Swift object", label: label, index: index)
        }
        return
      }
      met = meet(target, label, index)
      if met == .done { return }
      before = target
    }
    note("a reference that another thread changes all the time", label: label, index: index)
  }

  /// Visits the target of a word, if it is an object.
  private func meetPossible(_ address: UInt, _ label: Int32, _ index: Int32) {
    guard address & 7 == 0, address < 0x7FFF_FFFF_FFFF else { return }
    meet(address, label, index)
  }

  /// `.done` also means that there is nothing to hold: an object that is never freed, or bits that are no address.
  @inline(__always) @discardableResult
  private func meet(_ address: UInt, _ label: Int32, _ index: Int32) -> Met {
    guard address & 7 == 0, address > 0xFFFF else { return .done }
    switch objects.hold(address, parent: current, label: label, index: index) {
    case .known(let number):
      if kept != .none { edges.append(Edge(from: current, to: number, label: label, index: index)) }
    case .new(let number):
      if kept == .all { edges.append(Edge(from: current, to: number, label: label, index: index)) }
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

  // MARK: - Notes

  func note(_ what: String, label: Int32 = 0, index: Int32 = -1) {
    let number = layouts.labels.number(of: what)
    // Odd, to differ from the addresses of steps, which are the keys of other notes.
    let key = UInt(bitPattern: Int(number) &<< 1 | 1)
    note(Note(node: current, label: label, index: index, what: number), key)
  }

  /// Adds a note, unless there are already enough of its kind.
  private func note(_ note: Note, _ kind: UInt) {
    if isAgain { return }
    let seen = noted[kind, default: 0] + 1
    noted[kind] = seen
    if seen <= Self.notesOfAKind { notes.append(note) }
    if seen == Self.notesOfAKind + 1 {
      let what = layouts.labels.number(of: "more of the same kind as \(layouts.labels[note.what])")
      notes.append(Note(node: note.node, label: note.label, index: note.index, what: what))
    }
  }

  private static let notesOfAKind = 10
}
#endif
