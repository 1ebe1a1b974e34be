#if DEBUG
import ObjectMemory

extension LayoutCache {
  private static let untyped = [
    "a closure that does not say what it captures", "a capture whose type is not known",
  ]

  /// Whether no type is known of what a closure captures there.
  func isUntyped(_ step: Step) -> Bool { Self.untyped.contains(labels[step.detail]) }

  /// The layout of a closure's captures, or of a variable that several closures share.
  func contextLayout(of metadata: Metadata) -> HeapLayout {
    guard let captures = CaptureList(of: metadata) else {
      // The runtime's box around a value of size zero does not even contain an offset.
      let isEmpty = word(metadata.address &+ 8) & 0xFFFF_FFFF == 0
      let steps = isEmpty ? [] : [unknown(Self.untyped[0])]
      return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
    }
    if captures.bindingCount > 0 || !captures.sources.isEmpty {
      return HeapLayout(metadata: metadata.address, shape: .genericClosure, role: .closure, steps: .none)
    }
    let steps = steps(of: captures) { name in
      // A name that depends on a conformance or a pack can only be resolved in generic code.
      name.isDependent ? nil : name.resolved()
    }
    return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
  }

  /// The steps of one closure made in generic code. The types that it is bound to are stored with its captures.
  ///
  /// - Parameters:
  ///   - room: Its size, if that is known; nil asks for that of the block.
  ///   - word: Reads from where the object is whole: it may be gone by now.
  func steps(
    ofGenericClosureAt address: UInt, of metadata: Metadata, room: UInt? = nil,
    reading word: (UInt) -> UInt = word
  ) -> StepList {
    if let known = outside[metadata.address] { return steps(known, ofObjectAt: address) }
    guard let captures = CaptureList(of: metadata) else { return .none }
    let bound = (0..<captures.bindingCount).map { word(address &+ 16 &+ $0 &* 8) }
    let key = [metadata.address] + bound
    if let known = genericClosures[key] { return known }
    let arguments = GenericArguments(captures.sources, bound: bound)
    let room = room ?? HeapObject(address).end &- address
    let made = list(steps(of: captures, upTo: room, pack: arguments.pack) { arguments.resolve($0) })
    genericClosures[key] = made
    return made
  }

  /// Lays out the captures one after the other. After a capture of unknown type the positions are unknown too, so it is
  /// the last one.
  private func steps(
    of captures: CaptureList, upTo room: UInt = .max, pack: [Metadata]? = nil,
    resolve: (MangledName) -> Metadata?
  ) -> [Step] {
    var steps: [Step] = []
    var offset = captures.firstOffset
    for (position, name) in captures.names.enumerated() {
      let isObject = captures.objects.contains(position)
      let known = isObject ? Capture(steps: [reference()]) : capture(name, pack, resolve)
      // A capture that does not fit into the closure means that its type was resolved wrongly.
      guard let capture = known, capture.size <= room,
        aligned(offset, to: capture.alignmentMask) <= room &- capture.size
      else {
        steps.append(unknown(Self.untyped[1], at: offset))
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

  /// A weak or unowned reference may be followed by witness tables.
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
