#if DEBUG
import ObjectMemory

/// Memory in which a task keeps the local state of its functions, one frame behind the other.
///
/// Frames that have ended stay there until others overwrite them, so only a part of it says anything.
struct TaskSlab {
  /// The part of the block that is in use.
  let used: Range<UInt>

  /// Finds the slab that fills the end of a block; nil if there is none, as in memory that is no task's.
  init?(inBlockAt block: UInt, _ size: UInt, _ picture: StillPicture) {
    let end = block &+ size
    for start in stride(from: block, to: block &+ min(size, Self.largestTask), by: 8) {
      let counts = picture.word(start &+ 16)
      let (capacity, offset) = (counts & 0xFFFF_FFFF, counts >> 32)
      // The slab begins with its kind and the next slab, and says how much it can hold and holds.
      guard capacity >= 128, offset <= capacity, end &- (start &+ Self.header &+ capacity) < 16,
        ObjectMemoryIsProgram(picture.word(start))
      else { continue }
      used = block..<(start &+ Self.header &+ offset)
      return
    }
    return nil
  }

  private static var header: UInt { 32 }
  /// What a task keeps about itself is in front of its first slab.
  private static var largestTask: UInt { 1024 }
}
#endif
