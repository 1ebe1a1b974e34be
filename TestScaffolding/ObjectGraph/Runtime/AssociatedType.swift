#if DEBUG
import ObjectMemory

/// An associated type such as `Self.Index`, in the mangled name of a capture's type.
///
/// The runtime is only asked for it with a conformance that the runtime has found itself.
struct AssociatedType {
  private let name: [UInt8]
  private let protocolDescriptor: UInt
  /// The generic parameter that it belongs to.
  let parameter: GenericArguments.Place

  /// Parses names such as `7ElementSTQz` and `5PlaceDummyQy_`; nil for any other name.
  init?(_ mangled: MangledName) {
    var rest = mangled.bytes[...]
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let length = Int(String(decoding: digits, as: UTF8.self)), length > 0 else { return nil }
    rest = rest.dropFirst(digits.count)
    name = Array(rest.prefix(length))
    rest = rest.dropFirst(length)
    guard name.count == length, let first = rest.first else { return nil }
    switch first {
    case UInt8(ascii: "S"):
      guard let known = rest.dropFirst().first.flatMap({ Self.standard[$0] }) else { return nil }
      protocolDescriptor = known
      rest = rest.dropFirst(2)
    case 1, 2:
      let place = relative(mangled.address &+ UInt(rest.startIndex) &+ 1)
      protocolDescriptor = first == 1 ? place : word(place)
      rest = rest.dropFirst(5)
      if rest.first == UInt8(ascii: "P") { rest = rest.dropFirst() }
    default: return nil
    }
    let suffix = String(decoding: rest, as: UTF8.self)
    guard let index = ["Qz", "Qy_", "Qy0_", "Qy1_"].firstIndex(of: suffix) else { return nil }
    parameter = GenericArguments.Place(depth: 0, index: index)
  }

  /// Returns the associated type of a type that conforms to the protocol.
  func resolved(for type: Metadata) -> Metadata? {
    let witnesses = ObjectMemoryConformance(type.address, protocolDescriptor)
    guard witnesses != 0, let names = text(at: relative(protocolDescriptor &+ 20)) else { return nil }
    let wanted = String(decoding: name, as: UTF8.self)
    guard let position = names.split(separator: " ").firstIndex(where: { $0 == wanted }) else { return nil }
    let inSignature = UInt(UInt32(bitPattern: int32(protocolDescriptor &+ 12)))
    let requirements = protocolDescriptor &+ 24 &+ inSignature &* 12
    let associated = (0..<UInt(UInt32(bitPattern: int32(protocolDescriptor &+ 16)))).filter {
      int32(requirements &+ $0 &* 8) & 0xF == 7
    }
    guard associated.indices.contains(position) else { return nil }
    let found = ObjectMemoryAssociatedType(
      witnesses, type.address, requirements &- 8, requirements &+ associated[position] &* 8)
    return found == 0 ? nil : Metadata(found)
  }

  /// Protocols of the standard library that mangled names abbreviate to a letter, as far as captures use their types.
  private static let standard: [UInt8: UInt] = {
    let existentials: [(Character, Any.Type)] = [
      ("T", (any Sequence).self), ("l", (any Collection).self), ("t", (any IteratorProtocol).self),
      ("Y", (any RawRepresentable).self), ("x", (any Strideable).self), ("B", (any BinaryFloatingPoint).self),
      ("F", (any FloatingPoint).self), ("j", (any Numeric).self), ("y", (any StringProtocol).self),
    ]
    var found: [UInt8: UInt] = [:]
    for (letter, type) in existentials {
      guard let byte = letter.asciiValue, Metadata(type).kind == .existential else { continue }
      found[byte] = word(Metadata(type).address &+ 16)
    }
    return found
  }()
}
#endif
