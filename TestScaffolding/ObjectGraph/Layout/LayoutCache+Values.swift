#if DEBUG
extension LayoutCache {
  private static var mostFixedElements: UInt { 1_024 }

  func makeLayout(of type: Metadata) -> ValueLayout {
    if containers.holdsNoReferences(type) { return ValueLayout() }
    switch type.kind {
    case .class: return ValueLayout(steps: [reference()])
    case .struct: return structLayout(of: type)
    case .enum, .optional: return enumLayout(of: type)
    case .tuple: return tupleLayout(of: type)
    case .function: return functionLayout(of: type)
    case .existential: return existentialLayout(of: type)
    case .extendedExistential: return extendedExistentialLayout(of: type)
    case .fixedArray: return fixedArrayLayout(of: type)
    case .opaque where type.address == Self.nativeObject: return ValueLayout(steps: [reference()])
    case .opaque, .metatype, .existentialMetatype: return ValueLayout()
    default: return ValueLayout(unknown: [type.name])
    }
  }

  func reference(at offset: UInt = 0, _ label: String = "") -> Step {
    Step(kind: .reference, offset: offset, label: labels.number(of: label))
  }

  /// The steps of an inner value as steps of the value around it.
  func moved(_ steps: [Step], by offset: UInt, under label: String) -> [Step] {
    let outer = labels.number(of: label)
    return steps.map { step in
      var step = step
      step.offset += offset
      step.label = labels.join(outer, step.label)
      return step
    }
  }

  private static let nativeObject: UInt = _typeByName("Bo").map { Metadata($0).address } ?? 0

  private func structLayout(of type: Metadata) -> ValueLayout {
    if containers.isOneReference(type) { return ValueLayout(steps: [reference()]) }
    guard type.describesFields else { return opaque(type) }
    if type.declaredName == "_Cell", type.size == type.genericArgument(0).size {
      return layout(of: type.genericArgument(0))
    }
    return fields(of: type)
  }

  private func opaque(_ type: Metadata) -> ValueLayout {
    ValueLayout(unknown: type.isTrivial ? [] : [type.name])
  }

  /// The layout that the fields of a struct or a class give it, inherited ones among them.
  func fields(of type: Metadata) -> ValueLayout {
    var result = ValueLayout()
    for index in 0..<runtimeFieldCount(type.type) {
      var record = FieldRecord()
      let field = Metadata(runtimeField(type.type, index: index, record: &record))
      let name = record.name.map { String(cString: $0) } ?? "?"
      record.freeName?(record.name)
      guard record.isStrong else { continue }
      if field.address == Metadata(Void.self).address {
        if !type.isKnownVoid(name) { result.unknown.append("\(type.name).\(name)") }
        continue
      }
      let offset = UInt(bitPattern: runtimeFieldOffset(type.type, index: index))
      let inner = layout(of: field)
      result.steps += moved(inner.steps, by: offset, under: ".\(name)")
    }
    return result
  }

  private func tupleLayout(of type: Metadata) -> ValueLayout {
    var result = ValueLayout()
    for index in 0..<word(type.address &+ 8) {
      let element = type.address &+ 24 &+ index &* 16
      let inner = layout(of: Metadata(word(element)))
      let offset = UInt(UInt32(bitPattern: int32(element &+ 8)))
      result.steps += moved(inner.steps, by: offset, under: ".\(index)")
    }
    return result
  }

  private func functionLayout(of type: Metadata) -> ValueLayout {
    let convention = word(type.address &+ 8) >> 16 & 0xFF
    guard convention == 0 else { return ValueLayout() }
    return ValueLayout(steps: [reference(at: 8, " (closure)")])
  }

  private func existentialLayout(of type: Metadata) -> ValueLayout {
    let flags = UInt32(bitPattern: int32(type.address &+ 8))
    let isError = flags >> 24 & 0x3F == 1
    let isClass = flags & 0x8000_0000 == 0
    if isError || isClass { return ValueLayout(steps: [reference()]) }
    return ValueLayout(steps: [Step(kind: .existential, offset: 0, label: 0)])
  }

  private func extendedExistentialLayout(of type: Metadata) -> ValueLayout {
    switch word(word(type.address &+ 8)) & 0xFF {
    case 0: ValueLayout(steps: [Step(kind: .existential, offset: 0, label: 0)])
    case 1: ValueLayout(steps: [reference()])
    case 2: ValueLayout()
    default: opaque(type)
    }
  }

  private func fixedArrayLayout(of type: Metadata) -> ValueLayout {
    let count = word(type.address &+ 8)
    let element = Metadata(word(type.address &+ 16))
    let inner = layout(of: element)
    var result = ValueLayout()
    if inner.steps.isEmpty { return result }
    for index in 0..<min(count, Self.mostFixedElements) {
      result.steps += moved(inner.steps, by: index &* element.stride, under: "[\(index)]")
    }
    if count > Self.mostFixedElements { result.unknown = ["\(type.name) after \(Self.mostFixedElements)"] }
    return result
  }
}
#endif
