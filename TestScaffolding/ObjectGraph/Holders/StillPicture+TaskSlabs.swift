#if DEBUG
import ObjectMemory

// A slab is memory in which a task keeps the local state of its functions, one frame behind the other. Frames that have ended
// stay there until others overwrite them, so only a part of it says anything.

extension StillPicture {
  /// The part in use of a block whose end a slab fills; nil if there is none, as in memory that is no task's.
  func usedSlab(inBlockAt block: UInt, _ size: UInt) -> Range<UInt>? {
    let end = block &+ size
    for start in stride(from: block, to: block &+ min(size, Self.largestTask), by: 8) {
      let counts = word(start &+ 16)
      let (capacity, offset) = (counts & 0xFFFF_FFFF, counts >> 32)
      // The slab begins with its kind and the next slab, and says how much it can hold and holds.
      guard capacity >= 128, offset <= capacity, end &- (start &+ Self.slabHeader &+ capacity) < 16,
        ObjectMemoryIsProgram(word(start))
      else { continue }
      return block..<(start &+ Self.slabHeader &+ offset)
    }
    return nil
  }

  private static var slabHeader: UInt { 32 }
  /// What a task keeps about itself is in front of its first slab.
  private static var largestTask: UInt { 1024 }
}
#endif
