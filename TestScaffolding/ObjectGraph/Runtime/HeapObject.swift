#if DEBUG
/// An object on the heap, or one that the program keeps in its own image for good.
struct HeapObject {
  let address: UInt

  @inline(__always)
  init(_ address: UInt) { self.address = address }

  init(_ object: AnyObject) { address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Whether nothing can ever release it.
  @inline(__always)
  var isImmortal: Bool { word(address &+ 8) & Self.immortal == Self.immortal }

  private static var immortal: UInt { 0x8000_0000_FFFF_FFFF }

  var strongCount: Int { runtimeStrongCount(address) }

  var object: AnyObject? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }
}
#endif
