#if DEBUG
import ObjectMemory

// Typed pointers instead of raw loads, because their accessors are inlined even in debug builds.

@inline(__always)
func word(_ address: UInt) -> UInt {
  guard let pointer = UnsafePointer<UInt>(bitPattern: address) else { return 0 }
  return pointer.pointee
}

/// The word at an address where there may be no memory.
func possibleWord(_ address: UInt) -> UInt {
  var word: UInt = 0
  return ObjectMemoryRead(address, &word, 8) ? word : 0
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

/// The zero-terminated text at an address in the program.
func text(at address: UInt) -> String? {
  UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) }
}

func aligned(_ offset: UInt, to alignmentMask: UInt) -> UInt {
  (offset &+ alignmentMask) & ~alignmentMask
}

/// What a function of C tells of, one thing after the other: it passes the list on to whatever it calls.
func collected<Item>(_ tell: (_ list: UnsafeMutableRawPointer) -> Void) -> [Item] {
  var items: [Item] = []
  withUnsafeMutablePointer(to: &items) { tell($0) }
  return items
}

func note<Item>(_ item: Item, to list: UnsafeMutableRawPointer?) {
  list?.assumingMemoryBound(to: [Item].self).pointee.append(item)
}

/// A copy of memory that other threads may be changing, as it was at one moment.
final class StillCopy {
  private var start = UnsafeMutableRawPointer.allocate(byteCount: 1_024, alignment: 16)
  private var capacity: UInt = 1_024
  private(set) var size: UInt = 0

  var address: UInt { UInt(bitPattern: start) }

  deinit { clear() }

  /// Leaves nothing behind that looks like a reference in memory that others use next.
  private func clear() {
    start.initializeMemory(as: UInt8.self, repeating: 0, count: Int(bitPattern: capacity))
    start.deallocate()
  }

  /// Leaves nothing here either, where a search for holders would take it to be the original.
  func forget() {
    clear()
    (capacity, size) = (1_024, 0)
    start = .allocate(byteCount: 1_024, alignment: 16)
    start.initializeMemory(as: UInt8.self, repeating: 0, count: 1_024)
  }

  /// Copies memory that is kept. Returns false if it has changed meanwhile.
  func take(_ address: UInt, _ size: UInt) -> Bool {
    makeRoom(for: size)
    return ObjectMemoryCopy(address, start, Int(bitPattern: size))
  }

  /// Copies memory that may be gone; returns whether it was there.
  func read(_ address: UInt, _ size: UInt) -> Bool {
    makeRoom(for: size)
    return ObjectMemoryRead(address, start, Int(bitPattern: size))
  }

  private func makeRoom(for size: UInt) {
    if size > capacity {
      clear()
      capacity = max(size, capacity &* 2)
      start = .allocate(byteCount: Int(bitPattern: capacity &+ 8), alignment: 16)
    }
    self.size = size
  }
}
#endif
