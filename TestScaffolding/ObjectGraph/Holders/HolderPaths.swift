#if DEBUG
/// The paths from roots to the objects that a search began with.
struct HolderPaths {
  struct Path {
    /// Where the path begins; nil if only a part of it is known, or if it leads back to the object.
    var root: HolderSearch.Root?
    /// From the root to the object, each with the place that points to the next one.
    var links: [(node: HolderSearch.Node, place: UInt)] = []
    let target: UInt
    /// How much of a guess it is; 0 if each step is known for sure.
    var doubt = 0
    var isCycle = false
    /// Whether it may as well lead back to the object: then nothing else need hold that.
    var isOwn = false

    /// Where guesses stand among others: a path that begins nowhere says less.
    fileprivate var rank: Int { root == nil && !isCycle ? doubt + 4 : doubt }

    /// The end of the path that is known for sure.
    fileprivate var knownPart: Path {
      if doubt == 0 { return self }
      var part = self
      part.links = Array(links.suffix(knownCount))
      (part.root, part.doubt, part.isCycle) = (nil, 0, false)
      return part
    }
    /// How many of the last links are known for sure.
    fileprivate var knownCount = 0
  }

  /// Who holds a group of objects that hold one another, besides themselves.
  struct Holders {
    var certain: [Path] = []
    /// The best ones first.
    var guesses: [Path] = []
  }

  let search: HolderSearch
  /// For each node, the link over which the best path comes to it, or -1; and how much of a guess that path is.
  private var best: [(link: Int, doubt: Int)]

  init(_ search: HolderSearch) {
    self.search = search
    best = [(link: Int, doubt: Int)](repeating: (-1, .max), count: search.nodes.count)
    findBest()
  }

  /// Goes from the roots to the nodes, those with the least doubt first, and among them the nearest.
  private mutating func findBest() {
    // For each node the first of the links that come from it, and for each link the next one from the same node.
    var first = [Int](repeating: -1, count: search.nodes.count)
    var next = [Int](repeating: -1, count: search.links.count)
    var pending: [[(node: Int, link: Int)]] = []
    func reach(_ node: Int, over link: Int, _ doubt: Int) {
      while pending.count <= doubt { pending.append([]) }
      pending[doubt].append((node, link))
    }
    for node in search.nodes.indices where search.nodes[node].isEnd { reach(node, over: -1, 0) }
    for (number, link) in search.links.enumerated() {
      if case .root = link.source { reach(link.node, over: number, link.doubt) }
    }
    for (number, link) in search.links.enumerated().reversed() {
      if case .node(let source) = link.source { (next[number], first[source]) = (first[source], number) }
    }
    var doubt = 0
    while doubt < pending.count {
      var position = 0
      while position < pending[doubt].count {
        let (node, link) = pending[doubt][position]
        position += 1
        guard best[node].doubt == .max else { continue }
        best[node] = (link, doubt)
        var number = first[node]
        while number >= 0 {
          reach(search.links[number].node, over: number, doubt + search.links[number].doubt)
          number = next[number]
        }
      }
      pending[doubt] = []
      doubt += 1
    }
  }

  // MARK: - Holders

  func holders(of members: [Int]) -> Holders {
    var holders = Holders()
    let wanted = Set(members)
    for member in members {
      for number in linksTo(member).reversed() {
        var paths = paths(over: number, besides: wanted)
        let isOwn = paths.contains(where: \.isOwn)
        for position in paths.indices { paths[position].isOwn = isOwn }
        if let first = paths.first, search.links[number].doubt == 0 {
          holders.certain.append(first.knownPart)
        }
        holders.guesses += paths.filter { $0.doubt > 0 }
      }
    }
    holders.guesses = holders.guesses.enumerated().sorted {
      ($0.element.rank, $0.element.links.count, $0.offset) < (
        $1.element.rank, $1.element.links.count, $1.offset
      )
    }.map(\.element)
    return holders
  }

  /// The links to a node, the last one first.
  private func linksTo(_ node: Int) -> [Int] {
    Array(
      sequence(first: search.nodes[node].firstLink) { [search] in search.links[$0].next }.prefix { $0 >= 0 })
  }

