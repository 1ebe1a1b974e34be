#if DEBUG
extension LayoutCache {
  /// The layout of what a closure captures, or of a variable that closures share.
  func contextLayout(of metadata: Metadata) -> HeapLayout {
    let captures = CaptureList(of: metadata)
    if captures.bindingCount > 0 {
      return HeapLayout(metadata: metadata.address, shape: .genericClosure, role: .closure, steps: .none)
    }
    let steps = steps(of: captures) { $0.resolved() }
    return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
  }

  /// The steps of one closure that was made in generic code: what it is bound to is kept with its captures.
  func steps(ofGenericClosureAt address: UInt) -> StepList {
    let metadata = Metadata(word(address))
    let captures = CaptureList(of: metadata)
    let bound = (0..<captures.bindingCount).map { word(address &+ 16 &+ $0 &* 8) }
    let key = [metadata.address] + bound
    if let known = genericClosures[key] { return known }
    let arguments = GenericArguments(captures.sources, bound: bound)
    let made = list(steps(of: captures) { arguments.resolve($0) })
    genericClosures[key] = made
    return made
  }

  /// Lays the captures out one after the other, as far as their types are known.
  private func steps(of captures: CaptureList, resolve: (MangledName) -> Metadata?) -> [Step] {
    var steps: [Step] = []
    var offset = captures.firstOffset
    for (index, name) in captures.names.enumerated() {
      let isObject = captures.objects.contains(index)
      guard let capture = isObject ? Capture(steps: [reference()]) : capture(name, resolve) else {
        note(["a capture of a closure: \(name.readable)"])
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

  private func capture(_ name: MangledName, _ resolve: (MangledName) -> Metadata?) -> Capture? {
    if name.isNotStrong { return Capture() }
    if name.isBox { return Capture(steps: [reference()]) }
    if name.isLoweredClosure { return Capture(steps: [reference(at: 8, " (closure)")], size: 16) }
    guard let type = resolve(name) else { return nil }
    return Capture(steps: layout(of: type).steps, size: type.size, alignmentMask: type.alignmentMask)
  }
}
#endif
