#if DEBUG
/// The paths from roots to the objects that a search began with.
final class HolderPaths {
  struct Path {
    /// Where the path begins; nil if only a part of it is known, or if it leads back to the object.
    fileprivate(set) var root: HolderSearch.Root?
    let target: UInt
    /// How much of a guess it is; 0 if each step is known for sure.
    fileprivate(set) var doubt = 0
    fileprivate(set) var isCycle = false
    /// Whether it may as well lead back to the object: then nothing else need hold that.
    fileprivate(set) var isOwn = false
    /// The number of its links.
    fileprivate(set) var count = 0
    fileprivate let paths: HolderPaths
    /// The links at its end, by number; they follow the best path to this node, if any.
    fileprivate var steps: [Int]
    fileprivate var start: Int?
    /// Whether only the end of the best path belongs to it that is known for sure.
    fileprivate var isPart = false

    /// From the root to the object, each with the place that points to the next one. There may be as many as a list is long.
    var links: [ProcessMemory.Link] { paths.links(of: self) }

    /// A number that is the same for paths of the same kind, whatever indexes are on them and however long the lists are.
    var signature: Int { paths.signature(of: self) }

    /// Whose mistake it is, where that is known.
    var advice: String? { paths.search.memory.advice(self) }

    /// Where guesses stand among others: a path that begins nowhere says less.
    fileprivate var rank: Int { root == nil && !isCycle ? doubt + 4 : doubt }

    /// The end of the path that is known for sure.
    fileprivate var knownPart: Path {
      if doubt == 0 { return self }
      var part = self
      (part.root, part.doubt, part.isCycle, part.isPart) = (nil, 0, false, true)
      if let guess = steps.lastIndex(where: { paths.doubts[$0] > 0 }) {
        (part.start, part.steps) = (nil, Array(steps[(guess + 1)...]))
      }
      return part
    }
  }

  /// Who holds a group of objects that hold one another, besides themselves.
  struct Holders {
    var certain: [Path] = []
    /// The best ones first.
    var guesses: [Path] = []
  }

  /// The best path to a node.
  private struct Best {
    /// The link over which it comes to the node, and the one from its root, or -1.
    var link = -1
    var first = -1
    var doubt = Int.max
    var count = 0
    /// The last of the targets that are on it, or -1.
    var target = -1
  }

  let search: HolderSearch
  /// How much of a guess each link is.
  private var doubts: [Int]
  /// The links that hold nothing.
  private var isFalse: Set<Int> = []
  private var best: [Best]
  /// The numbers of the ways on which the best paths come to nodes, and of their ends that are known for sure.
  private var ways: [Int: (all: Int32, known: Int32)] = [:]
  /// How many links may still be looked at on the ways back from leaks. All leaks share it.
  private var patience = 200_000
  /// The links to the nodes that were asked for, the last one first.
  private var listed: [Int: [Int]] = [:]

  init(_ search: HolderSearch) {
    self.search = search
    best = [Best](repeating: Best(), count: search.nodes.count)
    doubts = search.links.map(\.doubt)
    findBest()
    settleClaims()
  }

