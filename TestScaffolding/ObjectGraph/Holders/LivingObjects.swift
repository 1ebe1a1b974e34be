#if DEBUG
import ObjectMemory

extension ProcessMemory {
  /// The number of objects of each class in the blocks in use, without the system's classes; nil if no blocks are known.
  func countLiving() -> [String: Int]? {
    guard !blocks.starts.isEmpty else { return nil }
    ObjectMemoryBegin()
    defer { ObjectMemoryEnd() }
    var numbers: [UInt: Int] = [:]
    for start in blocks.starts { numbers[picture.word(start), default: 0] += 1 }
    var counts: [String: Int] = [:]
    for start in blocks.starts {
      // Every block that begins with this word is counted at once, if the first one of them is an object.
      let metadata = picture.word(start)
      guard numbers[metadata] != nil else { continue }
      let layout = layout(ofObjectAt: start)
      guard layout >= 0, let number = numbers.removeValue(forKey: metadata) else { continue }
      let known = layouts.heapLayout(layout).pointee
      guard known.role == .instance, !known.isOfSystem else { continue }
      counts[known.name, default: 0] += number
    }
    return counts
  }
}
#endif
