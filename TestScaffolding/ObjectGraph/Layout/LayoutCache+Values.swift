#if DEBUG
import ObjectMemory

extension LayoutCache {
  func makeLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    switch type.kind {
    case .class, .foreignClass: return [reference()]
    case .struct: return structLayout(of: type, isQuiet: isQuiet)
    case .enum, .optional: return enumLayout(of: type, isQuiet: isQuiet)
    case .tuple: return tupleLayout(of: type, isQuiet: isQuiet)
    case .function: return functionLayout(of: type, isQuiet: isQuiet)
    case .existential: return existentialLayout(of: type)
    case .extendedExistential: return extendedExistentialLayout(of: type)
    case .fixedArray:
      return repeated(Metadata(word(type.address &+ 16)), count: word(type.address &+ 8), isQuiet: isQuiet)
    case .opaque where Self.anyObjects.contains(type.address): return [reference()]
    case .opaque: return type.isTrivial ? [] : [unknown(type.name)]
    case .metatype, .existentialMetatype: return []
    default: return [unknown(type.name)]
    }
  }

  /// `Builtin.NativeObject`, and `Builtin.BridgeObject`, in which a view of a dictionary is kept.
  private static let anyObjects = ["Bo", "Bb"].compactMap { _typeByName($0).map { Metadata($0).address } }

  private func structLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    if Self.isOneReference(type) { return [reference()] }
    let isOfSystem = type.isOfSystem
    if isOfSystem {
      switch type.declaredName {
      case "Mutex" where type.isGeneric: return guarded(type.genericArgument(0), isQuiet: isQuiet)
      case "_Cell" where type.isGeneric: return layout(of: type.genericArgument(0), isQuiet: isQuiet)
      case "InlineArray":
        return repeated(type.genericArgument(1), count: word(type.genericArguments), isQuiet: isQuiet)
      case "AtomicLazyReference", "Task": return [reference()]
      case "ManagedBufferPointer" where type.isGeneric && !isQuiet:
        // The class of the buffer says nothing of what is behind the fields.
        let isPlain = [0, 1].allSatisfy { layout(of: type.genericArgument($0)).isEmpty }
        return (fields(of: type) ?? []) + (isPlain ? [] : [unknown("the elements of a \(type.name)")])
      // A short text has its letters where others have an object.
      case "_StringGuts", "_StringObject": return []
      case "Atomic" where type.isGeneric:
        // It has no stored properties. Its value holds no references, but it may be a pointer.
        return layout(of: type.genericArgument(0), isQuiet: isQuiet).filter {
          $0.kind == .unknown || $0.kind == .enumeration
        }
      case let name where Self.pointers.contains(name): return isQuiet ? [] : [unknown(type.name)]
      default: break
      }
    }
    if type.qualifiedName.hasPrefix("__C."), type.fields?.isEmpty != false, type.size >= 8 {
      return isQuiet ? [] : [unknown(type.name)]
    }
    if let steps = fields(of: type, isQuiet: isQuiet) { return steps }
    return type.isTrivial ? [] : [unknown(type.name)]
  }

  private static let pointers: Set<String> = [
    "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer", "OpaquePointer",
    "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
    "UnsafeMutableRawBufferPointer", "Unmanaged", "UnsafeContinuation", "CheckedContinuation",
  ]

  /// The steps of a type's fields, including inherited ones; nil if the type does not list its fields.
  func fields(of type: Metadata, isQuiet: Bool = false) -> [Step]? {
    var lines: [Metadata] = []
    var current = type
    while current.address != 0 {
      lines.insert(current, at: 0)
      current = Metadata(current.superclass)
    }
    var steps: [Step] = []
    for line in lines {
      guard let declared = line.fields else { return nil }
      let isOfSystem = line.isOfSystem
      for (position, field) in declared.enumerated() where !field.type.isNotStrong {
        let isQuietHere = isQuiet || (isOfSystem && field.type.genericParameter == nil)
        let next = declared.dropFirst(position + 1).first?.offset ?? 0
        let end = next > field.offset ? next : line.kind == .class ? line.instanceSize : line.size
        let found = layout(ofProperty: field.type, in: line, upTo: end &- field.offset, isQuiet: isQuietHere)
        steps += moved(found, by: field.offset, under: ".\(field.name)")
      }
    }
    return steps
  }

  /// The steps of a stored property or payload that is at most `end` bytes long.
  func layout(ofProperty name: MangledName, in type: Metadata, upTo end: UInt, isQuiet: Bool) -> [Step] {
    if name.isHidden { return hiddenLayout(of: name, in: type, upTo: end, isQuiet: isQuiet) }
    if name.isBlock {
      var block = unknown("a block")
      block.isOnlyIfSet = true
      return isQuiet ? [] : [block]
    }
    if let type = name.resolved(context: type.descriptor, genericArguments: type.genericArguments) {
      return layout(of: type, isQuiet: isQuiet)
    }
    return isQuiet ? [] : [unknown("a property whose type is not known")]
  }

  private func tupleLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    (0..<word(type.address &+ 8)).flatMap { index in
      let element = type.address &+ 24 &+ index &* 16
      let inner = layout(of: Metadata(word(element)), isQuiet: isQuiet)
      let offset = UInt(UInt32(bitPattern: int32(element &+ 8)))
      return moved(inner, by: offset, under: ".\(index)")
    }
  }

  private func functionLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    switch word(type.address &+ 8) >> 16 & 0xFF {
    case 0: [reference(at: 8, " (closure)")]
    case 1: isQuiet ? [] : [unknown("a block")]
    default: []
    }
  }

  private func existentialLayout(of type: Metadata) -> [Step] {
    let flags = UInt32(bitPattern: int32(type.address &+ 8))
    let isError = flags >> 24 & 0x3F == 1
    let isClass = flags & 0x8000_0000 == 0
    if isError || isClass { return [reference()] }
    return [Step(kind: .existential, offset: 0)]
  }

  private func extendedExistentialLayout(of type: Metadata) -> [Step] {
    switch word(word(type.address &+ 8)) & 0xFF {
    case 0: [Step(kind: .existential, offset: 0)]
    case 1: [reference()]
    case 2: []
    default: [unknown(type.name)]
    }
  }

  private func repeated(_ element: Metadata, count: UInt, isQuiet: Bool) -> [Step] {
    let steps = layout(of: element, isQuiet: isQuiet)
    guard !steps.isEmpty, count > 0 else { return [] }
    let inner = InnerLayout(steps: list(steps), count: Int(count), stride: element.stride)
    return [Step(kind: .repeated, offset: 0, detail: add(inner))]
  }

  // MARK: - Enumerations

  private func enumLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    guard let cases = payloads(of: type, isQuiet: isQuiet) else {
      return type.isTrivial ? [] : [unknown(type.name)]
    }
    if cases.allSatisfy(\.isEmpty) { return [] }
    // One that is not there is null.
    if type.kind == .optional, type.size == 8, [.class, .existential].contains(type.genericArgument(0).kind) {
      return cases[0]
    }
    guard type.hasEnumWitnesses else { return [unknown(type.name)] }
    return [enumeration(type, cases.map(list))]
  }

  /// The steps of each case with a payload, in the order of their tags; nil if the type does not list its cases.
  private func payloads(of type: Metadata, isQuiet: Bool) -> [[Step]]? {
    let descriptor = type.descriptor
    let records = relative(descriptor &+ 16)
    guard records != 0 else { return nil }
    let count = UInt(UInt32(bitPattern: int32(descriptor &+ 20)) & 0xFF_FFFF)
    guard count <= UInt(UInt32(bitPattern: int32(records &+ 12))) else { return nil }
    return (0..<count).map { payload(records &+ 16 &+ $0 &* 12, of: type, isQuiet: isQuiet) }
  }

  private func payload(_ record: UInt, of type: Metadata, isQuiet: Bool) -> [Step] {
    let name = text(at: relative(record &+ 8)) ?? "?"
    let label = type.kind == .optional ? "" : ".\(name)"
    if int32(record) & 1 != 0 { return [reference(at: 0, label)] }
    let mangled = MangledName(relative(record &+ 4))
    if mangled.isNotStrong || mangled.length == 0 { return [] }
    let steps = layout(ofProperty: mangled, in: type, upTo: type.size, isQuiet: isQuiet)
    return moved(steps, by: 0, under: label)
  }

  // MARK: - Noncopyable types

  /// The steps of a noncopyable property or payload, whose type the runtime does not tell.
  private func hiddenLayout(of name: MangledName, in type: Metadata, upTo end: UInt, isQuiet: Bool) -> [Step]
  {
    if let found = HiddenTypes.type(behind: name, in: type), found.size <= end {
      return layout(of: found, isQuiet: isQuiet)
    }
    // System libraries come without the symbols that name such types, so each word may be a reference.
    if isQuiet { return [Step(kind: .words, offset: 0, detail: Int32(clamping: end / 8))] }
    return [unknown("a type that cannot be copied")]
  }

  /// The steps of a mutex: first the lock, then the guarded value.
  private func guarded(_ value: Metadata, isQuiet: Bool) -> [Step] {
    let offset = aligned(4, to: value.alignmentMask)
    let steps = moved(layout(of: value, isQuiet: isQuiet), by: offset, under: "")
    if steps.isEmpty { return [] }
    return [Step(kind: .guarded, offset: 0, detail: add(InnerLayout(steps: list(steps))))]
  }
}
#endif
