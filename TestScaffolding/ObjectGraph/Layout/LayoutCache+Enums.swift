#if DEBUG
extension LayoutCache {
  func enumLayout(of type: Metadata, isQuiet: Bool) -> [Step] {
    guard let cases = payloads(of: type, isQuiet: isQuiet) else {
      return type.isTrivial ? [] : [unknown(type.name)]
    }
    if cases.allSatisfy(\.isEmpty) { return [] }
    if type.kind == .optional, type.size == 8, Self.isNullWhenAbsent(type.genericArgument(0)) {
      return cases[0]
    }
    guard type.hasEnumWitnesses else { return [unknown(type.name)] }
    let layout = EnumLayout(
      getTag: type.getTag, projectPayload: type.projectPayload, size: Int(type.size), cases: cases.map(list))
    return [Step(kind: .enumeration, offset: 0, type: type.address, detail: add(layout))]
  }

  private static func isNullWhenAbsent(_ type: Metadata) -> Bool {
    type.kind == .class || type.kind == .existential
  }

  /// The steps of each case with a payload, in the order of their tags; nothing if the type does not say.
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
}
#endif
