#if DEBUG
/// A place at which an object of a known type may hold something strongly.
struct StrongPlace {
  /// The label and index of the place in the object, as they stand in a path.
  let label: Int32
  var index: Int32 = -1
  /// Whether a pointer there is a reference for sure: other places may have words of what was there before.
  var isCertain = false
}

/// Finds out where an object of a known type holds something strongly.
struct StrongPlaces {
  private let layouts: LayoutCache
  private let picture: StillPicture

  init(_ layouts: LayoutCache, _ picture: StillPicture) {
    self.layouts = layouts
    self.picture = picture
  }

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
      let keys = picture.word(object &+ 48)
      let values = known.shape == .dictionary ? picture.word(object &+ 56) : 0
      if values > 0, place >= values {
        return bucket(object, place, values, known.valueStride, known.valueSteps, bitmap: 64)
      }
      guard keys > 0, place >= keys else { return nil }
      return bucket(
        object, place, keys, known.stride, known.steps, bitmap: known.shape == .dictionary ? 64 : 56)
    case .task:
      // Around the result of a task that has ended is what was there before.
      guard let task = FinishedTask(at: object, reading: picture.word) else { return StrongPlace(label: 0) }
      let isKept =
        task.result.map { ($0.address..<$0.address &+ Metadata($0.type).size).contains(place) }
        ?? (picture.word(place) == task.error)
      return isKept ? StrongPlace(label: 0) : nil
    case .managedBuffer, .error, .genericClosure, .keyPath: return StrongPlace(label: 0)
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
    _ object: UInt, _ place: UInt, _ first: UInt, _ stride: UInt, _ steps: StepList, bitmap: UInt
  ) -> StrongPlace? {
    guard stride > 0 else { return nil }
    let (index, inner) = (place &- first).quotientAndRemainder(dividingBy: stride)
    guard index < 1 << (picture.word(object &+ 32) & 0x3F),
      picture.word(object &+ bitmap &+ index / 64 &* 8) >> (index % 64) & 1 == 1
    else { return nil }
    return step(at: place, in: steps, of: place &- inner, index: 0)
  }

  private func step(
    at place: UInt, in steps: StepList, of value: UInt, index: Int32 = -1
  ) -> StrongPlace? {
    guard let start = steps.start else { return nil }
    let offset = place &- value
    for position in 0..<steps.count {
      let step = start[position]
      let size: UInt =
        switch step.kind {
        case .reference: 8
        case .existential: sizeOfExistential(at: value &+ step.offset)
        case .enumeration: UInt(bitPattern: layouts.enums[Int(step.detail)].size)
        case .words: UInt(bitPattern: Int(step.detail)) &* 8
        case .guarded, .repeated, .unknown: nextOffset(after: step.offset, in: steps) - step.offset
        }
      if offset >= step.offset, offset &- step.offset < size {
        // Of an optional value, too, only a part may be in use.
        if step.kind == .enumeration, layouts.enums[Int(step.detail)].cases.count == 1,
          self.step(at: place, in: layouts.enums[Int(step.detail)].cases[0], of: value &+ step.offset) == nil
        {
          return nil
        }
        return StrongPlace(label: step.label, index: index, isCertain: step.kind == .reference)
      }
    }
    return nil
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
}
#endif
