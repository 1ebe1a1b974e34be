#if DEBUG
/// Judges whether there are more and more of something that a library may keep.
///
/// A generation has *left one for good* if something that came with it is still there, and the number has never since
/// been as low as before it. So workers that come and go in bursts leave none, and neither does a pool that closes one
/// connection for each that it opens. There is a leak once `leakingGenerations` of the last `window` generations have
/// each left one for good, and there are more now than there ever were before these.
///
/// A pool that fills up in fewer steps is none. One that fills up more slowly looks like a leak until it is full.
package struct ResourceGrowth<Member: Hashable> {
  /// The number of generations that are looked back at.
  package static var window: Int { 24 }
  /// The number of generations, of those, that must have left one for good.
  package static var leakingGenerations: Int { 6 }

  /// The numbers of members after the generations that changed it, oldest first, each with the highest one until then.
  private var counts: [(generation: Int, count: Int, most: Int)]
  /// For each member, the generation that it came with.
  private var arrivals: [Member: Int]

  /// Begins with the members that were there before the first generation.
  package init(_ members: Set<Member> = []) {
    counts = [(0, members.count, members.count)]
    arrivals = Dictionary(uniqueKeysWithValues: members.map { ($0, 0) })
  }

  package var members: Set<Member> { Set(arrivals.keys) }

  /// Records what is there after the generation. A generation after which nothing has changed may be left out.
  package mutating func record(_ members: Set<Member>, after generation: Int) {
    arrivals = Dictionary(
      uniqueKeysWithValues: members.map { ($0, arrivals[$0] ?? generation) })
    setCount(after: generation)
  }

  /// Forgets members that turn out to be gone shortly after the generation.
  package mutating func remove(_ gone: Set<Member>, after generation: Int) {
    if gone.isEmpty { return }
    for member in gone { arrivals[member] = nil }
    setCount(after: generation)
  }

  private mutating func setCount(after latest: Int) {
    let generation = max(latest, counts.last?.generation ?? 0)
    if counts.count > 1, counts.last?.generation == generation { counts.removeLast() }
    counts.append((generation, arrivals.count, max(counts.last?.most ?? 0, arrivals.count)))
    // The last one before the window is what its first one is compared with.
    let old = counts.prefix { $0.generation <= generation - Self.window }.count
    counts.removeFirst(max(0, old - 1))
  }

  /// The generations in the window that have left one for good, the latest first; none if there were as many before.
  package func generationsThatLeftOne(asOf latest: Int) -> [Int] {
    let stillThere = Set(arrivals.values)
    var found: [Int] = []
    var (least, mostBefore) = (Int.max, 0)
    for index in counts.indices.dropFirst().reversed() where counts[index].generation > latest - Self.window {
      least = min(least, counts[index].count)
      let before = counts[index - 1]
      guard least > before.count, stillThere.contains(counts[index].generation) else { continue }
      found.append(counts[index].generation)
      mostBefore = before.most
    }
    return arrivals.count > mostBefore ? found : []
  }

  package func isLeak(asOf latest: Int) -> Bool {
    generationsThatLeftOne(asOf: latest).count >= Self.leakingGenerations
  }
}
#endif
