#if DEBUG
import ObjectMemory

/// An object on the heap, or one that is part of the program and never freed.
struct HeapObject {
  let address: UInt

  @inline(__always)
  init(_ address: UInt) { self.address = address }

  init(_ object: AnyObject) { address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()) }

  /// Whether these counts are those of an object that has begun to end.
  @inline(__always)
  static func isEnding(_ counts: UInt) -> Bool { counts & 1 << 32 != 0 }

  /// The counts of the object, which are beside it once there are weak references to it.
  @inline(__always)
  func counts(reading word: (UInt) -> UInt = word) -> UInt {
    let own = word(address &+ 8)
    return own >> 62 == 3 ? word(own << 3 &+ 16) : own
  }

  /// Whether the object has begun to end. Its memory has to be there, as for the next property.
  @inline(__always)
  var isEnding: Bool { Self.isEnding(counts()) }

  var strongCount: Int { Self.strongCount(counts()) }

  static func strongCount(_ counts: UInt) -> Int {
    isEnding(counts) ? 0 : Int(counts >> 33 & 0x3FFF_FFFF) + 1
  }

  /// The end of the object's memory block, which may be a few bytes larger than requested.
  var end: UInt { address &+ UInt(ObjectMemoryBlockSize(address)) }
}

/// The result of a finished task. A running task contains the local state of its functions, in which objects and
/// numbers cannot be told apart.
struct FinishedTask {
  /// The type and address of its result. If the task failed, `error` is set instead.
  let result: (type: UInt, address: UInt)?
  let error: UInt?

  /// Nil while the task is running, or if it has no result.
  init?(at address: UInt, reading word: (UInt) -> UInt = word) {
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
