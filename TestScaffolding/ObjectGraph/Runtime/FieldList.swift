#if DEBUG
/// The stored properties that a struct or a class declares itself, read from what the compiler wrote down of them.
///
/// The runtime has functions for this, but they answer `Void` for every property that cannot be copied.
struct FieldList {
  struct Field {
    let name: String
    let type: MangledName
    let offset: UInt
  }

  let fields: [Field]

  /// Nothing where the type does not say.
  init?(of type: Metadata) {
    let descriptor = type.descriptor
    guard descriptor != 0 else { return nil }
    let records = relative(descriptor &+ 16)
    guard records != 0 else { return nil }
    let isClass = type.kind == .class
    // Offsets stand in the metadata, from a word on that the descriptor names.
    let count = UInt(UInt32(bitPattern: int32(records &+ 12)))
    let vector = UInt(UInt32(bitPattern: int32(descriptor &+ (isClass ? 40 : 24))))
    let start = isClass ? type.resilientMembersOffset ?? 0 : 0
    guard count == 0 || vector != 0 else { return nil }
    let offsets = type.address &+ start &+ vector &* 8
    fields = (0..<count).map { index in
      let record = records &+ 16 &+ index &* 12
      return Field(
        name: text(at: relative(record &+ 8)) ?? "?", type: MangledName(relative(record &+ 4)),
        offset: isClass
          ? word(offsets &+ index &* 8) : UInt(UInt32(bitPattern: int32(offsets &+ index &* 4))))
    }
  }
}
#endif
