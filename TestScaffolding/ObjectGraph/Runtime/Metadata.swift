#if DEBUG
import ObjectMemory

/// The runtime's metadata of a type.
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

// MARK: - Validation

extension Metadata {
  /// Whether this is the address of a type's metadata, or of what other heap objects have in its place.
  ///
  /// The address may point to anything or nothing. Genuine metadata refers to descriptors in the program or its
  /// libraries, or belongs to a known kind of heap object. No type is above or within so many others, but junk may lead to
  /// itself.
  static func isGenuine(_ address: UInt, depth: Int = 100) -> Bool {
    guard address & 7 == 0, address > 0xFFFF, depth > 0 else { return false }
    var words = (UInt(0), UInt(0), UInt(0), UInt(0), UInt(0), UInt(0))
    guard ObjectMemoryRead(address, &words, 48) else { return false }
    switch words.0 > 0x7FF ? .class : Kind(rawValue: words.0) ?? .unknown {
    case .class:
      return isShapedLikeClass(words.2, words.3, words.4) && isDescriptor(words.5, ofKind: 16)
        && (words.1 == 0 || isGenuine(words.1, depth: depth - 1))
    case .struct: return isDescriptor(words.1, ofKind: 17)
    case .enum, .optional: return isDescriptor(words.1, ofKind: 18)
    case .box: return words.1 & 0xFFFF_FFFF < 4096 && isGenuine(words.2, depth: depth - 1)
    case .unknown: return false
    case .tuple:
      return words.1 < 256
        && (0..<words.1).allSatisfy { index in
          var element: UInt = 0
          return ObjectMemoryRead(address &+ 24 &+ index &* 16, &element, 8)
            && isGenuine(element, depth: depth - 1)
        }
    case .function, .existential, .metatype, .existentialMetatype, .extendedExistential, .fixedArray:
      return ObjectMemoryIsProgram(address) || isGenuineWitness(of: address)
    case .foreignClass, .opaque, .closureContext, .errorBox, .task, .job:
      return ObjectMemoryIsProgram(address)
    }
  }

  /// Whether these words of a class make sense: its flags, the size and alignment of its instances, its own size.
  private static func isShapedLikeClass(_ flags: UInt, _ instance: UInt, _ own: UInt) -> Bool {
    let countsReferences = flags & 2 != 0
    let (instanceSize, alignmentMask) = (instance & 0xFFFF_FFFF, instance >> 32 & 0xFFFF)
    let (size, start) = (own & 0xFFFF_FFFF, own >> 32)
    return countsReferences && (16...1 << 28).contains(instanceSize) && instance >> 48 == 0
      && alignmentMask & (alignmentMask &+ 1) == 0 && size > start && start >= 16 && size < 1 << 24
  }

  private static func isDescriptor(_ address: UInt, ofKind kind: UInt32) -> Bool {
    guard address & 3 == 0, ObjectMemoryIsProgram(address) else { return false }
    // Between the parts of a library is memory that cannot be read.
    var flags: UInt32 = 0
    return ObjectMemoryRead(address, &flags, 4) && flags & 0x1F == kind
  }

  private static func isGenuineWitness(of address: UInt) -> Bool {
    var table: UInt = 0
    return ObjectMemoryRead(address &- 8, &table, 8) && ObjectMemoryIsProgram(table)
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

  var getTag: UInt { word(witnesses &+ 88) }
  var projectPayload: UInt { word(witnesses &+ 96) }
}

// MARK: - Nominal types

extension Metadata {
  /// The descriptor of a struct, enum or class. Classes store its address elsewhere.
  var descriptor: UInt {
    switch kind {
    case .struct, .enum, .optional: word(address &+ 8)
    case .class: word(address &+ 40)
    default: 0
    }
  }

  var instanceSize: UInt { UInt(UInt32(bitPattern: int32(address &+ 24))) }
  var superclass: UInt { kind == .class ? word(address &+ 8) : 0 }

  var genericArguments: UInt {
    guard kind == .class else { return address &+ 16 }
    if let members = resilientMembersOffset { return address &+ members }
    let words = int32(descriptor &+ 28) - int32(descriptor &+ 32)
    return address &+ UInt(bitPattern: Int(words)) &* 8
  }

  /// Where the members of a class begin, if its ancestors may change in another library.
  var resilientMembersOffset: UInt? {
    guard contextFlags >> 16 & 0x2000 != 0 else { return nil }
    let bounds = relative(descriptor &+ 24)
    return bounds == 0 ? nil : word(bounds)
  }

  private var contextFlags: UInt32 { UInt32(bitPattern: int32(descriptor)) }
  var isGeneric: Bool { contextFlags & 0x80 != 0 }
  var isOfSystem: Bool { HeapLayout.isOfSystem(qualifiedName) }

  func genericArgument(_ index: UInt) -> Metadata { Metadata(word(genericArguments &+ index &* 8)) }

  /// The class itself or the ancestor with this name in a system library; nil if there is none.
  func ancestor(_ name: String) -> Metadata? {
    var current = self
    while current.address != 0 {
      if current.declaredName == name, current.isOfSystem { return current }
      current = Metadata(current.superclass)
    }
    return nil
  }

  var declaredName: String { descriptor == 0 ? "" : text(at: relative(descriptor &+ 8)) ?? "" }
}
#endif
