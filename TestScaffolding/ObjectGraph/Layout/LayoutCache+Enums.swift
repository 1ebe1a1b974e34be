#if DEBUG
extension LayoutCache {
  func enumLayout(of type: Metadata) -> ValueLayout {
    if type.isTrivial { return ValueLayout() }
    guard let cases = payloads(of: type) else { return ValueLayout(unknown: [type.name]) }
    if cases.allSatisfy(\.isEmpty) { return ValueLayout() }
    if type.kind == .optional, type.size == 8, Self.isNullWhenAbsent(type.genericArgument(0)) {
      return ValueLayout(steps: cases[0])
    }
    guard type.hasEnumWitnesses else { return ValueLayout(unknown: [type.name]) }
    let layout = EnumLayout(
      getTag: unsafeBitCast(type.getTag, to: Metadata.GetTag.self),
      projectPayload: unsafeBitCast(type.projectPayload, to: Metadata.ProjectPayload.self),
      size: Int(type.size), cases: cases.map(list))
    let step = Step(kind: .enumeration, offset: 0, label: 0, type: type.address, layout: add(layout))
    return ValueLayout(steps: [step])
  }

  private static func isNullWhenAbsent(_ type: Metadata) -> Bool {
    type.kind == .class || type.kind == .existential
  }

  /// The steps of each case with a payload, in the order of their tags; nothing if the type does not say.
  private func payloads(of type: Metadata) -> [[Step]]? {
    let descriptor = type.descriptor
    let records = relative(descriptor &+ 16)
    guard records != 0 else { return nil }
    let count = UInt(UInt32(bitPattern: int32(descriptor &+ 20)) & 0xFF_FFFF)
    guard count <= UInt(UInt32(bitPattern: int32(records &+ 12))) else { return nil }
    return (0..<count).map { payload($0, of: type, in: records) }
  }

  private func payload(_ index: UInt, of type: Metadata, in records: UInt) -> [Step] {
    let record = records &+ 16 &+ index &* 12
    let name = UnsafePointer<CChar>(bitPattern: relative(record &+ 8)).map { String(cString: $0) } ?? "?"
    let label = type.kind == .optional ? "" : ".\(name)"
    if int32(record) & 1 != 0 { return [reference(at: 0, label)] }
    let mangled = MangledName(relative(record &+ 4))
    if mangled.isNotStrong || mangled.length == 0 { return [] }
    let payload = mangled.resolved(context: type.descriptor, genericArguments: type.genericArguments)
    guard let payload else {
      note(["\(type.name)\(label)"])
      return []
    }
    return moved(layout(of: payload).steps, by: 0, under: label)
  }
}
#endif
