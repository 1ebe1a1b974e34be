#if DEBUG
import ObjectMemory
import Synchronization

/// One walk over everything that some values or objects strongly hold, in breadth-first order.
///
/// Other threads may change the objects at the same time, and let go of them. Therefore the memory of each is kept from the
/// moment it is met to the end of the walk, a changing reference is read again, what held an object that has ended is looked
/// at again, collections are read in a copy, and the value of a mutex only while holding its lock. Reads of memory that is not
/// there do no harm while there is a walk.
///
/// What each reference passes through is in C, which debug builds do not slow down as much: see `ObjectWalk`. It comes here
/// for layouts, and for objects and values that are not simply fields.
final class Walk {
  typealias Node = ObjectNode
  typealias Edge = ObjectEdge
  typealias Kept = ObjectKeptEdges

  let layouts: LayoutCache
  /// Whether it also follows what may be a reference that holds nothing.
  private let followsGuesses: Bool
  let memory = UnsafeMutablePointer<ObjectWalk>.allocate(capacity: 1)
  private var noted: Notes
  /// What held objects that had ended.
  private(set) var lookedAt: Set<Int32> = []
  /// How long this walk may still wait for locks.
  private var patience = Duration.milliseconds(250)
  let still = StillCopy()

  init(_ layouts: LayoutCache, keeping kept: Kept = .none, followsGuesses: Bool = false) {
    ObjectMemoryBegin()
    self.layouts = layouts
    self.followsGuesses = followsGuesses
    noted = Notes(layouts.labels)
    let help = ObjectWalkHelp(
      data: Unmanaged.passUnretained(self).toOpaque(),
      layout: { Walk.at($0).layouts.heapNumber(of: $1) },
      value: { Walk.at($0).layouts.valueNumber(of: $1) },
      join: { Walk.at($0).layouts.labels.join($1, $2) },
      lookInto: { Walk.at($0).lookInto($1) },
      lookIntoPart: { data, place, step, label, index in
        if let step { Walk.at(data).lookIntoPart(place, step, label, index) }
      },
      note: { data, what, label, index in
        if let what { Walk.at(data).note(String(cString: what), label: label, index: index) }
      })
    ObjectWalkBegin(memory, layouts.shapes, kept, help)
  }

  deinit {
    ObjectWalkEnd(memory)
    memory.deallocate()
    ObjectMemoryEnd()
  }

  private static func at(_ data: UnsafeMutableRawPointer?) -> Walk {
    guard let data else { preconditionFailure("A walk passes itself to whatever it asks.") }
    return Unmanaged<Walk>.fromOpaque(data).takeUnretainedValue()
  }

  var count: Int { memory.pointee.count }
  var notes: [Note] { noted.all }
  var edges: UnsafeBufferPointer<Edge> {
    UnsafeBufferPointer(start: memory.pointee.edges, count: memory.pointee.edgeCount)
  }

  subscript(number: Int32) -> Node { memory.pointee.nodes[Int(number)] }

  /// For each object, the number of the way on which it was met; asked for once the walk is over.
  private(set) lazy var ways = layouts.ways(to: memory.pointee.nodes, count)

  /// The number of the object at the address, or -1.
  func number(at address: UInt) -> Int32 { ObjectTableNumber(&memory.pointee.numbers, address) }

  func layout(_ number: Int32) -> UnsafeMutablePointer<HeapLayout> {
    layouts.heapLayout(self[number].layout)
  }

  /// Walks from these values until nothing new is found.
  func run(from roots: [GraphRoot]) {
    for root in roots {
      withUnsafePointer(to: root.value) { pointer in
        guard let steps = layouts.steps(ofValueOf: Metadata(Any.self).address) else { return }
        scan(UInt(bitPattern: pointer), steps, label: layouts.labels.number(of: root.name))
      }
    }
    finish()
  }

  /// Drops the notes about what was walked so far.
  func forgetNotes() { noted = Notes(layouts.labels) }
  /// Walks from these objects until nothing new is found.
  func run(fromObjectsAt addresses: [UInt]) {
    for address in addresses { ObjectWalkMeet(memory, address, 0) }
    finish()
  }

  private func finish() {
    ObjectWalkRun(memory)
    let end = StillPicture.end()
    for _ in 0..<100 where ObjectMemoryTimeOfThread() < end {
      if memory.pointee.ended.count == 0, memory.pointee.unsure.count == 0 { break }
      lookAgain()
      ObjectWalkRun(memory)
    }
    let (ended, unsure) = (take(&memory.pointee.ended), take(&memory.pointee.unsure))
    for holder in ended.map({ self[$0].parent }) + unsure {
      memory.pointee.current = holder
      note("what other threads replace all the time")
    }
    memory.pointee.current = -1
    still.forget()
  }

  private func take(_ list: inout ObjectList) -> [Int32] {
    defer { list.count = 0 }
    return Array(UnsafeBufferPointer(start: list.numbers, count: list.count))
  }

  /// Looks once more at what held objects that ended before they could be looked into: it may hold others in their place.
  private func lookAgain() {
    // The thread that replaces them may need this processor to finish.
    ObjectMemoryYield()
    var (pending, holders) = (take(&memory.pointee.ended), take(&memory.pointee.unsure))
    var seen = Set(pending)
    while let node = pending.popLast() {
      let holder = self[node].parent
      guard holder >= 0, seen.insert(holder).inserted else { continue }
      if isEnding(holder) { pending.append(holder) } else { holders.append(holder) }
    }
    let again = Set(holders)
    lookedAt.formUnion(seen)
    let kept = edges.filter { !again.contains($0.from) }
    for (position, edge) in kept.enumerated() { memory.pointee.edges[position] = edge }
    memory.pointee.edgeCount = kept.count
    memory.pointee.isAgain = true
    for holder in again.sorted() { ObjectWalkLookInto(memory, holder) }
    memory.pointee.isAgain = false
  }

