#if DEBUG
/// The groups of nodes that hold one another, found without recursion.
struct Components {
  /// The group of each node.
  private(set) var group: [Int32]
  private(set) var members: [[Int32]] = []

  init(_ edges: EdgeIndex) {
    let count = edges.nodeCount
    group = [Int32](repeating: -1, count: count)
    var order = [Int32](repeating: -1, count: count)
    var lowest = order
    var open: [Int32] = []
    var isOpen = [Bool](repeating: false, count: count)
    var work: [(node: Int32, next: Int)] = []
    var counter: Int32 = 0

    func enter(_ node: Int32) {
      order[Int(node)] = counter
      lowest[Int(node)] = counter
      counter += 1
      open.append(node)
      isOpen[Int(node)] = true
      work.append((node, 0))
    }

    for start in 0..<Int32(count) where order[Int(start)] < 0 {
      enter(start)
      while let (node, next) = work.last {
        if next < edges.degree(of: node) {
          work[work.count - 1].next += 1
          let target = edges.edge(next, of: node).to
          if order[Int(target)] < 0 {
            enter(target)
          } else if isOpen[Int(target)] {
            lowest[Int(node)] = min(lowest[Int(node)], order[Int(target)])
          }
          continue
        }
        work.removeLast()
        if let holder = work.last?.node {
          lowest[Int(holder)] = min(lowest[Int(holder)], lowest[Int(node)])
        }
        guard lowest[Int(node)] == order[Int(node)] else { continue }
        var found: [Int32] = []
        while let member = open.popLast() {
          isOpen[Int(member)] = false
          group[Int(member)] = Int32(members.count)
          found.append(member)
          if member == node { break }
        }
        members.append(found)
      }
    }
  }
}
#endif
