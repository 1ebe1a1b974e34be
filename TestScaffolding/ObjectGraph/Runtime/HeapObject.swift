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

/// What a task has left that has come to its end. One that has not holds all that its functions have at hand, where
/// nobody can tell an object from a number.
struct FinishedTask {
  /// The type of its result and where that is; or the error that it has thrown.
  let result: (type: UInt, address: UInt)?
  let error: UInt?

  /// Nothing while the task goes on, or where it gives no result.
  init?(at address: UInt) {
    let (isComplete, isFuture) = (word(address &+ 96) & 0x2000 != 0, word(address &+ 32) & 0x200_0000 != 0)
    guard isComplete, isFuture else { return nil }
    switch word(address &+ 208) & 3 {
    case 1: (result, error) = ((word(address &+ 216), address &+ 232), nil)
    case 2: (result, error) = (nil, word(address &+ 224))
    default: return nil
    }
  }
}
#endif
