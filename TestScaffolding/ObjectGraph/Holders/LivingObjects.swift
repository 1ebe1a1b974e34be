#if DEBUG
import ObjectMemory

extension ProcessMemory {
  /// The number of objects of each class in the blocks in use, without the system's classes; nil if no blocks are known.
  func countLiving() -> [String: Int]? {
    guard blocks.isWhole, let kinds = blocks.kinds() else { return nil }
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var counts: [String: Int] = [:]
    for kind in kinds {
      // All blocks that begin with the same type are counted at once, if the first one of them is an object.
      let layout = layout(ofObjectAt: kind.first)
      guard layout >= 0 else { continue }
      let known = layouts.heapLayout(layout).pointee
      guard known.role == .instance, !known.isOfSystem else { continue }
      counts[known.name, default: 0] += Int(kind.count)
    }
    return counts
  }
}
#endif
