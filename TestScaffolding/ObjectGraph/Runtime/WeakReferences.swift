#if DEBUG
import ObjectMemory

/// Weak references that tell whether their objects live without holding them.
///
/// Who reads a weak variable holds its object for a moment. If all others let go in that moment, the object ends on the
/// thread that only wanted to know. So this reads what the runtime notes beside the object instead.
package final class WeakReferences {
  private let slots: UnsafeMutablePointer<UInt>
  private(set) var count = 0
  private let isReadable = Canary.knowsWeakReferences

  init(capacity: Int) { slots = .allocate(capacity: max(capacity, 1)) }

  package convenience init(to object: AnyObject) {
    self.init(capacity: 1)
    add(objectAt: HeapObject(object).address)
  }

  /// One of the references of others.
  convenience init(_ number: Int, of others: WeakReferences) {
    self.init(capacity: 1)
    ObjectMemoryReferAlike(UInt(bitPattern: slots), UInt(bitPattern: others.slots + number))
    count = 1
  }

  deinit {
    for number in 0..<count { ObjectMemoryForget(UInt(bitPattern: slots + number)) }
    slots.deallocate()
  }

  /// Adds a reference to an object whose memory is there. It is noted atomically, as the runtime ends objects: the compiler ends
  /// without that only those that never leave their function, to which no field leads.
  func add(objectAt address: UInt) {
    ObjectMemoryRefer(UInt(bitPattern: slots + count), address)
    count &+= 1
  }

  func forget(_ number: Int) {
    ObjectMemoryForget(UInt(bitPattern: slots + number))
    slots[number] = 0
  }

  /// The address of an object; nil once it has begun to end.
  @inline(__always)
  func address(_ number: Int) -> UInt? {
    let note = slots[number]
    if note == 0 { return nil }
    if !isReadable {
      let address = ObjectMemoryReferred(UInt(bitPattern: slots + number))
      return address == 0 ? nil : address
    }
    return HeapObject.isEnding(word(note &+ 16)) ? nil : word(note)
  }

  /// Whether the first object lives.
  package var isAlive: Bool { address(0) != nil }
}
#endif
