#if DEBUG
extension LayoutCache {
  func makeHeapLayout(of metadata: Metadata) -> HeapLayout {
    switch metadata.kind {
    case .class: return classLayout(of: metadata)
    case .closureContext: return contextLayout(of: metadata)
    case .box: return boxLayout(of: metadata)
    case .errorBox: return HeapLayout(metadata: metadata.address, shape: .error, steps: list([]))
    case .task: return HeapLayout(metadata: metadata.address, role: .task, steps: list([]))
    default: return HeapLayout(metadata: metadata.address, steps: list([]))
    }
  }

  private func classLayout(of type: Metadata) -> HeapLayout {
    if let shape = containers.shape(of: type) { return storageLayout(of: type, shape) }
    let isOfSystem = HeapLayout.isOfSystem(type.qualifiedName)
    guard type.describesFields else {
      note([type.name])
      return HeapLayout(metadata: type.address, role: .instance, isOfSystem: isOfSystem, steps: list([]))
    }
    let layout = fields(of: type)
    note(layout.unknown)
    let steps = headerSteps(of: type) + layout.steps
    return HeapLayout(metadata: type.address, role: .instance, isOfSystem: isOfSystem, steps: list(steps))
  }

  /// The header of a managed buffer, which is no stored property. How many elements follow, only its owner knows.
  private func headerSteps(of type: Metadata) -> [Step] {
    var current = type
    while current.declaredName != "ManagedBuffer" || !HeapLayout.isOfSystem(current.qualifiedName) {
      current = Metadata(current.superclass)
      if current.address == 0 { return [] }
    }
    if !current.genericArgument(1).isTrivial { note(["the elements of \(type.name)"]) }
    let header = current.genericArgument(0)
    return moved(layout(of: header).steps, by: aligned(16, to: header.alignmentMask), under: ".header")
  }

  private func storageLayout(of type: Metadata, _ shape: HeapLayout.Shape) -> HeapLayout {
    let element = type.genericArgument(0)
    let key = shape == .dictionary ? "[key #]" : "[#]"
    let steps = moved(layout(of: element).steps, by: 0, under: key)
    var result = HeapLayout(metadata: type.address, shape: shape, steps: list(steps))
    result.elementOffset = aligned(32, to: element.alignmentMask)
    result.stride = element.stride
    if shape == .dictionary {
      let value = type.genericArgument(1)
      result.valueSteps = list(moved(layout(of: value).steps, by: 0, under: "[#]"))
      result.valueStride = value.stride
    }
    return result
  }

  private func boxLayout(of metadata: Metadata) -> HeapLayout {
    let offset = UInt(UInt32(bitPattern: int32(metadata.address &+ 8)))
    let steps = moved(layout(of: Metadata(word(metadata.address &+ 16))).steps, by: offset, under: "")
    return HeapLayout(metadata: metadata.address, steps: list(steps))
  }
}
#endif
