#if DEBUG
import Leaks

/// One leak for all survivors of one mistake: of the same class, met on the same way and held by the same, whatever the
/// indexes. Text is written once for each.
struct LeakGroups {
  /// A holder that the walks have found: the new generation, or the survivor itself in a cycle.
  struct Known {
    let kind: LeakHolder.Kind
    let signature: Int
    let path: () -> LeakPath
  }

  /// What holds a survivor.
  struct Holders {
    var known: [Known] = []
    var certain: [HolderPaths.Path] = []
    var guesses: [HolderPaths.Path] = []
    /// The number of references from outside, to be told where nobody is named, or where nobody was searched for.
    var open = 0
    var isSearched = false
    var name: (HolderPaths.Path) -> LeakHolder? = { _ in nil }
    /// What is said where nothing was found.
    var unexplained: String?

    var isEmpty: Bool { known.isEmpty && certain.isEmpty && guesses.isEmpty }
  }

  private struct Signature: Hashable {
    let type: ObjectIdentifier
    let way: Int32
    let holders: [Int]
  }

  private(set) var leaks: [Leak] = []
  private var positions: [Signature: Int] = [:]

  mutating func add(_ survivor: Survivor, holds: [String: Int], _ holders: Holders) {
    // Guesses differ from one object of a mistake to the next.
    let told = holders.certain.isEmpty ? Array(holders.guesses.prefix(1)) : holders.certain
    let signatures = holders.known.map(\.signature) + told.map(\.signature)
    if add(survivor, holds: holds, heldBy: signatures, holders.open) { return }
    let signature = Signature(type: survivor.classNumber, way: survivor.way, holders: signatures)
    positions[signature] = leaks.count
    var certain = holders.known.map { LeakHolder($0.kind, $0.path()) }
    let rooted = holders.certain.filter { $0.root != nil } + holders.certain.filter { $0.root == nil }
    certain += rooted.prefix(Self.mostNamed).compactMap(holders.name)
    var seen = Set<LeakPath>()
    certain.removeAll { !seen.insert($0.path).inserted }
    var guesses: [LeakHolder] = []
    for path in holders.guesses where guesses.count < Self.mostGuesses {
      if let holder = holders.name(path), seen.insert(holder.path).inserted { guesses.append(holder) }
    }
    leaks.append(
      Leak(
        type: survivor.type, name: survivor.path, generation: survivor.generation,
        holders: Self.sorted(certain.prefix(Self.mostHolders)) + guesses,
        furtherHolders: max(0, certain.count - Self.mostHolders)
          + max(0, holders.certain.count - Self.mostNamed),
        heldFromOutside: holders.isSearched && !(certain.isEmpty && guesses.isEmpty) ? 0 : holders.open,
        holds: holds,
        advice: (holders.certain + holders.guesses).lazy.compactMap(\.advice).first
          ?? holders.unexplained))
  }

  /// The order does not depend on where things are in memory.
  private static func sorted(_ holders: ArraySlice<LeakHolder>) -> [LeakHolder] {
    func rank(_ holder: LeakHolder) -> Int {
      switch holder.kind {
      case .new: 0
      case .cycle: 1
      case .root: holder.path.beginsWithVariable ? 2 : 3
      }
    }
    return holders.map { (rank: rank($0), text: "\($0.path)", holder: $0) }
      .sorted { ($0.rank, $0.text) < ($1.rank, $1.text) }.map(\.holder)
  }

  /// Adds a survivor to the leak of those that are held alike; returns false if it is the first of them.
  mutating func add(_ survivor: Survivor, holds: [String: Int], heldBy signatures: [Int], _ open: Int) -> Bool
  {
    let signature = Signature(type: survivor.classNumber, way: survivor.way, holders: signatures)
    guard let position = positions[signature] else { return false }
    let name = leaks[position].furtherNames.count < 2 ? survivor.path : ""
    var leak = Leak(type: leaks[position].type, name: name, generation: survivor.generation)
    (leak.heldFromOutside, leak.holds) = (leaks[position].heldFromOutside > 0 ? open : 0, holds)
    leaks[position].add(leak)
    return true
  }

  private static var mostHolders: Int { 5 }
  private static var mostGuesses: Int { 3 }
  private static var mostNamed: Int { 1_000 }
}
#endif
