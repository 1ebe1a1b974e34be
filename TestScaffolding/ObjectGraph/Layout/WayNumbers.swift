#if DEBUG
import ObjectMemory

/// Numbers for ways from object to object: equal for ways that differ only in indexes, or in how often they come by objects of
/// the same kind, as the ways to the elements of a list do.
final class WayNumbers {
  private var stations: [(before: Int32, kind: Int32)] = []
  /// The stations behind each, by how they are reached.
  private let further = UnsafeMutablePointer<ObjectTable>.allocate(capacity: 1)

  init() { ObjectTableBegin(further, 64) }

  deinit {
    ObjectTableEnd(further)
    further.deallocate()
  }

  /// The number of the way that goes on from another one, or begins after -1. One that comes to a kind for the second time is
  /// the one that came there first. A kind that is not `isOwn`, but may belong to unrelated objects, does so only in a row.
  func number(after way: Int32, over label: Int32, to kind: Int32, isOwn: Bool = false) -> Int32 {
    // The highest bit tells it from addresses, for which memory is searched.
    let key = [way, label, kind].reduce(1) { $0 << 21 | UInt(bitPattern: Int($1 &+ 1)) & 0x1F_FFFF }
    let known = ObjectTableNumber(further, key)
    if known >= 0 { return known }
    let number = earlier(way, kind, isOwn) ?? Int32(truncatingIfNeeded: stations.count)
    if number == stations.count { stations.append((way, kind)) }
    ObjectTableSet(further, key, number)
    return number
  }

  /// How many stations a list may have from one node to the next.
  private static let longestRound = 64

  private func earlier(_ way: Int32, _ kind: Int32, _ isOwn: Bool) -> Int32? {
    let back = sequence(first: way) { [stations] in stations[Int($0)].before }.prefix { $0 >= 0 }
    return back.prefix(isOwn ? Self.longestRound : 1).first { stations[Int($0)].kind == kind }
  }
}

extension LayoutCache {
  /// The number of the way that goes on to an object with this layout, or to other memory.
  func way(after way: Int32, over label: Int32, to layout: Int32) -> Int32 {
    let known = layout < 0 ? nil : heapLayout(layout)
    return ways.number(after: way, over: label, to: layout, isOwn: known?.pointee.role == .instance)
  }

  /// For each of these, the number of the way by which it was met.
  func ways(to nodes: UnsafePointer<ObjectNode>, _ count: Int) -> [Int32] {
    var ways: [Int32] = []
    ways.reserveCapacity(count)
    for node in 0..<count {
      let parent = nodes[node].parent
      ways.append(
        way(after: parent < 0 ? -1 : ways[Int(parent)], over: nodes[node].label, to: nodes[node].layout))
    }
    return ways
  }
}
#endif
