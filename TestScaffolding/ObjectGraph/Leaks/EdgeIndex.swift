#if DEBUG
/// The edges of a walk, by the node they leave from.
struct EdgeIndex {
  private let starts: [Int]
  private let order: [Int32]
  private let edges: [Walk.Edge]
  let nodeCount: Int

  init(_ walk: Walk) {
    nodeCount = walk.count
    edges = walk.edges
    var starts = [Int](repeating: 0, count: walk.count + 1)
    for edge in edges where edge.from >= 0 { starts[Int(edge.from) + 1] += 1 }
    for node in 0..<walk.count { starts[node + 1] += starts[node] }
    var order = [Int32](repeating: 0, count: starts[walk.count])
    var next = starts
    for (number, edge) in edges.enumerated() where edge.from >= 0 {
      order[next[Int(edge.from)]] = Int32(number)
      next[Int(edge.from)] += 1
    }
    self.starts = starts
    self.order = order
  }

  func degree(of node: Int32) -> Int { starts[Int(node) + 1] - starts[Int(node)] }

  func edge(_ position: Int, of node: Int32) -> Walk.Edge { edges[Int(order[starts[Int(node)] + position])] }

  func edges(of node: Int32) -> [Walk.Edge] { (0..<degree(of: node)).map { edge($0, of: node) } }
}
#endif
