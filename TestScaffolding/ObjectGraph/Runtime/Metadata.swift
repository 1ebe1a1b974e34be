#if DEBUG
/// What the runtime knows of a type, read from where it keeps it.
struct Metadata {
  let address: UInt

  init(_ address: UInt) { self.address = address }
  init(_ type: Any.Type) { address = unsafeBitCast(type, to: UInt.self) }

  var type: Any.Type { unsafeBitCast(address, to: Any.Type.self) }
  var name: String { "\(type)" }
  var qualifiedName: String { _typeName(type, qualified: true) }

  var kind: Kind {
    let raw = word(address)
    return raw > 0x7FF ? .class : Kind(rawValue: raw) ?? .unknown
  }

  enum Kind: UInt {
    case `class` = 0
    case `struct` = 0x200
    case `enum` = 0x201
    case optional = 0x202
    case foreignClass = 0x203
    case opaque = 0x300
    case tuple = 0x301
    case function = 0x302
    case existential = 0x303
    case metatype = 0x304
    case existentialMetatype = 0x306
    case extendedExistential = 0x307
    case fixedArray = 0x308
    case closureContext = 0x400
    case box = 0x500
    case errorBox = 0x501
    case task = 0x502
    case job = 0x503
    case unknown = 0x7FE
  }
}

// MARK: - Value witnesses

extension Metadata {
  private var witnesses: UInt { word(address &- 8) }

  var size: UInt { word(witnesses &+ 64) }
  var stride: UInt { word(witnesses &+ 72) }
  private var flags: UInt32 { UInt32(bitPattern: int32(witnesses &+ 80)) }
  var alignmentMask: UInt { UInt(flags & 0xFF) }
  var isTrivial: Bool { flags & 0x1_0000 == 0 }
  var isStoredInline: Bool { flags & 0x2_0000 == 0 }
  var hasEnumWitnesses: Bool { flags & 0x20_0000 != 0 }

  typealias GetTag = @convention(c) (UInt, UInt) -> UInt32
  typealias ProjectPayload = @convention(c) (UInt, UInt) -> Void
  var getTag: UInt { word(witnesses &+ 88) }
  var projectPayload: UInt { word(witnesses &+ 96) }
}

// MARK: - Nominal types

extension Metadata {
  /// Where the declaration of a struct, an enum or a class is described; classes keep it elsewhere.
  var descriptor: UInt {
    switch kind {
    case .struct, .enum, .optional: word(address &+ 8)
    case .class: word(address &+ 40)
    default: 0
    }
  }

  var superclass: UInt { kind == .class ? word(address &+ 8) : 0 }

  var genericArguments: UInt {
    guard kind == .class else { return address &+ 16 }
    let words = int32(descriptor &+ 28) - int32(descriptor &+ 32)
    return address &+ UInt(bitPattern: Int(words)) &* 8
  }

  func genericArgument(_ index: UInt) -> Metadata { Metadata(word(genericArguments &+ index &* 8)) }

  /// Whether this type, and every class it inherits from, says which fields it has.
  var describesFields: Bool {
    var current = self
    while current.address != 0 {
      if current.descriptor == 0 || relative(current.descriptor &+ 16) == 0 { return false }
      current = Metadata(current.superclass)
    }
    return true
  }

  /// Whether the field, declared by this type itself, is declared as `Void`: the runtime answers so as
  /// well for what it cannot name.
  func isKnownVoid(_ name: String) -> Bool {
    let records = relative(descriptor &+ 16)
    for record in 0..<UInt(UInt32(bitPattern: int32(records &+ 12))) {
      let start = records &+ 16 &+ record &* 12
      guard let text = UnsafePointer<CChar>(bitPattern: relative(start &+ 8)) else { continue }
      if String(cString: text) == name { return MangledName(relative(start &+ 4)).readable == "yt" }
    }
    return false
  }

  var declaredName: String {
    guard let name = UnsafePointer<CChar>(bitPattern: relative(descriptor &+ 8)) else { return "" }
    return String(cString: name)
  }
}
#endif
