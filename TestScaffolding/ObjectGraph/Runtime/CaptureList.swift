#if DEBUG
/// What the compiler wrote down of the captures of a closure.
struct CaptureList {
  /// How a closure that was made in generic code knows the type that stands for a parameter.
  struct Source {
    let parameter: MangledName
    let text: String
  }

  let firstOffset: UInt
  let names: [MangledName]
  /// The number of words before the captures that say what the closure is bound to.
  let bindingCount: UInt
  let sources: [Source]

  /// Returns nothing if the compiler wrote nothing down.
  init?(of metadata: Metadata) {
    let list = word(metadata.address &+ 16)
    if list == 0 { return nil }
    func count(at offset: UInt) -> UInt { UInt(UInt32(bitPattern: int32(list &+ offset))) }
    bindingCount = count(at: 8)
    // Zero if the place depends on a type whose size only the running program knows.
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

  /// The captures that are objects, since the type for a parameter is to be found in their class.
  var objects: Set<Int> {
    Set(
      sources.compactMap { source in
        guard let mark = source.text.firstIndex(of: "R") else { return nil }
        return Int(source.text[source.text.index(after: mark)...].prefix { $0.isNumber })
      })
  }
}
#endif
