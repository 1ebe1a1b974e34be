#if DEBUG
import ObjectMemory

/// Groups of nodes that hold one another (strongly connected components), found without recursion.
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

/// The edges of a walk, indexed by their start node.
struct EdgeIndex {
  private let starts: [Int]
  private let order: [Int32]
  private let edges: [Walk.Edge]
  let nodeCount: Int

  init(_ edges: [Walk.Edge], nodeCount: Int) {
    self.nodeCount = nodeCount
    self.edges = edges
    var starts = [Int](repeating: 0, count: nodeCount + 1)
    for edge in edges where edge.from >= 0 { starts[Int(edge.from) + 1] += 1 }
    for node in 0..<nodeCount { starts[node + 1] += starts[node] }
    var order = [Int32](repeating: 0, count: starts[nodeCount])
    var next = starts
    for (number, edge) in edges.enumerated() where edge.from >= 0 {
      order[next[Int(edge.from)]] = Int32(number)
      next[Int(edge.from)] += 1
    }
    self.starts = starts
    self.order = order
  }

  /// The nodes that can be reached from the roots on ways that avoid some nodes.
  func reached(avoiding avoided: Set<Int32>) -> Set<Int32> {
    var pending = edges.filter { $0.from < 0 && !avoided.contains($0.to) }.map(\.to)
    var reached = Set(pending)
    while let node = pending.popLast() {
      for position in 0..<degree(of: node) {
        let next = edge(position, of: node).to
        if !avoided.contains(next), reached.insert(next).inserted { pending.append(next) }
      }
    }
    return reached
  }

  func degree(of node: Int32) -> Int { starts[Int(node) + 1] - starts[Int(node)] }

  func edge(_ position: Int, of node: Int32) -> Walk.Edge { edges[Int(order[starts[Int(node)] + position])] }

  func edges(of node: Int32) -> [Walk.Edge] { (0..<degree(of: node)).map { edge($0, of: node) } }
}
#endif
