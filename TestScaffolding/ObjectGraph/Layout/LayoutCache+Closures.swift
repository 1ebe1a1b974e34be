#if DEBUG
extension LayoutCache {
  /// The layout of what a closure captures, or of a variable that closures share.
  func contextLayout(of metadata: Metadata) -> HeapLayout {
    let captures = CaptureList(of: metadata)
    var steps: [Step] = []
    var offset = captures.firstOffset
    for name in captures.names {
      guard let capture = capture(name) else {
        note(["a capture of a closure: \(name.readable)"])
        break
      }
      offset = aligned(offset, to: capture.alignmentMask)
      steps += moved(capture.steps, by: offset, under: "")
      offset += capture.size
    }
    return HeapLayout(metadata: metadata.address, role: .closure, steps: list(steps))
  }

  private struct Capture {
    var steps: [Step] = []
    var size: UInt = 8
    var alignmentMask: UInt = 7
  }

  private func capture(_ name: MangledName) -> Capture? {
    if name.isNotStrong { return Capture() }
    if name.isBox { return Capture(steps: [reference()]) }
    if name.isLoweredClosure { return Capture(steps: [reference(at: 8, " (closure)")], size: 16) }
    guard let type = name.resolved() else { return nil }
    return Capture(steps: layout(of: type).steps, size: type.size, alignmentMask: type.alignmentMask)
  }
}

/// What the compiler wrote down of the captures of a closure.
struct CaptureList {
  let firstOffset: UInt
  let names: [MangledName]

  /// Captures that depend on generic parameters are placed by each context, not by its type.
  init(of metadata: Metadata) {
    let list = word(metadata.address &+ 16)
    let bindings = UInt(UInt32(bitPattern: int32(list &+ 8)))
    firstOffset = UInt(UInt32(bitPattern: int32(metadata.address &+ 8))) &+ bindings &* 8
    guard list != 0 else {
      names = []
      return
    }
    names = (0..<UInt(UInt32(bitPattern: int32(list)))).map {
      MangledName(relative(list &+ 12 &+ $0 &* 4))
    }
  }
}
#endif
