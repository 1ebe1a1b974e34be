#if DEBUG
/// A stored property.
struct Field {
  let name: String
  let type: MangledName
  let offset: UInt
}

extension Metadata {
  /// The stored properties that a struct or class itself declares, read from the compiler's records; nil if there are none.
  ///
  /// The runtime has functions for this, but they report `Void` for every noncopyable property.
  var fields: [Field]? {
    let descriptor = descriptor
    guard descriptor != 0 else { return nil }
    let records = relative(descriptor &+ 16)
    guard records != 0 else { return nil }
    let isClass = kind == .class
    // The metadata contains the offsets; the descriptor says from which word on.
    let count = UInt(UInt32(bitPattern: int32(records &+ 12)))
    let vector = UInt(UInt32(bitPattern: int32(descriptor &+ (isClass ? 40 : 24))))
    let start = isClass ? resilientMembersOffset ?? 0 : 0
    guard count == 0 || vector != 0 else { return nil }
    let offsets = address &+ start &+ vector &* 8
    return (0..<count).map { index in
      let record = records &+ 16 &+ index &* 12
      return Field(
        name: text(at: relative(record &+ 8)) ?? "?", type: MangledName(relative(record &+ 4)),
        offset: isClass
          ? word(offsets &+ index &* 8) : UInt(UInt32(bitPattern: int32(offsets &+ index &* 4))))
    }
  }
}

/// The compiler's record of the captures of a closure.
struct CaptureList {
  /// Where a closure made in generic code finds the type for a generic parameter.
  struct Source {
    let parameter: MangledName
    let text: String
  }

  let firstOffset: UInt
  let names: [MangledName]
  /// The number of words before the captures that describe the generic arguments.
  let bindingCount: UInt
  let sources: [Source]

  /// Nil if the compiler wrote no record.
  init?(of metadata: Metadata) {
    let list = word(metadata.address &+ 16)
    if list == 0 { return nil }
    func count(at offset: UInt) -> UInt { UInt(UInt32(bitPattern: int32(list &+ offset))) }
    bindingCount = count(at: 8)
    // Zero if the offset depends on a type whose size is only known at run time.
    let start = UInt(UInt32(bitPattern: int32(metadata.address &+ 8)))
    firstOffset = (start == 0 ? 16 : start) &+ bindingCount &* 8
    let nameCount = count(at: 0)
    names = (0..<nameCount).map { MangledName(relative(list &+ 12 &+ $0 &* 4)) }
    let first = list &+ 12 &+ nameCount &* 4
    sources = (0..<count(at: 4)).map { index in
      let record = first &+ index &* 8
      return Source(
        parameter: MangledName(relative(record)), text: MangledName(relative(record &+ 4)).readable)
    }
  }

  /// The captures that are objects: the type for a parameter is found in their class.
  var objects: Set<Int> {
    Set(
      sources.compactMap { source in
        guard let mark = source.text.firstIndex(of: "R") else { return nil }
        return Int(source.text[source.text.index(after: mark)...].prefix { $0.isNumber })
      })
  }
}
#endif
