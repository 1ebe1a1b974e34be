#if DEBUG
import ObjectMemory

/// A place at which an object of a known type may hold something strongly.
struct StrongPlace {
  /// The label and index of the place in the object, as they stand in a path.
  var label: Int32
  var index: Int32 = -1
  /// Whether a pointer there is a reference for sure: other places may have words of what was there before.
  var isCertain = false
}

/// Finds out where an object of a known type holds something strongly.
extension ProcessMemory {
  /// The place in the object; nil if a pointer there does not keep its target alive.
  func strongPlace(_ place: UInt, in object: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) -> StrongPlace?
  {
    let offset = place &- object
    let known = layout.pointee
    switch known.shape {
    case .fields:
      // The memory of an object may be larger than the object.
      if known.role == .instance, offset &+ 8 > Metadata(known.metadata).instanceSize { return nil }
      return step(at: place, in: known.steps, of: object) ?? unseen(in: known)
    case .array:
      guard offset >= known.elementOffset, known.stride > 0 else { return nil }
      let (index, inner) = (offset &- known.elementOffset).quotientAndRemainder(dividingBy: known.stride)
      // Behind the last element is what was there before.
      guard index < picture.word(object &+ 16) else { return nil }
      return step(at: place, in: known.steps, of: place &- inner, index: Int32(truncatingIfNeeded: index))
    case .set, .dictionary:
      let storage = HashedStorage(
        at: object, isDictionary: known.shape == .dictionary, reading: picture.word)
      if storage.values > 0, place >= storage.values {
        return bucket(of: storage, place, storage.values, known.valueStride, known.valueSteps)
      }
      guard storage.keys > 0, place >= storage.keys else { return nil }
      return bucket(of: storage, place, storage.keys, known.stride, known.steps)
    case .task:
      guard let task = FinishedTask(at: object, reading: picture.word) else { return StrongPlace(label: 0) }
      // Around the result of a task that has ended, and between its parts, is what was there before.
      guard let result = task.result else {
        return picture.word(place) == task.error ? StrongPlace(label: 0, isCertain: true) : nil
      }
      return layouts.steps(ofValueOf: result.type).flatMap { step(at: place, in: $0, of: result.address) }
    case .error:
      let type = picture.word(object &+ 16)
      guard let steps = layouts.steps(ofValueOf: type) else { return StrongPlace(label: 0) }
      return step(at: place, in: steps, of: object &+ aligned(32, to: Metadata(type).alignmentMask))
    case .genericClosure:
      return step(
        at: place,
        in: layouts.steps(
          ofGenericClosureAt: object, of: Metadata(known.metadata),
          room: picture.block(of: object)?.size ?? .max,
          reading: picture.word), of: object)
        ?? StrongPlace(label: 0)
    case .managedBuffer: return bufferPlace(place, in: object, known)
    case .keyPath:
      // Behind its end is what was there before, and one that is trivial has no references.
      let header = picture.word(object &+ 24) & 0xFFFF_FFFF
      let isIn = offset >= 32 && offset &- 32 < header & 0xFF_FFFF
      return header & 0x8000_0000 == 0 && isIn ? StrongPlace(label: 0) : nil
    }
  }

  /// What a library keeps in an object where nobody knows.
  private func unseen(in layout: HeapLayout) -> StrongPlace? {
    guard layout.isOfSystem, let start = layout.steps.start else { return nil }
    let steps = UnsafeBufferPointer(start: start, count: layout.steps.count)
    return steps.first { $0.kind == .unknown && $0.offset == 0 }.map { StrongPlace(label: $0.label) }
  }

  /// Buckets that are not in use still have what was there before.
  private func bucket(
    of storage: HashedStorage, _ place: UInt, _ first: UInt, _ stride: UInt, _ steps: StepList
  ) -> StrongPlace? {
    guard stride > 0 else { return nil }
    let (index, inner) = (place &- first).quotientAndRemainder(dividingBy: stride)
    guard index < UInt(bitPattern: storage.bucketCount),
      storage.isOccupied(Int(bitPattern: index), reading: picture.word)
    else { return nil }
    return step(at: place, in: steps, of: place &- inner, index: 0)
  }

