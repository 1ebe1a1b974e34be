#if DEBUG
public import ControlProtocol

/// Remembers, without holding on to them, the objects that must be gone once their generation is.
@MainActor
public final class LeakTracker {
  private struct Tracked {
    weak var object: AnyObject?
    let record: LeakRecord
  }

  private var tracked: [Tracked] = []
  /// What is compared besides objects; nothing where nobody can ask for a reset.
  var resources: ResourceWatch?

  /// Creates a tracker of nothing.
  public init() {}

  /// Expects the object to be gone after the generation has ended.
  public func track(_ object: AnyObject, as name: String, generation: Int) {
    let record = LeakRecord(type: "\(type(of: object))", name: name, generation: generation)
    tracked.append(Tracked(object: object, record: record))
  }

  /// The objects of generations before this one that are still alive.
  public func survivors(before generation: Int) -> [LeakRecord] {
    tracked.removeAll { $0.object == nil }
    return tracked.filter { $0.record.generation < generation }.map(\.record)
  }

  /// The survivors, and what else older generations have left behind, once queued work has had a chance to let go.
  ///
  /// Nothing is waited for while nothing survives; otherwise the main actor turns a bounded number of times.
  func settledSurvivors(before generation: Int) async -> [LeakRecord] {
    for _ in 0..<Self.turns {
      if survivors(before: generation).isEmpty { break }
      await Task.yield()
    }
    return survivors(before: generation) + (await resources?.leaks(before: generation) ?? [])
  }

  private static let turns = 100
}
#endif
