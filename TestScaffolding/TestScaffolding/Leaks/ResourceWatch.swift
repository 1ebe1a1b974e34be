#if DEBUG
import ControlProtocol
import HeldResources
import Leaks

/// Compares the resources of the process from one reset to the next, and reports those that a generation has left
/// behind.
///
/// It looks while no generation exists, so that everything new must have been left behind. It looks again at the end of
/// the reset, so that resources which are merely closed late are not reported.
///
/// Files, pipes, listening sockets, named threads, children and temporary files are reported at the first reset.
/// A library may open and keep event loops, connections and worker threads. Such resources are reported when four
/// generations in a row have each left more than ever before. If one is closed and another left open, this goes
/// unnoticed.
@MainActor
final class ResourceWatch {
  private let temporaryFolder: String?
  private var isOwnSocket: (SocketEnds) -> Bool = { _ in false }
  private var glance: ResourceCounts?
  private var known: Set<Resource> = []
  private var candidates: Set<Resource> = []
  private var reported: [Resource: Leak] = [:]
  private var growth: [String: Growth] = [:]

  /// The highest number of a resource so far, and how many times in a row it has risen.
  private struct Growth {
    var most = 0
    var streak = 0
  }

  /// Creates a watch. Pass a temporary folder only if no other process uses it.
  init(temporaryFolder: String?) { self.temporaryFolder = temporaryFolder }

  /// Accepts everything that exists now.
  func begin(isOwnSocket: @escaping (SocketEnds) -> Bool) {
    self.isOwnSocket = isOwnSocket
    known = all()
    for (name, things) in suspicious(in: known) { growth[name] = Growth(most: things.count) }
    glance = now()
  }

  /// Looks for what was left behind, while no generation exists.
  func lookWhileStopped(generation: Int) {
    candidates = []
    guard let glance else { return }
    let counts = now()
    self.glance = counts.replacing(glance)
    guard counts.isNews(to: glance) else {
      for name in growth.keys { growth[name]?.streak = 0 }
      return
    }
    let found = all()
    candidates = found.subtracting(known).filter { $0.judgement == .guilty }
    known.formIntersection(found)
    follow(suspicious(in: found), generation)
  }

  /// Returns what generations before this one have left behind, if it still exists.
  func leaks(before generation: Int) async -> [Leak] {
    if !candidates.isEmpty { await judge(generation: generation - 1) }
    if !reported.isEmpty {
      let found = all()
      reported = reported.filter { found.contains($0.key) }
    }
    return reported.values.sorted {
      ($0.type, $0.name, $0.generation ?? 0) < ($1.type, $1.name, $1.generation ?? 0)
    }
  }

  private func judge(generation: Int) async {
    // Only if there is something to wait for: give it time to be closed.
    for _ in 0..<Self.looks {
      candidates.formIntersection(all())
      if candidates.isEmpty { return }
      do { try await Task.sleep(for: Self.pause) } catch { break }
    }
    known.formUnion(candidates)
    for resource in candidates {
      reported[resource] = Leak(
        type: resource.kind.rawValue, name: resource.name, generation: generation)
    }
    candidates = []
  }

  private func follow(_ things: [String: [Resource]], _ generation: Int) {
    for name in growth.keys where things[name] == nil { growth[name]?.streak = 0 }
    for (name, things) in things {
      var record = growth[name] ?? Growth()
      record.streak = things.count > record.most ? record.streak + 1 : 0
      record.most = max(record.most, things.count)
      growth[name] = record
      guard record.streak >= Self.generations, let thing = things.first else { continue }
      reported[thing] = Leak(
        type: thing.kind.rawValue, name: "\(thing.name), \(things.count) of them and more after each reset",
        generation: generation)
    }
  }

  private func suspicious(in all: Set<Resource>) -> [String: [Resource]] {
    Dictionary(grouping: all.filter { $0.judgement == .suspicious }) { $0.kind.rawValue + " " + $0.name }
  }

  private func all() -> Set<Resource> {
    Resource.all(temporaryFolder: temporaryFolder, isOwnSocket: isOwnSocket)
  }

  private func now() -> ResourceCounts { .now(temporaryFolder: temporaryFolder) }

  private static let looks = 50
  private static let pause = Duration.milliseconds(5)
  private static let generations = 4
}
#endif
