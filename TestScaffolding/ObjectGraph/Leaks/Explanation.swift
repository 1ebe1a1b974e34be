#if DEBUG
/// Finds who holds the survivors, and groups them under those.
struct Explanation {
  private let survivors: [Survivor]
  private let numbers: [Int32]
  private let walk: Walk
  private let edges: EdgeIndex
  private let components: Components
  private let new: Walk

  init(of survivors: [Survivor], from new: Walk, _ layouts: LayoutCache, _ limits: WalkLimits) {
    let walk = Walk(layouts, limits: limits, keepsEdges: true)
    let alive = survivors.filter { $0.object != nil }
    for survivor in alive {
      if let object = survivor.object { walk.add(objectAt: HeapObject(object).address) }
    }
    walk.finish()
    self.survivors = alive
    self.walk = walk
    self.new = new
    numbers = alive.map { survivor in
      survivor.object.map { walk.number(at: HeapObject($0).address) } ?? -1
    }
    edges = EdgeIndex(walk)
    components = Components(edges)
  }

  var report: LeakReport {
    var holder = [Int32](repeating: -1, count: walk.count)
    let heads = heads()
    for head in heads { claim(from: numbers[head], for: Int32(head), in: &holder) }
    let leaks = heads.map { head in
      leak(head, holding: survivors.indices.filter { $0 != head && holder[Int(numbers[$0])] == head })
    }
    let notWalked = walk.limitsReached.union(new.limitsReached).union(walk.layouts.unknown)
    return LeakReport(leaks: leaks, limits: notWalked.sorted())
  }

  // MARK: - Who comes first

  /// The survivors that no other survivor holds, or one of each cycle; and those that a new root holds first.
  private func heads() -> [Int] {
    var isHeld = [Bool](repeating: false, count: components.members.count)
    for edge in walk.edges where edge.from >= 0 {
      let (from, to) = (components.group[Int(edge.from)], components.group[Int(edge.to)])
      if from != to { isHeld[Int(to)] = true }
    }
    var hasHead = Set<Int32>()
    return survivors.indices.filter { index in
      let group = components.group[Int(numbers[index])]
      return !isHeld[Int(group)] && hasHead.insert(group).inserted
    }
  }

  private func claim(from start: Int32, for head: Int32, in holder: inout [Int32]) {
    guard holder[Int(start)] < 0 else { return }
    holder[Int(start)] = head
    var pending = [start]
    while let node = pending.popLast() {
      for edge in edges.edges(of: node) where holder[Int(edge.to)] < 0 {
        holder[Int(edge.to)] = head
        pending.append(edge.to)
      }
    }
  }

  // MARK: - One leak

  private func leak(_ index: Int, holding held: [Int]) -> LeakReport.Leak {
    let number = numbers[index]
    let members = components.members[Int(components.group[Int(number)])]
    var holds: [String: Int] = [:]
    for other in held { holds[survivors[other].type, default: 0] += 1 }
    let path = pathFromNew(to: number, or: members)
    return LeakReport.Leak(
      type: survivors[index].type, origin: survivors[index].path, heldByNew: path,
      cycle: cycle(through: number), heldFromOutside: path == nil ? outsideReferences(to: members) : 0,
      holds: holds)
  }

  private func pathFromNew(to number: Int32, or members: [Int32]) -> String? {
    let candidates = ([number] + members).map { new.number(at: walk[$0].address) }
    guard let found = candidates.first(where: { $0 >= 0 }) else { return nil }
    var chain: [Int32] = []
    var current = found
    while current >= 0 {
      chain.append(current)
      current = new[current].parent
    }
    var text = PathText()
    for number in PathText.shortened(chain.reversed()) {
      guard let number else {
        text.appendGap()
        continue
      }
      let node = new[number]
      let key = node.parent < 0 ? nil : DictionaryKey.text(in: new, node.parent, bucket: node.index)
      text.append(edge: new.layouts.labels[node.label], index: node.index, key: key)
      let layout = new.layout(number).pointee
      text.append(node: layout.name, role: layout.role)
    }
    return text.text
  }

  private func outsideReferences(to members: [Int32]) -> Int {
    let isMember = Set(members)
    var counted = 0
    for member in members { counted += HeapObject(walk[member].address).strongCount }
    for edge in walk.edges where edge.from >= 0 && isMember.contains(edge.to) { counted -= 1 }
    return max(counted, 0)
  }

  private func cycle(through start: Int32) -> String? {
    let group = components.group[Int(start)]
    var reachedBy: [Int32: Walk.Edge] = [:]
    var pending = [start]
    var next = 0
    while next < pending.count {
      let node = pending[next]
      next += 1
      for edge in edges.edges(of: node) where components.group[Int(edge.to)] == group {
        if edge.to == start { return text(of: edge, reachedBy, start) }
        if reachedBy[edge.to] == nil {
          reachedBy[edge.to] = edge
          pending.append(edge.to)
        }
      }
    }
    return nil
  }

  private func text(of last: Walk.Edge, _ reachedBy: [Int32: Walk.Edge], _ start: Int32) -> String {
    var chain = [last]
    while let edge = chain.last, edge.from != start, let before = reachedBy[edge.from] {
      chain.append(before)
    }
    var text = PathText()
    text.append(node: walk.layout(start).pointee.name, role: .instance)
    for edge in PathText.shortened(chain.reversed()) {
      guard let edge else {
        text.appendGap()
        continue
      }
      let key = DictionaryKey.text(in: walk, edge.from, bucket: edge.index)
      text.append(edge: walk.layouts.labels[edge.label], index: edge.index, key: key)
      let layout = walk.layout(edge.to).pointee
      text.append(node: layout.name, role: layout.role)
    }
    return text.text
  }
}
#endif
