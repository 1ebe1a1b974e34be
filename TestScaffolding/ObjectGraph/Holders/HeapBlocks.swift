#if DEBUG
import ObjectMemory

/// The memory blocks in a picture that are in use, as the C library of Linux lays them out.
///
/// Every block has its size in front of it, and the next one begins where it ends. Where that does not hold, as with
/// the allocator of a sanitizer, there are no blocks.
struct HeapBlocks {
  private(set) var starts: [UInt] = []
  private(set) var sizes: [UInt] = []
  private let freeMark = ObjectMemoryFreeMark()

  init(_ picture: StillPicture) {
    for region in picture.regions where region.end - region.start >= 64 {
      if region.kind == .heap {
        _ = add(region, from: 0, to: region.end)
      } else if region.kind == .other {
        if !addArena(region) { addSingleBlocks(region) }
      }
    }
    let order = starts.indices.sorted { starts[$0] < starts[$1] }
    (starts, sizes) = (order.map { starts[$0] }, order.map { sizes[$0] })
  }

  /// The number of the block that contains the address.
  func block(of address: UInt) -> Int? {
    let next = (0..<starts.count).lowest { starts[$0] > address }
    return next > 0 && address < starts[next - 1] &+ sizes[next - 1] ? next - 1 : nil
  }

  /// Further heaps, one or more for some threads each, begin at a multiple of their largest size, and say how large they
  /// are. The system shows neighbours as one region.
  private mutating func addArena(_ region: StillPicture.Region) -> Bool {
    guard region.start % Self.arenaSize == 0 else { return false }
    var found = false
    for heap in stride(from: region.start, to: region.end, by: Int(Self.arenaSize))
    where heap + 0x40 <= region.end {
      let offset = heap &- region.start
      let end = heap &+ region.copy[Int(bitPattern: offset / 8) + 2]
      guard end > heap, end <= region.end else { continue }
      // What the library itself keeps in front of the blocks differs in size; only one place leads to the very end.
      let fronts = stride(from: UInt(0x20), to: 0xA00, by: 16)
      if fronts.contains(where: { add(region, from: offset &+ $0, to: end) }) { found = true }
    }
    return found
  }

  /// Large blocks have memory of their own.
  private mutating func addSingleBlocks(_ region: StillPicture.Region) {
    var start = region.start
    while start &+ 16 < region.end {
      let size = region.copy[Int(bitPattern: (start &- region.start) / 8) + 1]
      guard size & 7 == 2, size & ~7 >= 0x1000, size & 0xFF8 == 0, size & ~7 <= region.end &- start else {
        return
      }
      starts.append(start &+ 16)
      sizes.append((size & ~7) &- 16)
      start &+= size & ~7
    }
  }

  /// Adds the blocks from one to the next. Returns false, and adds nothing, if that does not lead to the end.
  private mutating func add(_ region: StillPicture.Region, from offset: UInt, to end: UInt) -> Bool {
    let known = starts.count
    let words = region.copy
    var start = region.start &+ offset
    while start < end {
      let position = Int(bitPattern: (start &- region.start) / 8)
      let size = words[position + 1] & ~7
      // An outgrown heap ends with a block of no size.
      if size == 0, start &+ 16 == end { break }
      guard size >= 16, size <= end &- start else {
        starts.removeLast(starts.count - known)
        sizes.removeLast(sizes.count - known)
        return false
      }
      let next = start &+ size
      // The last one is what the library has left.
      if next < end, words[position + Int(size / 8) + 1] & 1 == 1 {
        let isFree = freeMark != 0 && size >= 32 && words[position + 3] == freeMark
        if !isFree, size >= 32 {
          starts.append(start &+ 16)
          sizes.append(size &- 8)
        }
      }
      start = next
    }
    return starts.count > known
  }

  private static var arenaSize: UInt { 64 << 20 }
}
#endif
