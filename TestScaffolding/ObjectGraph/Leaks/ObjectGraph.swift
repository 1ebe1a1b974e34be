#if DEBUG
/// Walks what values hold, remembers it without holding it, and says who holds what should be gone.
///
/// All of it reads objects while nobody changes them: call it where the app is quiet, on the actor that
/// the objects belong to. What was learnt of types is kept for the next walk.
public final class ObjectGraph {
  private let layouts = LayoutCache()
  private let limits: WalkLimits

  /// Creates a graph that knows no types yet.
  public init(limits: WalkLimits = WalkLimits()) { self.limits = limits }

  /// Remembers every class instance that the roots hold, directly or through others, but none that `others` hold, too,
  /// and none that is remembered already.
  ///
  /// Instances of the system's libraries are walked and not remembered: many are kept for the next who needs them. What
  /// they hold is remembered, so a timer that is never stopped is found by what its closure captures.
  public func remember(
    _ roots: [GraphRoot], besides others: [GraphRoot] = [], and remembered: RememberedObjects? = nil
  ) -> RememberedObjects {
    let walk = walk(from: others)
    let first = walk.count
    for root in roots { walk.add(root.value, label: root.name) }
    walk.finish()
    return RememberedObjects(walk, from: first, besides: remembered)
  }

  /// The number of instances of each class that the roots hold.
  public func count(from roots: [GraphRoot]) -> [String: Int] {
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
    guard !survivors.isEmpty else { return LeakReport(leaks: [], limits: []) }
    return Explanation(of: survivors, from: walk(from: newRoots), layouts, limits).report
  }

  /// The survivors that the roots do not hold.
  public func leaks(among survivors: [Survivor], besides roots: [GraphRoot]) -> [Survivor] {
    let walk = walk(from: roots)
    return survivors.filter { survivor in
      survivor.object.map { walk.number(at: HeapObject($0).address) < 0 } ?? false
    }
  }

  private func walk(from roots: [GraphRoot]) -> Walk {
    let walk = Walk(layouts, limits: limits, keepsEdges: false)
    for root in roots { walk.add(root.value, label: root.name) }
    walk.finish()
    return walk
  }
}
#endif