  /// The best path that ends with the link; where what is known for sure comes to an end on it, one for each guess of what is
  /// beyond.
  private func paths(over number: Int, besides members: Set<Int>) -> [Path] {
    var (way, holders) = ([number], Set<Int>())
    while case .node(let node) = search.links[way[0]].source, search.links[way[0]].doubt == 0,
      best[node].doubt > 0,
      !members.contains(node), way.count < Self.longestWay
    {
      guard holders.insert(node).inserted else {
        var cycle = path(way, to: search.links[number].node)
        cycle.isCycle = true
        return [cycle]
      }
      let links = linksTo(node)
      if links.isEmpty { break }
      guard
        let next = links.filter({ search.links[$0].doubt == 0 }).min(by: {
          standing($0, holders) < standing($1, holders)
        })
      else {
        let guesses = links.sorted { search.links[$0].doubt < search.links[$1].doubt }
        return guesses.prefix(Self.mostGuesses).map { path(over: $0, then: way, members) }
      }
      way.insert(next, at: 0)
    }
    return [path(over: way[0], then: Array(way.dropFirst()), members)]
  }

  /// Which of several holders that are known to come first: one behind which a path is less of a guess, or that has a name.
  /// One that is on the way already leads nowhere else.
  private func standing(_ number: Int, _ known: Set<Int>) -> (known: Int, doubt: Int, name: Int) {
    guard case .node(let holder) = search.links[number].source else { return (0, 0, 0) }
    return (known.contains(holder) ? 1 : 0, best[holder].doubt, search.tellsWho(holder) ? 0 : 1)
  }

  /// The best path that ends with the link and the way behind it, unless it leads through one of the members.
  private func path(over number: Int, then rest: [Int], _ members: Set<Int>) -> Path {
    let member = search.links[rest.last ?? number].node
    guard case .node(let holder) = search.links[number].source else {
      return path([number] + rest, to: member)
    }
    var way = bestWay(to: holder)
    let leadsThroughMember =
      members.contains(holder) || way.contains { members.contains(search.links[$0].node) }
    if best[holder].doubt == .max { way = wayFromFurthest(to: holder) }
    let found = path(way + [number] + rest, to: member)
    // A guess is worth less than what is known of the object itself.
    if leadsThroughMember || found.doubt > 0 || found.root == nil,
      let cycle = members.contains(holder) ? [] : wayBack(from: holder, until: members.contains)
    {
      var path = path(cycle + [number] + rest, to: member)
      (path.isCycle, path.isOwn, path.root) = (true, true, nil)
      return path
    }
    return found
  }

  private func path(_ way: [Int], to member: Int) -> Path {
    var path = Path(target: search.nodes[member].block)
    for link in way.map({ search.links[$0] }) {
      path.doubt += link.doubt
      path.knownCount = link.doubt == 0 ? path.knownCount + 1 : 0
      switch link.source {
      case .root(let root): path.root = root
      case .node(let node): path.links.append((search.nodes[node], link.place))
      }
    }
    if path.root == nil, path.links.first?.node.isEnd == true { path.root = .task }
    return path
  }

  private func bestWay(to node: Int) -> [Int] {
    var (way, current) = ([Int](), node)
    while best[current].link >= 0 {
      way.append(best[current].link)
      guard case .node(let source) = search.links[best[current].link].source else { break }
      current = source
    }
    return way.reversed()
  }

  /// The links to the node from the furthest object that is known to hold it, where no root was found; otherwise from the
  /// nearest one that may hold it.
  private func wayFromFurthest(to node: Int) -> [Int] {
    var furthest = node
    _ = wayBack(from: node, onlyCertain: true) { holder in
      if search.tellsWho(holder) { furthest = holder }
      return false
    }
    if furthest != node { return wayBack(from: node, onlyCertain: true) { $0 == furthest } ?? [] }
    return search.tellsWho(node) ? [] : wayBack(from: node, until: search.tellsWho) ?? []
  }

  /// Goes from a node to what holds it, the nearest first, until the end is found; returns the links from there.
  private func wayBack(from start: Int, onlyCertain: Bool = false, until isEnd: (Int) -> Bool) -> [Int]? {
    var reachedOver: [Int: Int] = [start: -1]
    var (pending, next) = ([start], 0)
    while next < pending.count, pending.count < Self.mostNodes {
      for number in linksTo(pending[next]) where !onlyCertain || search.links[number].doubt == 0 {
        guard case .node(let holder) = search.links[number].source, reachedOver[holder] == nil else {
          continue
        }
        reachedOver[holder] = number
        pending.append(holder)
        guard isEnd(holder) else { continue }
        return Array(
          sequence(first: number) { [search] in reachedOver[search.links[$0].node] }.prefix { $0 >= 0 })
      }
      next += 1
    }
    return nil
  }

  private static var mostNodes: Int { 2_000 }
  private static var longestWay: Int { 64 }
  private static var mostGuesses: Int { 8 }
}
#endif
