#if DEBUG
/// A hash table from addresses to numbers. It is fast in debug builds, where a dictionary is not specialized.
final class AddressTable {
  private var keys: UnsafeMutablePointer<UInt>
  private var values: UnsafeMutablePointer<Int32>
  private var mask: Int
  private(set) var count = 0

  init(capacity: Int = 1024) {
    (keys, values) = Self.allocate(capacity)
    mask = capacity - 1
  }

  deinit { clear() }

  /// Leaves no addresses in memory that others use next.
  private func clear() {
    keys.update(repeating: 0, count: mask + 1)
    keys.deallocate()
    values.deallocate()
  }

  private static func allocate(_ capacity: Int) -> (UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>) {
    let keys = UnsafeMutablePointer<UInt>.allocate(capacity: capacity)
    keys.initialize(repeating: 0, count: capacity)
    let values = UnsafeMutablePointer<Int32>.allocate(capacity: capacity)
    values.initialize(repeating: 0, count: capacity)
    return (keys, values)
  }

  @inline(__always)
  private func slot(of key: UInt) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) &>> 24) & mask
    while keys[slot] != 0, keys[slot] != key { slot = (slot &+ 1) & mask }
    return slot
  }

  /// The number for the key, or -1.
  func value(of key: UInt) -> Int32 {
    let slot = slot(of: key)
    return keys[slot] == 0 ? -1 : values[slot]
  }

  /// The number for the key, or -1; and its slot, which is valid until the table changes.
  @inline(__always)
  func find(_ key: UInt) -> (value: Int32, slot: Int) {
    let slot = slot(of: key)
    return (keys[slot] == 0 ? -1 : values[slot], slot)
  }

  /// Adds a key that `find` has not found, at the slot that it returned.
  @inline(__always)
  func add(_ key: UInt, _ value: Int32, at slot: Int) {
    keys[slot] = key
    values[slot] = value
    count &+= 1
    if count &* 2 > mask { grow() }
  }

  /// Adds a key. Returns its existing number, or -1 if it was new.
  func insert(_ key: UInt, _ value: Int32) -> Int32 {
    let slot = slot(of: key)
    if keys[slot] != 0 { return values[slot] }
    add(key, value, at: slot)
    return -1
  }

  /// Makes a key unknown again.
  func forget(_ key: UInt) { values[slot(of: key)] = -1 }

  private func grow() {
    let (oldKeys, oldValues, oldCapacity) = (keys, values, mask + 1)
    (keys, values) = Self.allocate(oldCapacity * 2)
    mask = oldCapacity * 2 - 1
    for old in 0..<oldCapacity where oldKeys[old] != 0 {
      let slot = slot(of: oldKeys[old])
      keys[slot] = oldKeys[old]
      values[slot] = oldValues[old]
      oldKeys[old] = 0
    }
    oldKeys.deallocate()
    oldValues.deallocate()
  }
}
#endif
