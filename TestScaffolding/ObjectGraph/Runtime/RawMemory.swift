#if DEBUG
// Typed pointers rather than raw loads: their accessors are inlined in debug builds too.

@inline(__always)
func word(_ address: UInt) -> UInt {
  guard let pointer = UnsafePointer<UInt>(bitPattern: address) else { return 0 }
  return pointer.pointee
}

func int32(_ address: UInt) -> Int32 {
  guard let pointer = UnsafePointer<Int32>(bitPattern: address) else { return 0 }
  return pointer.pointee
}

func byte(_ address: UInt) -> UInt8 {
  guard let pointer = UnsafePointer<UInt8>(bitPattern: address) else { return 0 }
  return pointer.pointee
}

/// Follows a 32-bit offset that is relative to its own address.
func relative(_ address: UInt) -> UInt {
  let offset = int32(address)
  return offset == 0 ? 0 : address &+ UInt(bitPattern: Int(offset))
}

/// The text, ended by a zero, that a part of the program holds.
func text(at address: UInt) -> String? {
  UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) }
}

func aligned(_ offset: UInt, to alignmentMask: UInt) -> UInt {
  (offset &+ alignmentMask) & ~alignmentMask
}
#endif
