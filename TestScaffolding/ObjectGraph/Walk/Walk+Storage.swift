#if DEBUG
import ObjectMemory

/// Collections are read in a copy of one moment. Their owners may change them in place, and an element that moves while one
/// looks from the first to the last would not be seen.
extension Walk {
  func scanStorage(_ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    if hasNoElements(layout) { return }
    let room = UInt(ObjectMemoryBlockSize(address))
    if room == 0 { return note("a collection in memory that is not the allocator's") }
    let (edgesBefore, wasAgain) = (memory.pointee.edgeCount, memory.pointee.isAgain)
    defer { memory.pointee.isAgain = wasAgain }
    for _ in 0..<100 {
      if copy(address, room, layout, to: still) {
        memory.pointee.edgeCount = edgesBefore
        memory.pointee.hasMoved = false
        scanElements(of: still, address, layout)
        if !memory.pointee.hasMoved { return }
        memory.pointee.isAgain = true
      }
      if HeapObject(address).isEnding { return }
    }
    note("a collection that other threads change all the time")
  }

  private func hasNoElements(_ layout: UnsafeMutablePointer<HeapLayout>) -> Bool {
    let isBuffer = layout.pointee.shape == .managedBuffer
    return layout.pointee.valueSteps.count == 0 && (isBuffer || layout.pointee.steps.count == 0)
  }

  /// Copies what is in use of a storage, and returns whether it stood still.
  private func copy(
    _ address: UInt, _ room: UInt, _ layout: UnsafeMutablePointer<HeapLayout>, to copy: StillCopy
  ) -> Bool {
    guard layout.pointee.shape == .array else { return copy.take(address, room) }
    let (offset, stride) = (layout.pointee.elementOffset, layout.pointee.stride)
    let most = room > offset ? (room &- offset) / stride : 0
    let count = min(word(address &+ 16), most)
    return copy.take(address, offset &+ count &* stride) && word(copy.address &+ 16) == count
  }

  private func scanElements(of copy: StillCopy, _ address: UInt, _ layout: UnsafeMutablePointer<HeapLayout>) {
    memory.pointee.home = address &- copy.address
    defer { memory.pointee.home = 0 }
    switch layout.pointee.shape {
    case .array: scanArray(copy, layout)
    case .managedBuffer: scanManagedBuffer(copy, layout)
    default: scanBuckets(copy, layout)
    }
  }

  private func scanArray(_ copy: StillCopy, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let (offset, stride) = (layout.pointee.elementOffset, layout.pointee.stride)
    let most = copy.size > offset ? (copy.size &- offset) / stride : 0
    let count = Int(bitPattern: min(word(copy.address &+ 16), most))
    ObjectWalkElements(memory, copy.address &+ offset, 0, count, stride, layout.pointee.steps)
  }

  /// Elements of an array that is stored in its owner.
  func scanRepeated(_ base: UInt, _ inner: InnerLayout, label: Int32, index: Int32) {
    let any = layouts.labels.number(of: "[\(LabelTable.position)]")
    for position in 0..<inner.count {
      // A path has room for one index. Indexes of inner arrays become part of the label.
      let own = index < 0 ? any : layouts.labels.number(of: "[\(position)]")
      scan(
        base &+ UInt(bitPattern: position) &* inner.stride, inner.steps,
        label: layouts.labels.join(label, own), index: index < 0 ? Int32(position) : index)
    }
  }

  private func scanBuckets(_ copy: StillCopy, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let isDictionary = layout.pointee.shape == .dictionary
    let original = copy.address &+ memory.pointee.home
    let storage = HashedStorage(at: copy.address, movedFrom: original, isDictionary: isDictionary)
    let end = copy.address &+ copy.size
    guard storage.ends(before: end, layout.pointee.stride, layout.pointee.valueStride) else { return }
    var seen = 0
    var bucket = 0
    while bucket < storage.bucketCount, seen < storage.count {
      defer { bucket &+= 1 }
      guard storage.isOccupied(bucket) else { continue }
      seen &+= 1
      let position = UInt(bitPattern: bucket)
      let index = Int32(truncatingIfNeeded: bucket)
      scan(storage.keys &+ position &* layout.pointee.stride, layout.pointee.steps, index: index)
      if isDictionary {
        let value = storage.values &+ position &* layout.pointee.valueStride
        scan(value, layout.pointee.valueSteps, index: index)
      }
    }
  }

  private func scanManagedBuffer(_ copy: StillCopy, _ layout: UnsafeMutablePointer<HeapLayout>) {
    let (steps, stride) = (layout.pointee.valueSteps, layout.pointee.stride)
    let start = copy.address &+ layout.pointee.elementOffset
    guard stride > 0, copy.size > layout.pointee.elementOffset else { return }
    let room = (copy.size &- layout.pointee.elementOffset) / stride
    guard let parts = layout.pointee.occupancy.positions(header: copy.address &+ 16, room: room) else {
      if case .unknown = layout.pointee.occupancy { return }
      return note("the elements of a \(layout.pointee.name), whose number makes no sense")
    }
    for part in parts {
      ObjectWalkElements(memory, start, Int(part.lowerBound), Int(part.upperBound), stride, steps)
    }
  }
}
#endif
