#if DEBUG
extension LayoutCache {
  /// The layout of what a closure captures, or of a variable that closures share.
  func contextLayout(of metadata: Metadata) -> HeapLayout {
    guard let captures = CaptureList(of: metadata) else {
      // The runtime's own box around a value without any size does not even have a place for one.
      let isEmpty = word(metadata.address &+ 8) & 0xFFFF_FFFF == 0
      let steps = isEmpty ? [] : [unknown("a closure that does not say what it captures")]
      return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
    }
    if captures.bindingCount > 0 || !captures.sources.isEmpty {
      return HeapLayout(metadata: metadata.address, shape: .genericClosure, role: .closure, steps: .none)
    }
    let steps = steps(of: captures) { name in
      // What names a type by a conformance or a pack has a meaning in generic code only.
      name.isDependent ? nil : name.resolved()
    }
    return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
  }

  /// The steps of one closure that was made in generic code: what it is bound to is kept with its captures.
  func steps(ofGenericClosureAt address: UInt) -> StepList {
    let metadata = Metadata(word(address))
    guard let captures = CaptureList(of: metadata) else { return .none }
    let bound = (0..<captures.bindingCount).map { word(address &+ 16 &+ $0 &* 8) }
    let key = [metadata.address] + bound
    if let known = genericClosures[key] { return known }
    let arguments = GenericArguments(captures.sources, bound: bound)
    let room = HeapObject(address).end &- address
    let made = list(steps(of: captures, upTo: room, pack: arguments.pack) { arguments.resolve($0) })
    genericClosures[key] = made
    return made
  }

  /// Lays the captures out one after the other. What follows one of an unknown type has no known place, and is
  /// passed by with it.
  private func steps(
    of captures: CaptureList, upTo room: UInt = .max, pack: [Metadata]? = nil,
    resolve: (MangledName) -> Metadata?
  ) -> [Step] {
    var steps: [Step] = []
    var offset = captures.firstOffset
    for (position, name) in captures.names.enumerated() {
      let isObject = captures.objects.contains(position)
      let known = isObject ? Capture(steps: [reference()]) : capture(name, pack, resolve)
      // What does not fit into the closure is not what it captures.
      guard let capture = known, capture.size <= room,
        aligned(offset, to: capture.alignmentMask) <= room &- capture.size
      else {
        steps.append(unknown("a capture whose type is not known", at: offset))
        break
      }
      offset = aligned(offset, to: capture.alignmentMask)
      steps += moved(capture.steps, by: offset, under: "")
      offset += capture.size
    }
    return steps
  }

  private struct Capture {
    var steps: [Step] = []
    var size: UInt = 8
    var alignmentMask: UInt = 7
  }

  private func capture(
    _ name: MangledName, _ pack: [Metadata]?, _ resolve: (MangledName) -> Metadata?
  ) -> Capture? {
    if name.isBareFunction { return Capture() }
    if name.isNotStrong { return unheld(name, resolve) }
    if name.isBox { return Capture(steps: [reference()]) }
    if name.isLoweredClosure { return Capture(steps: [reference(at: 8, " (closure)")], size: 16) }
    if let pack, name.readable == "xxQp_t" { return tuple(of: pack) }
    guard let type = resolve(name) else { return nil }
    return Capture(steps: layout(of: type), size: type.size, alignmentMask: type.alignmentMask)
  }

  /// A reference that keeps nothing alive may have tables of protocols beside it.
  private func unheld(_ name: MangledName, _ resolve: (MangledName) -> Metadata?) -> Capture? {
    guard name.readable.contains("p") else { return Capture() }
    return resolve(name.referred).map { Capture(size: max($0.size, 8)) }
  }

  private func tuple(of types: [Metadata]) -> Capture {
    var result = Capture(size: 0, alignmentMask: 0)
    for (index, type) in types.enumerated() {
      result.size = aligned(result.size, to: type.alignmentMask)
      let label = types.count == 1 ? "" : ".\(index)"
      result.steps += moved(layout(of: type), by: result.size, under: label)
      result.size += type.size
      result.alignmentMask |= type.alignmentMask
    }
    return result
  }
}
#endif
