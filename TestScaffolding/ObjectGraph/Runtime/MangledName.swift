#if DEBUG
import ObjectMemory

/// The mangled name of a type, which may contain binary references into the program.
struct MangledName {
  let address: UInt
  let length: UInt

  private init(_ address: UInt, length: UInt) {
    self.address = address
    self.length = length
  }

  init(_ address: UInt) {
    var end = address
    while address != 0, byte(end) != 0 { end = end &+ (byte(end) > 0x1F ? 1 : byte(end) < 0x18 ? 5 : 9) }
    self.init(address, length: end &- address)
  }

  /// Whether the compiler hides the type from reflection, because it is noncopyable.
  var isHidden: Bool { length == 5 && byte(address) == 9 }

  /// Whether the type depends on a conformance of a parameter, or on a parameter pack. If these are missing, the
  /// runtime ends the process. A pack that lists its types does not count, nor does `SQ`, which is `Equatable`.
  var isDependent: Bool {
    let text = text
    return text.indices.contains { position in
      guard text[position] == UInt8(ascii: "Q") else { return false }
      switch text.dropFirst(position + 1).first ?? 0 {
      // Another protocol follows, by its name or by a reference.
      case UInt8(ascii: "s"), UInt8(ascii: "A"), UInt8(ascii: "0")...UInt8(ascii: "9"), 1...0x1F: return false
      case UInt8(ascii: "P"), UInt8(ascii: "_"): return false
      case UInt8(ascii: "p"): return text.prefix(position).last != UInt8(ascii: "S")
      default: return true
      }
    }
  }

  /// The descriptor of a generic struct or enumeration, if a pack is its only argument.
  var nominalOfPack: UInt? {
    let isDirect = byte(address) == 1
    guard isDirect || byte(address) == 2, readable.dropFirst() == "yxxQp_QPG" else { return nil }
    let place = relative(address &+ 1)
    let descriptor = isDirect ? place : word(place)
    return [17, 18].contains(int32(descriptor) & 0x1F) ? descriptor : nil
  }

  /// Whether it names an existential whose associated types are constrained.
  var isConstrainedExistential: Bool { ["XP", "Xj"].contains { readable.contains($0) } }

  /// For a weak or unowned reference: the name of the type that it refers to.
  var referred: MangledName { MangledName(address, length: length &- 2) }

  /// Whether it names a block, or an optional block.
  var isBlock: Bool { readable.hasSuffix("XB") || readable.hasSuffix("XBSg") }

  /// Whether a block or a box is part of the type. The runtime has no metadata for these here, and would crash.
  var crashesRuntime: Bool { ["XB", "XX", "Xx", "Xb"].contains { readable.contains($0) } }

  /// Whether it names a C function pointer, or a function without captures.
  var isBareFunction: Bool {
    let text = readable
    return text.hasSuffix("XC") || text.hasSuffix("Xf")
      || (text.hasSuffix("_") && text.contains(/I[a-z]*t[CMKW]/))
  }

  /// Whether it names a weak or unowned reference.
  var isNotStrong: Bool { ["Xw", "Xo", "Xu"].contains(where: readable.hasSuffix) }
  /// Whether it names a variable that closures share.
  var isBox: Bool { ["Xb", "Xx", "XX"].contains(where: readable.hasSuffix) }

  /// Whether it names a closure as the compiler's lowered code writes it.
  var isLoweredClosure: Bool {
    let letters = text.dropLast().reversed().prefix { $0 >= UInt8(ascii: "A") }
    return text.last == UInt8(ascii: "_")
      && ["eg", "ey", "ex"].contains { kind in
        String(decoding: letters.reversed(), as: UTF8.self).contains("I\(kind)")
      }
  }

  /// The depth and index of a generic parameter, if the name is nothing else.
  var genericParameter: GenericArguments.Place? {
    let text = readable
    if text == "x" { return GenericArguments.Place(depth: 0, index: 0) }
    guard text.first == "q", text.last == "_" else { return nil }
    let isNested = text.hasPrefix("qd")
    let numbers = text.dropFirst(isNested ? 2 : 1).dropLast()
      .split(separator: "_", omittingEmptySubsequences: false)
      .map { digits in digits.isEmpty ? 0 : Int(digits).map { $0 + 1 } }
    switch (isNested, numbers.count) {
    case (false, 1): return numbers[0].map { GenericArguments.Place(depth: 0, index: $0 + 1) }
    case (true, 2):
      return numbers[0].flatMap { depth in
        numbers[1].map { GenericArguments.Place(depth: depth + 1, index: $0) }
      }
    default: return nil
    }
  }

  var readable: String {
    String(decoding: text.map { $0 < 0x20 ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }

  /// All bytes of the name.
  var bytes: [UInt8] { (0..<length).map { byte(address &+ $0) } }

  /// The name with each binary reference reduced to one byte, because the rest of a reference may look like text.
  private var text: [UInt8] {
    var text: [UInt8] = []
    var rest = bytes[...]
    while let first = rest.first {
      text.append(first)
      rest = rest.dropFirst(first == 0 || first > 0x1F ? 1 : first < 0x18 ? 5 : 9)
    }
    return text
  }

  func resolved(context: UInt = 0, genericArguments: UInt = 0) -> Metadata? {
    guard length > 0, !crashesRuntime else { return nil }
    let found = ObjectMemoryType(address, Int(bitPattern: length), context, genericArguments)
    return found == 0 ? nil : Metadata(found)
  }
}
#endif