  private func bufferPlace(_ place: UInt, in object: UInt, _ known: HeapLayout) -> StrongPlace? {
    let elements = object &+ known.elementOffset
    guard place >= elements, known.stride > 0, known.valueSteps.count > 0 else {
      return StrongPlace(label: 0, isCertain: step(at: place, in: known.steps, of: object)?.isCertain == true)
    }
    let (index, inner) = (place &- elements).quotientAndRemainder(dividingBy: known.stride)
    let parts = withWords(Int(bitPattern: known.elementOffset), at: object) {
      known.occupancy.positions(header: $0 &+ 16, room: .max)
    }
    // Where nobody says which elements there are, the place may be one.
    guard let parts else { return StrongPlace(label: 0) }
    guard parts.contains(where: { $0.contains(index) }) else { return nil }
    let found = step(at: place, in: known.valueSteps, of: place &- inner)
    // What the header says of the elements is known of the libraries' own buffers, and guessed of others.
    let type = Metadata(known.metadata)
    let isKnown = known.isOfSystem && type.declaredName != "ManagedBuffer"
    return found.map { StrongPlace(label: 0, isCertain: $0.isCertain && isKnown) }
  }

  /// The place in a value whose steps these are.
  func step(at place: UInt, in steps: StepList, of value: UInt, index: Int32 = -1) -> StrongPlace? {
    guard let start = steps.start else { return nil }
    let offset = place &- value
    for position in 0..<steps.count {
      let step = start[position]
      let size: UInt =
        switch step.kind {
        case .reference: 8
        case .existential: sizeOfExistential(at: value &+ step.offset)
        case .enumeration: UInt(bitPattern: layouts.enumeration(step).size)
        case .words: UInt(bitPattern: Int(step.detail)) &* 8
        case .guarded, .repeated, .unknown: nextOffset(after: step.offset, in: steps) - step.offset
        }
      guard offset >= step.offset, offset &- step.offset < size else { continue }
      guard let isCertain = isCertain(place, in: step, of: value &+ step.offset) else { return nil }
      return StrongPlace(label: step.label, index: index, isCertain: isCertain)
    }
    return nil
  }

  /// Whether a pointer at a place of a step is a reference for sure; nil if it is none.
  private func isCertain(_ place: UInt, in step: Step, of value: UInt) -> Bool? {
    switch step.kind {
    case .reference: return true
    case .words: return false
    // A function is kept as its code and, behind it, what it captures.
    case .unknown: return layouts.isUntyped(step) && symbols.isFunction(at: picture.word(place &- 8))
    case .guarded:
      return self.step(at: place, in: layouts.inner[Int(step.detail)].steps, of: value)?.isCertain
    case .repeated:
      let inner = layouts.inner[Int(step.detail)]
      guard inner.stride > 0, (place &- value) / inner.stride < UInt(inner.count) else { return nil }
      let element = place &- (place &- value) % inner.stride
      return self.step(at: place, in: inner.steps, of: element)?.isCertain
    case .existential:
      let type = picture.word(value &+ 24)
      guard Metadata.isGenuine(type) else { return false }
      guard Metadata(type).isStoredInline else { return place == value }
      return layouts.steps(ofValueOf: type).flatMap { self.step(at: place, in: $0, of: value) }?.isCertain
    case .enumeration:
      return payload(of: step, at: value).flatMap { self.step(at: place, in: $0, of: value) }?.isCertain
    }
  }

  /// The steps of the case that an enumeration has; nil if nothing is in it.
  private func payload(of step: Step, at value: UInt) -> StepList? {
    let layout = layouts.enumeration(step)
    return withWords(layout.size, at: value) { copy in
      let tag = Int(ObjectMemoryTag(layout.getTag, copy, step.type))
      return (0..<layout.caseCount).contains(tag) ? layout.cases[tag] : nil
    }
  }

  /// How much of an existential's three words is in use: behind a small value is what was there before, and a large one is
  /// in a box of its own.
  private func sizeOfExistential(at place: UInt) -> UInt {
    let type = picture.word(place &+ 24)
    // Where there is no value, its words are what was there before.
    if type == 0 { return 0 }
    guard Metadata.isGenuine(type) else { return 24 }
    return Metadata(type).isStoredInline ? Metadata(type).size : 8
  }

  /// Where what is not known ends: where the next step begins.
  private func nextOffset(after offset: UInt, in steps: StepList) -> UInt {
    var next = UInt.max
    for position in 0..<steps.count {
      if let other = steps.start?[position].offset, other > offset { next = min(next, other) }
    }
    return next
  }

  /// Gives a copy of a value in the picture.
  private func withWords<Result>(_ count: Int, at address: UInt, _ body: (UInt) -> Result) -> Result {
    withUnsafeTemporaryAllocation(of: UInt.self, capacity: max(count + 7, 8) / 8) { words in
      for position in words.indices { words[position] = picture.word(address &+ UInt(position) &* 8) }
      return body(UInt(bitPattern: words.baseAddress))
    }
  }
}
#endif