  // MARK: - Contents of an object

  private func lookInto(_ number: Int32) {
    let (address, layout) = (self[number].address, layout(number))
    switch layout.pointee.shape {
    case .fields: break
    case .array, .set, .dictionary: scanStorage(address, layout)
    case .managedBuffer:
      scan(address, layout.pointee.steps)
      scanStorage(address, layout)
    case .genericClosure:
      scan(address, layouts.steps(ofGenericClosureAt: address, of: Metadata(word(address))))
    case .keyPath: scanKeyPath(address, layout)
    case .task: scanTask(address, layout)
    case .error:
      let type = word(address &+ 16)
      guard let steps = layouts.steps(ofValueOf: type) else { return }
      scan(address &+ aligned(32, to: Metadata(type).alignmentMask), steps)
    }
  }

  func scan(_ base: UInt, _ steps: StepList, label: Int32 = 0, index: Int32 = -1) {
    ObjectWalkValue(memory, base, steps, label, index)
  }

  /// A key path stores its subscript arguments after a fixed part. The second word of that part says how long they are,
  /// and whether they contain references, but not which ones are strong.
  private func scanKeyPath(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let header = word(address &+ 24) & 0xFFFF_FFFF
    let (size, isTrivial) = (header & 0xFF_FFFF, header & 0x8000_0000 != 0)
    guard followsGuesses, !isTrivial, let label = layout.pointee.steps.start?.pointee.label else { return }
    let end = min(address &+ 32 &+ size, HeapObject(address).end)
    ObjectWalkWords(memory, address &+ 32, end, label, -1)
  }

  /// The memory of a task may be gone at any moment.
  private func scanTask(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    guard let finished = FinishedTask(at: address, reading: possibleWord) else {
      return scan(address, layout.pointee.steps)
    }
    let (nodes, edges) = (memory.pointee.count, memory.pointee.edgeCount)
    let label = layouts.labels.number(of: ".result")
    if let result = finished.result {
      guard let steps = layouts.steps(ofValueOf: result.type),
        still.read(result.address, Metadata(result.type).size)
      else { return }
      scan(still.address, steps, label: label)
    } else if let error = finished.error {
      ObjectWalkMeet(memory, error, label)
    }
    if possibleWord(address) != layout.pointee.metadata { ObjectWalkUndo(memory, nodes, edges) }
  }

  // MARK: - Contents of a value

  private func lookIntoPart(
    _ place: UInt, _ step: UnsafeMutablePointer<Step>, _ label: Int32, _ index: Int32
  ) {
    switch step.pointee.kind {
    case .reference, .existential, .enumeration, .words: break
    case .guarded: scanGuarded(place, step, label: label, index: index)
    case .repeated: scanRepeated(place, layouts.inner[Int(step.pointee.detail)], label: label, index: index)
    case .unknown:
      if memory.pointee.isAgain || step.pointee.isOnlyIfSet && word(place) == 0 { return }
      noted.add(
        Note(node: memory.pointee.current, label: label, index: index, what: step.pointee.detail),
        UInt(bitPattern: step))
    }
  }

  /// Looks at the value of a mutex while holding its lock, if the lock can be taken.
  private func scanGuarded(_ base: UInt, _ step: UnsafeMutablePointer<Step>, label: Int32, index: Int32) {
    let inner = layouts.inner[Int(step.pointee.detail)].steps
    if memory.pointee.isInCopy {
      return note("a mutex in one of several payloads", label: label, index: index)
    }
    let (base, away, first) = (base &+ memory.pointee.home, memory.pointee.home, memory.pointee.count)
    memory.pointee.home = 0
    let isDone = withLock(ofMutexAt: base) {
      scan(base, inner, label: label, index: index)
      if away == 0 { scanCollections(from: first) }
    }
    memory.pointee.home = away
    if !isDone { note("what a lock guards that another thread has", label: label, index: index) }
  }

  /// Runs the body while holding the lock, whatever the type of the mutex's value is. Returns false if the lock stays taken
  /// until the patience is used up.
  private func withLock(ofMutexAt address: UInt, _ body: () -> Void) -> Bool {
    // A mutex begins with its lock.
    guard let mutex = UnsafePointer<Mutex<Void>>(bitPattern: address) else { return false }
    func isDone() -> Bool { mutex.pointee.withLockIfAvailable { _ in body() } != nil }
    if isDone() { return true }
    let start = ContinuousClock.now
    defer { patience -= ContinuousClock.now - start }
    repeat {
      // The thread that has the lock may need this processor to finish.
      ObjectMemoryYield()
      if isDone() { return true }
    } while ContinuousClock.now - start < patience
    return false
  }

  /// Looks into the collections that were found behind a lock while nobody can change them, as far as it does not take long.
  private func scanCollections(from first: Int) {
    let owner = memory.pointee.current
    var (number, room) = (Int32(truncatingIfNeeded: first), 1 << 16)
    while number < Int32(truncatingIfNeeded: memory.pointee.count) {
      if layout(number).pointee.shape.isCollection {
        room -= ObjectMemoryBlockSize(self[number].address)
        if room < 0 { break }
        ObjectWalkLookInto(memory, number)
        memory.pointee.nodes[Int(number)].isScanned = true
      }
      number &+= 1
    }
    memory.pointee.current = owner
  }

  // MARK: - What could not be looked into

  func note(_ what: String, label: Int32 = 0, index: Int32 = -1) {
    noted.add(what, at: memory.pointee.current, label: label, index: index)
  }
}
#endif
