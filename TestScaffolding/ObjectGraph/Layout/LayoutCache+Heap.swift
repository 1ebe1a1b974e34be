#if DEBUG
import ObjectMemory

extension LayoutCache {
  func makeHeapLayout(of metadata: Metadata) -> HeapLayout {
    switch metadata.kind {
    case .class: return classLayout(of: metadata)
    case .closureContext: return contextLayout(of: metadata)
    case .box: return boxLayout(of: metadata)
    case .errorBox: return HeapLayout(metadata: metadata.address, shape: .error, steps: .none)
    case .task:
      return HeapLayout(
        metadata: metadata.address, shape: .task, role: .task,
        steps: list([unknown("a task that has not ended")]))
    default: return HeapLayout(metadata: metadata.address, steps: .none)
    }
  }

  private func classLayout(of type: Metadata) -> HeapLayout {
    if let shape = Self.shape(of: type) { return storageLayout(of: type, shape) }
    let isOfSystem = type.isOfSystem
    var layout = HeapLayout(metadata: type.address, role: .instance, isOfSystem: isOfSystem, steps: .none)
    let isQuiet = isOfSystem && type.declaredName != "ManagedBuffer"
    let properties = fields(of: type, isQuiet: isQuiet) ?? [unknown(type.name)]
    if type.ancestor("AnyKeyPath") != nil {
      layout.shape = .keyPath
      layout.steps = list([reference(at: 0, "[subscript]")])
    } else if type.qualifiedName.hasPrefix("Dispatch."), Self.withBlocks.contains(type.declaredName) {
      layout.steps = list([unknown("the blocks of a \(type.name)")])
    } else if addOutside(of: type, properties) {
      layout.shape = .genericClosure
    } else if Self.withUnseen.contains(where: { type.ancestor($0) != nil }) {
      layout.steps = list(properties + [unknown("what a \(type.name) keeps")])
    } else if let buffer = type.ancestor("ManagedBuffer") {
      addElements(of: buffer, in: type, properties, to: &layout)
    } else {
      layout.steps = list(properties)
    }
    return layout
  }

  /// Classes whose storage belongs to Dispatch, is written in C, and cannot be read.
  private static let withBlocks: Set<String> = [
    "DispatchQueue", "DispatchSource", "DispatchWorkItem", "DispatchGroup", "DispatchIO",
    "DispatchQueueConcurrent",
    "DispatchQueueSerial", "DispatchQueueMain", "__DispatchData",
  ]
  /// Classes whose storage Foundation keeps behind its own pointers.
  private static let withUnseen = ["OperationQueue", "RunLoop"]

  private func addElements(
    of buffer: Metadata, in type: Metadata, _ properties: [Step], to layout: inout HeapLayout
  ) {
    let (header, element) = (buffer.genericArgument(0), buffer.genericArgument(1))
    layout.shape = .managedBuffer
    let start = aligned(16, to: header.alignmentMask)
    // If the library declares the header as a property of the ancestor, `properties` already include it.
    let hasHeader = buffer.fields?.contains { $0.name == "header" } == true
    let inHeader = hasHeader ? [] : moved(self.layout(of: header), by: start, under: ".header")
    let elements = moved(
      self.layout(of: element, isQuiet: layout.isOfSystem && !type.isGeneric), by: 0,
      under: "[\(LabelTable.position)]")
    layout.elementOffset = aligned(start &+ header.size, to: element.alignmentMask)
    layout.stride = element.stride
    layout.valueSteps = list(elements)
    layout.occupancy = BufferOccupancy(header: header, isSparse: element.kind == .optional)
    var steps = properties + inHeader
    // Behind their own headers, libraries keep only locks.
    let holdsOnlyLocks = layout.isOfSystem && elements.allSatisfy { $0.kind == .unknown }
    if !elements.isEmpty, !holdsOnlyLocks, case .unknown = layout.occupancy {
      steps.append(unknown("the elements of a \(type.name), of which nobody says which ones there are"))
    }
    layout.steps = list(steps)
  }

  private func storageLayout(of type: Metadata, _ shape: HeapLayout.Shape) -> HeapLayout {
    let element = type.genericArgument(0)
    let key = shape == .dictionary ? "[key \(LabelTable.position)]" : "[\(LabelTable.position)]"
    let steps = moved(layout(of: element), by: 0, under: key)
    var result = HeapLayout(metadata: type.address, shape: shape, steps: list(steps))
    result.elementOffset = aligned(32, to: element.alignmentMask)
    result.stride = element.stride
    if shape == .dictionary {
      let value = type.genericArgument(1)
      result.valueSteps = list(moved(layout(of: value), by: 0, under: "[\(LabelTable.position)]"))
      result.valueStride = value.stride
    }
    return result
  }

  private func boxLayout(of metadata: Metadata) -> HeapLayout {
    let offset = UInt(UInt32(bitPattern: int32(metadata.address &+ 8)))
    let steps = moved(layout(of: Metadata(word(metadata.address &+ 16))), by: offset, under: "")
    return HeapLayout(metadata: metadata.address, steps: list(steps))
  }
}
#endif
