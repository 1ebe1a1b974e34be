#if DEBUG
import ObjectMemory

/// An object on the heap, or one that the program keeps in its own image for good.
struct HeapObject {
  let address: UInt

  @inline(__always)
  init(_ address: UInt) { self.address = address }

  init(_ object: AnyObject) { address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Whether nothing can ever release an object with this header.
  @inline(__always)
  static func isImmortal(_ header: ObjectHeader) -> Bool { UInt(header.counts) & immortal == immortal }

  private static var immortal: UInt { 0x8000_0000_FFFF_FFFF }

  var strongCount: Int { Int(ObjectMemoryStrongCount(address)) }

  /// The end of the block that the object has; a few bytes more than were asked for may belong to it.
  var end: UInt { address &+ UInt(ObjectMemoryBlockSize(address)) }
}
#endif
