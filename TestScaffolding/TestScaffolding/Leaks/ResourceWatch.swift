#if DEBUG
import ControlProtocol
import HeldResources

/// Compares what the process holds from one reset to the next, and tells what a generation has left behind.
///
/// It looks while nothing of the app exists, so that all that was not there before the first generation has been
/// left over; and again at the end of the reset, so that what was only late to be closed is not blamed.
/// Files, pipes, listening sockets, named threads, children and temporary files are reported at the first reset.
/// What a library may open and keep, such as an event loop, a connection or a worker thread, is reported when each of
/// four generations in a row has left more of it than there ever were. One thing that is closed for another that is
/// left open goes unseen.
@MainActor
final class ResourceWatch {
  private let temporaryFolder: String?
  private var isOwnSocket: (SocketEnds) -> Bool = { _ in false }
  private var glance: ResourceCounts?
  private var known: Set<Resource> = []
  private var candidates: Set<Resource> = []
  private var reported: [Resource: LeakRecord] = [:]
  private var growth: [String: Growth] = [:]

  /// How often in a row there was more of something than ever before.
  private struct Growth {
    var most = 0
    var streak = 0
  }

  /// Creates a watch; files are looked for in a temporary folder only where it is the app's alone.
  init(temporaryFolder: String?) { self.temporaryFolder = temporaryFolder }

  /// Takes what there is now for granted.
  func begin(isOwnSocket: @escaping (SocketEnds) -> Bool) {
    self.isOwnSocket = isOwnSocket
    known = all()
    for (name, things) in suspicious(in: known) { growth[name] = Growth(most: things.count) }
    glance = now()
  }

  /// Looks for what was left, while nothing of the app exists.
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

  /// What generations before this one have left, and is still there.
  func leaks(before generation: Int) async -> [LeakRecord] {
    if !candidates.isEmpty { await judge(generation: generation - 1) }
    if !reported.isEmpty {
      let found = all()
      reported = reported.filter { found.contains($0.key) }
    }
    return reported.values.sorted { ($0.type, $0.name, $0.generation) < ($1.type, $1.name, $1.generation) }
  }

  private func judge(generation: Int) async {
    // What is about to be closed gets the time for it, and only then.
    for _ in 0..<Self.looks {
      candidates.formIntersection(all())
      if candidates.isEmpty { return }
      do { try await Task.sleep(for: Self.pause) } catch { break }
    }
    known.formUnion(candidates)
    for resource in candidates {
      reported[resource] = LeakRecord(
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
      reported[thing] = LeakRecord(
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