  /// Goes from the roots to the nodes, those with the least doubt first, and among them the nearest.
  private func findBest() {
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
      // A variable beside places that account for all references says nothing of what is behind its object.
      let isLeftOver = link.variable != nil && search.nodes[link.node].isAccountedFor
      if case .root = link.source, !isLeftOver { reach(link.node, over: number, link.doubt) }
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
        var way = Best(link: link, first: link, doubt: doubt)
        if let source = holder(over: link) {
          (way.first, way.count, way.target) = (
            best[source].first, best[source].count + 1, best[source].target
          )
        }
        if node < search.targetCount { way.target = node }
        best[node] = way
        var number = first[node]
        while number >= 0 {
          let link = search.links[number]
          let node = search.nodes[link.node]
          if doubt > 0, node.certain > node.references { doubts[number] = max(1, doubts[number]) }
          reach(link.node, over: number, doubt + doubts[number])
          number = next[number]
        }
      }
      pending[doubt] = []
      doubt += 1
    }
  }

  /// Decides on the places that point to a node, where there are more than it has references.
  private func settleClaims() {
    for (number, node) in search.nodes.enumerated() where node.open < 0 {
      let links = linksTo(number)
      let variables = links.filter { search.links[$0].variable != nil }
      let loose = links.filter {
        search.links[$0].doubt == 0 && (holder(over: $0).map { best[$0].doubt } ?? 0) > 0
      }
      let claims = HolderClaims(
        references: node.references, rooted: node.certain - loose.count, loose: loose.count,
        areLost: loose.allSatisfy { holder(over: $0).map { best[$0].doubt } == .max },
        variables: variables.count,
        areTyped: variables.allSatisfy { search.links[$0].variable == .ofKnownType })
      settle(loose, claims.loose)
      settle(variables, claims.variables)
    }
  }

  private func settle(_ links: [Int], _ verdict: HolderClaims.Verdict) {
    for link in links { doubts[link] = verdict == .fact ? 0 : max(1, doubts[link]) }
    if verdict == .nothing { isFalse.formUnion(links) }
    for link in links { listed[search.links[link].node] = nil }
  }

  /// The node from which a link comes; nil if it comes from a root, or if there is none.
  private func holder(over link: Int) -> Int? {
    if link >= 0, case .node(let holder) = search.links[link].source { holder } else { nil }
  }

  // MARK: - Holders

  func holders(of members: [Int]) -> Holders {
    var holders = Holders()
    let wanted = Set(members)
    var loose = Set<Int>()
    for member in members {
      for number in linksTo(member).reversed() {
        // One place says as much as all of an object that may have nothing but what was there before.
        if search.links[number].doubt == 0, doubts[number] > 0, let holder = holder(over: number),
          !loose.insert(holder).inserted
        {
          continue
        }
        var paths = paths(over: number, besides: wanted)
        let isOwn = paths.contains(where: \.isOwn)
        for position in paths.indices { paths[position].isOwn = isOwn }
        if let first = paths.first, doubts[number] == 0 {
          holders.certain.append(first.knownPart)
        }
        holders.guesses += paths.filter { $0.doubt > 0 }
      }
    }
    // Equal ones stay in their order.
    holders.guesses.sort { ($0.rank, $0.count) < ($1.rank, $1.count) }
    return holders
  }

  /// The links to a node, the last one first.
  private func linksTo(_ node: Int) -> [Int] {
    if let known = listed[node] { return known }
    var (links, number) = ([Int](), search.nodes[node].firstLink)
    while number >= 0 {
      if !isFalse.contains(number) { links.append(number) }
      number = search.links[number].next
    }
    listed[node] = links
    return links
  }

  /// Those for which there is patience: the links that were found first are the most certain.
  private func linksOnWay(to node: Int) -> ArraySlice<Int> {
    let links = linksTo(node).suffix(max(Self.fewestNodes, patience))
    patience -= max(1, links.count)
    return links
  }

  /// The best path that ends with the link; where what is known for sure comes to an end on it, one for each guess of what is
  /// beyond.
  private func paths(over number: Int, besides members: Set<Int>) -> [Path] {
    var (way, holders) = ([number], Set<Int>())
    while case .node(let node) = search.links[way[0]].source, doubts[way[0]] == 0,
      best[node].doubt > 0,
      !members.contains(node), way.count < max(Self.shortestWay, min(Self.longestWay, patience))
    {
      guard holders.insert(node).inserted else {
        var cycle = path(way, to: search.links[number].node)
        cycle.isCycle = true
        return [cycle]
      }
      let links = linksOnWay(to: node)
      if links.isEmpty { break }
      let sure = links.filter { doubts[$0] == 0 }
      guard let next = sure.min(by: { standing($0, holders) < standing($1, holders) }) else {
        let guesses = links.sorted { doubts[$0] < doubts[$1] }
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
    let (member, steps) = (search.links[rest.last ?? number].node, [number] + rest)
    guard let holder = holder(over: number) else { return path(steps, to: member) }
    let found =
      best[holder].doubt < .max
      ? path(steps, after: holder, to: member) : path(wayFromFurthest(to: holder) + steps, to: member)
    // A guess is worth less than what is known of the object itself.
    if found.doubt > 0 || found.root == nil || leads(to: holder, through: members),
      let cycle = members.contains(holder) ? [] : wayBack(from: holder, until: members.contains)
    {
      var path = path(cycle + steps, to: member)
      (path.isCycle, path.isOwn, path.root) = (true, true, nil)
      return path
    }
    return found
  }

  /// Whether the best path to the node leads through one of the members, or the node is one.
  private func leads(to node: Int, through members: Set<Int>) -> Bool {
    if members.contains(node) { return true }
    var target = best[node].target
    while target >= 0, !members.contains(target) {
      target = holder(over: best[target].link).map { best[$0].target } ?? -1
    }
    return target >= 0
  }

  private func path(_ steps: [Int], after start: Int? = nil, to member: Int) -> Path {
    var path = Path(target: search.nodes[member].block, paths: self, steps: steps, start: start)
    let (first, begin) = (start.map { best[$0].first } ?? steps[0], start ?? holder(over: steps[0]))
    if first >= 0, case .root(let root) = search.links[first].source { path.root = root }
    if path.root == nil, start != nil || begin.map({ search.nodes[$0].isEnd }) == true { path.root = .task }
    path.doubt = steps.reduce(start.map { best[$0].doubt } ?? 0) { $0 + doubts[$1] }
    path.count = (start.map { best[$0].count } ?? 0) + steps.count - (begin == nil ? 1 : 0)
    return path
  }

  private func links(of path: Path) -> [ProcessMemory.Link] {
    var (numbers, current) = (Array(path.steps.reversed()), path.start)
    while let node = current, let holder = holder(over: best[node].link),
      !path.isPart || doubts[best[node].link] == 0
    {
      numbers.append(best[node].link)
      current = holder
    }
    return numbers.reversed().compactMap(link)
  }

  private func link(_ number: Int) -> ProcessMemory.Link? {
    holder(over: number).map { (search.nodes[$0], search.links[number].place) }
  }

  // MARK: - Signatures

  private func signature(of path: Path) -> Int {
    var way = path.start.map { path.isPart ? ways(to: $0).known : ways(to: $0).all } ?? begin(path.steps[0])
    for number in path.steps.dropLast() { way = self.way(after: way, over: number) }
    return signature(after: way, path.steps.last.flatMap(link), isCertain: path.doubt == 0)
  }

  private func signature(after way: Int32, _ last: ProcessMemory.Link?, isCertain: Bool) -> Int {
    let way = last.map { search.memory.way(after: way, over: $0, to: -2) } ?? way
    return Int(way) << 1 | (isCertain ? 1 : 0)
  }

  /// The signatures of all paths to a target, if each is known for sure from its root on, or from where the search ended, and
  /// leads to something that holds the target without being a variable, nor another target; nil otherwise.
  func plainSignatures(of target: Int) -> [Int]? {
    var signatures: [Int] = []
    for number in linksTo(target).reversed() {
      guard doubts[number] == 0, let link = link(number), let holder = holder(over: number),
        holder >= search.targetCount, best[holder].target < 0,
        best[holder].doubt == 0
          ? best[holder].count > 0 || !search.memory.isLazy(link) : search.nodes[holder].firstLink < 0
      else { return nil }
      signatures.append(signature(after: ways(to: holder).all, link, isCertain: true))
    }
    return signatures
  }

  private func way(after way: Int32, over number: Int) -> Int32 {
    guard let link = link(number) else { return way }
    return search.memory.way(after: way, over: link, to: search.nodes[search.links[number].node].layout)
  }

  /// The way that begins with the source of a link; one from a root has come to the link's node.
  private func begin(_ link: Int) -> Int32 {
    switch search.links[link].source {
    case .root(let root): begin(at: search.links[link].node, after: search.way(from: root))
    case .node(let node): begin(at: node)
    }
  }

  private func begin(at node: Int, after root: Int32 = -1) -> Int32 {
    search.memory.layouts.way(after: root, over: 0, to: search.nodes[node].layout)
  }

  private func ways(to node: Int) -> (all: Int32, known: Int32) {
    var (pending, current) = ([Int](), node)
    while ways[current] == nil, let holder = holder(over: best[current].link) {
      pending.append(current)
      current = holder
    }
    let link = best[current].link
    var found = ways[current] ?? (link < 0 ? begin(at: current) : begin(link), begin(at: current))
    ways[current] = found
    while let node = pending.popLast() {
      let link = best[node].link
      let isKnown = doubts[link] == 0
      found = (
        way(after: found.all, over: link), isKnown ? way(after: found.known, over: link) : begin(at: node)
      )
      ways[node] = found
    }
    return found
  }

  // MARK: - The way back

  /// The links to the node from the furthest object that is known to hold it, where no root was found; otherwise from the
  /// nearest one that may hold it.
  private func wayFromFurthest(to node: Int) -> [Int] {
    wayBack(from: node, toFurthest: true, until: search.tellsWho)
      ?? (search.tellsWho(node) ? nil : wayBack(from: node, until: search.tellsWho)) ?? []
  }

  /// Goes from a node to what holds it, the nearest first, until the end is found; returns the links from there. The furthest
  /// end is looked for only among what is known for sure.
  private func wayBack(from start: Int, toFurthest: Bool = false, until isEnd: (Int) -> Bool) -> [Int]? {
    var reachedOver: [Int: Int] = [start: -1]
    var (pending, next, end) = ([start], 0, -1)
    let most = max(toFurthest ? Self.shortestWay : Self.fewestNodes, min(Self.mostNodes, patience))
    while next < pending.count, pending.count < most, end < 0 || toFurthest {
      for number in linksOnWay(to: pending[next]) where !toFurthest || doubts[number] == 0 {
        guard let holder = holder(over: number), reachedOver[holder] == nil else { continue }
        reachedOver[holder] = number
        pending.append(holder)
        guard isEnd(holder) else { continue }
        end = number
        if !toFurthest { break }
      }
      next += 1
    }
    if end < 0 { return nil }
    return Array(
      sequence(first: end) { [search] in reachedOver[search.links[$0].node] }.prefix { $0 >= 0 })
  }

  private static var fewestNodes: Int { 64 }
  private static var mostNodes: Int { 2_000 }
  private static var longestWay: Int { 64 }
  /// How long a way may be once there is no patience left: of very many leaks, the first ones say enough.
  private static var shortestWay: Int { 16 }
  private static var mostGuesses: Int { 8 }
}
#endif
