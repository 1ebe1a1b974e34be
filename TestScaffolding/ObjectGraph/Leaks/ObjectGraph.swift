#if DEBUG
/// Walks what values hold, remembers it without holding it, and says who holds what should be gone.
///
/// Other threads may change objects meanwhile: each object is held while it is looked at, and no read can fault. What was
/// learnt of types is kept for the next walk.
public final class ObjectGraph {
  private let layouts = LayoutCache()
  private let limits: WalkLimits
  /// Why nothing may be walked in this process, if that is so.
  let problem: String?

  /// Creates a graph that knows no types yet.
  public convenience init(limits: WalkLimits = WalkLimits()) {
    self.init(limits: limits, problem: Canary.standardProblem)
  }

  package init(limits: WalkLimits = WalkLimits(), problem: String?) {
    self.limits = limits
    self.problem = problem
  }

  /// Remembers every class instance that the roots hold, directly or through others, but none that `others` hold, too,
  /// and none that is remembered already.
  ///
  /// Instances of the system's libraries are walked and not remembered: many are kept for the next who needs them. What
  /// they hold is remembered, so a timer that is never stopped is found by what its closure captures.
  public func remember(
    _ roots: [GraphRoot], besides others: [GraphRoot] = [], and remembered: RememberedObjects? = nil
  ) -> RememberedObjects {
    if let problem { return RememberedObjects(roots, unwalkable: problem) }
    let walk = walk(from: others)
    let first = walk.count
    walk.forgetNotes()
    walk.run(from: roots)
    return RememberedObjects(walk, from: first, besides: remembered)
  }

  /// The number of instances of each class that the roots hold.
  public func count(from roots: [GraphRoot]) -> [String: Int] {
    guard problem == nil else { return [:] }
    let walk = walk(from: roots)
    var counts: [Int32: Int] = [:]
    for number in 0..<Int32(walk.count) where walk.layout(number).pointee.role == .instance {
      counts[walk[number].layout, default: 0] += 1
    }
    return Dictionary(
      counts.map { (layouts.heapLayout($0).pointee.name, $1) }, uniquingKeysWith: +)
  }

  /// Says who holds the survivors: the new roots, one another, or somebody outside.
  public func explain(_ survivors: [Survivor], from newRoots: [GraphRoot] = []) -> LeakReport {
    if let problem {
      let leaks = survivors.map { LeakReport.Leak(type: $0.type, origin: $0.path) }
      return LeakReport(leaks: leaks, notLookedInto: [Canary.note(problem)])
    }
    guard !survivors.isEmpty else { return LeakReport(leaks: [], notLookedInto: []) }
    return Explanation(of: survivors, from: newRoots, layouts, limits).report
  }

  /// The survivors that the roots do not hold.
  public func leaks(among survivors: [Survivor], besides roots: [GraphRoot]) -> [Survivor] {
    guard problem == nil else { return survivors }
    let walk = walk(from: roots)
    return survivors.filter { survivor in
      survivor.object.map { walk.number(at: HeapObject($0).address) < 0 } ?? false
    }
  }

  private func walk(from roots: [GraphRoot]) -> Walk {
    let walk = Walk(layouts, limits: limits, keepsEdges: false)
    walk.run(from: roots)
    return walk
  }
}

/// A value to walk from, and what reports call it.
public struct GraphRoot {
  let name: String
  let value: Any

  /// Creates a root; without a name, an object is called by its class, other values by their type.
  public init(_ value: Any, name: String? = nil) {
    self.value = value
    self.name = name ?? (type(of: value) is AnyClass ? "" : "\(type(of: value))")
  }
}

/// How much of a graph is walked at most.
public struct WalkLimits: Sendable {
  /// The most objects of all kinds in one walk.
  public var objects: Int
  /// The most elements of one collection.
  public var elements: Int

  /// Creates limits; the default ones are far beyond what an app keeps.
  public init(objects: Int = 20_000_000, elements: Int = 10_000_000) {
    self.objects = objects
    self.elements = elements
  }
}
#endif
