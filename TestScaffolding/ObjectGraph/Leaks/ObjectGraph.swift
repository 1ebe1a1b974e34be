#if DEBUG
import Leaks
import ObjectMemory

/// Walks all objects that values hold, remembers them without holding them, and explains what still holds those that
/// should be gone.
///
/// Other threads may change the objects at the same time: the memory of each is kept while it is read, and invalid reads do
/// not crash. What a walk learns about types is kept for the next walk.
public final class ObjectGraph {
  private let layouts = LayoutCache()
  private let searchesMemory: Bool
  private let symbols = ProgramSymbols()
  /// Why nothing can be walked in this process; nil if everything is as expected.
  let problem: String?

  /// Creates a graph with an empty cache of types.
  ///
  /// When something has leaked that no walk finds a holder of, `explain` searches the memory of the process for one. Without
  /// `searchesMemory`, it only counts the references.
  public convenience init(searchesMemory: Bool = true) {
    self.init(searchesMemory: searchesMemory, problem: Canary.standardProblem)
  }

  package init(searchesMemory: Bool = true, problem: String?) {
    self.searchesMemory = searchesMemory
    self.problem = problem
  }

  /// Remembers every class instance that the roots hold, directly or indirectly. Leaves out those that `others` also
  /// hold, and those that are already remembered.
  ///
  /// Instances of system library classes are walked but not remembered, because many are kept for reuse. What they hold
  /// is remembered: a timer that was never stopped is found through the objects that its closure captures.
  public func remember(
    _ roots: [GraphRoot], besides others: [GraphRoot] = [], and remembered: RememberedObjects? = nil,
    generation: Int? = nil
  ) -> RememberedObjects {
    if let problem { return RememberedObjects(roots, unwalkable: problem, generation: generation) }
    let walk = walk(from: others, keeping: .further, followsGuesses: true)
    let first = walk.count
    walk.forgetNotes()
    walk.run(from: roots)
    return RememberedObjects(walk, from: first, besides: remembered, generation: generation)
  }

  /// The number of instances of each class that the roots hold.
  public func count(from roots: [GraphRoot]) -> [String: Int] {
    guard problem == nil else { return [:] }
    let walk = walk(from: roots, followsGuesses: true)
    var counts: [Int32: Int] = [:]
    let replaced = walk.replaced
    for number in 0..<Int32(walk.count)
    where walk.layout(number).pointee.role == .instance && !replaced.contains(number) {
      counts[walk[number].layout, default: 0] += 1
    }
    return Dictionary(
      counts.map { (layouts.heapLayout($0).pointee.name, $1) }, uniquingKeysWith: +)
  }

  /// The number of living instances of each class, whoever holds them: also of those that only hold one another. Nil
  /// where the memory of the process cannot be searched, as under a sanitizer.
  public func countLiving() -> [String: Int]? {
    var mark: UInt = 0
    let limit = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    return problem == nil ? memory(ownStackAbove: limit)?.countLiving() : nil
  }

  /// Explains what holds the survivors: the new roots, other survivors, or something that the walk cannot see.
  ///
  /// What `lastingRoots` and static variables keep by right is no leak; `process` remembers it from then on as belonging to
  /// the process, and so asks about it no more.
  public func explain(
    _ survivors: [Survivor], from newRoots: [GraphRoot] = [], lastingRoots: [GraphRoot] = [],
    process: RememberedObjects? = nil
  ) -> LeakReport {
    var mark: UInt = 0
    let stackLimit = withUnsafePointer(to: &mark) { UInt(bitPattern: $0) }
    if let problem {
      let leaks = survivors.map { Leak(type: $0.type, name: $0.path, generation: $0.generation) }
      return LeakReport(leaks: leaks, notLookedInto: survivors.isEmpty ? [] : [Canary.note(problem)])
    }
    if survivors.isEmpty { return LeakReport(leaks: [], notLookedInto: []) }
    let explanation = Explanation(
      of: survivors, from: newRoots, layouts, lastingRoots: lastingRoots, process: process)
    return explanation.report { searchesMemory ? memory(ownStackAbove: stackLimit) : nil }
  }

  /// A picture of the memory as it is now; nil if the system does not let one take it.
  private func memory(ownStackAbove limit: UInt) -> ProcessMemory? {
    symbols.noteImages()
    return ProcessMemory(layouts, symbols, ownStackAbove: limit)
  }

  /// Returns the survivors that the roots do not hold.
  public func leaks(among survivors: [Survivor], besides roots: [GraphRoot]) -> [Survivor] {
    guard problem == nil else { return survivors }
    let walk = walk(from: roots)
    return survivors.filter { survivor in
      survivor.address.map { walk.number(at: $0) < 0 } ?? false
    }
  }

  private func walk(
    from roots: [GraphRoot], keeping kept: Walk.Kept = .none, followsGuesses: Bool = false
  ) -> Walk {
    let walk = Walk(layouts, keeping: kept, followsGuesses: followsGuesses)
    walk.run(from: roots)
    return walk
  }
}

/// A value to start a walk from, with its name in reports.
public struct GraphRoot {
  let name: String
  let value: Any

  /// Creates a root. Without a name, reports use the class of an object, or the type of another value.
  public init(_ value: Any, name: String? = nil) {
    self.value = value
    self.name = name ?? (type(of: value) is AnyClass ? "" : "\(type(of: value))")
  }
}
#endif
