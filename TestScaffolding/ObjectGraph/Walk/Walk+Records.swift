#if DEBUG
import ObjectMemory

/// What a walk keeps of what it met.
extension Walk {
  /// Something that could not be looked into.
  struct Note {
    /// The node that contains it, or -1 for a root.
    var node: Int32
    var label: Int32
    var index: Int32
    /// The label that describes it.
    var what: Int32
  }

  /// The notes of a walk, of which a few of each kind are enough.
  struct Notes {
    private(set) var all: [Note] = []
    /// How many of each kind have occurred, including those that were dropped.
    private var counts: [UInt: Int] = [:]
    private let labels: LabelTable

    init(_ labels: LabelTable) { self.labels = labels }

    mutating func add(_ what: String, at node: Int32, label: Int32, index: Int32) {
      let number = labels.number(of: what)
      // Odd, to differ from the addresses of steps, which are the keys of other notes.
      let key = UInt(bitPattern: Int(number) &<< 1 | 1)
      add(Note(node: node, label: label, index: index, what: number), key)
    }

    mutating func add(_ note: Note, _ kind: UInt) {
      let seen = counts[kind, default: 0] + 1
      counts[kind] = seen
      if seen <= Self.mostOfAKind { all.append(note) }
      if seen == Self.mostOfAKind + 1 {
        let what = labels.number(of: "more of the same kind as \(labels[note.what])")
        all.append(Note(node: note.node, label: note.label, index: note.index, what: what))
      }
    }

    private static let mostOfAKind = 10
  }
}

/// What has become of the objects that a walk has met.
extension Walk {
  /// Whether the object has begun to end since it was met.
  func isEnding(_ number: Int32) -> Bool {
    !self[number].isUnheld && HeapObject(self[number].address).isEnding
  }

  /// The objects that have ended, and what held them was seen to hold others or none.
  var replaced: Set<Int32> {
    if lookedAt.isEmpty { return [] }
    return (0..<Int32(count)).reduce(into: []) { replaced, number in
      let holder = self[number].parent
      if isEnding(number), lookedAt.contains(holder) || replaced.contains(holder) { replaced.insert(number) }
    }
  }

  /// How many strong references the object has; none once it has begun to end.
  func strongCount(of number: Int32) -> Int {
    if !self[number].isUnheld { return HeapObject(self[number].address).strongCount }
    var header = ObjectHeader()
    return ObjectMemoryRead(self[number].address, &header, MemoryLayout<ObjectHeader>.size)
      ? HeapObject.strongCount(UInt(header.counts)) : 0
  }
}
#endif
