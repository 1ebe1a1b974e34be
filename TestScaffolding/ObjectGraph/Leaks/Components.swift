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
        let own = edges.edges(of: node)
        if next < own.count {
          work[work.count - 1].next += 1
          let target = own[own.startIndex + next].to
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

/// The edges of a walk by their start node; those of the roots are those of node -1.
struct EdgeIndex {
  private let starts: [Int]
  private let sorted: [Walk.Edge]

  var nodeCount: Int { starts.count - 2 }

  init(_ edges: [Walk.Edge], nodeCount: Int) {
    var (starts, sorted) = ([Int](repeating: 0, count: nodeCount + 2), edges)
    for edge in edges { starts[Int(edge.from) + 2] += 1 }
    for node in 1..<starts.count { starts[node] += starts[node - 1] }
    var next = starts
    for edge in edges {
      sorted[next[Int(edge.from) + 1]] = edge
      next[Int(edge.from) + 1] += 1
    }
    (self.starts, self.sorted) = (starts, sorted)
  }

  func edges(of node: Int32) -> ArraySlice<Walk.Edge> {
    sorted[starts[Int(node) + 1]..<starts[Int(node) + 2]]
  }

  /// Visits each node once that is reached from these; goes on from those for which the body returns true.
  func visit(from start: [Int32], _ goesOn: (Int32) -> Bool) {
    var (seen, pending) = (Set(start), start)
    while let node = pending.popLast() {
      for edge in edges(of: node) where seen.insert(edge.to).inserted && goesOn(edge.to) {
        pending.append(edge.to)
      }
    }
  }
}
#endif
