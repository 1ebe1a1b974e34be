#if DEBUG
import AppRuntime
import ControlProtocol
import HeldResources
import ObjectGraph

/// Remembers, without holding on to them, the objects that must be gone once their generation is.
///
/// Before a generation is torn down, all that it holds is walked and remembered: nothing has to be registered. What a
/// generation may rightly leave to the next is declared with ``expectedToSurvive(_:reason:)``.
@MainActor
public final class LeakTracker {
  private struct Tracked {
    weak var object: AnyObject?
    let type: ObjectIdentifier
    let record: LeakRecord
  }

  private struct Memory {
    let objects: RememberedObjects
    let generation: Int
  }

  private let graph: ObjectGraph
  /// What the app's definition held before the first generation.
  private var process: RememberedObjects?
  private var memories: [Memory] = []
  private var tracked: [Tracked] = []
  private var allowed: Set<ObjectIdentifier> = []
  /// What is compared besides objects; nothing where nobody can ask for a reset.
  var resources: ResourceWatch?

  /// How long the latest walk took.
  private(set) var walkTime = Duration.zero

  /// What the walk of the generation that the latest reset ended could not look into, each a type and the path to it.
  private(set) var notLookedInto: [String] = []

  /// Creates a tracker of nothing.
  public convenience init() { self.init(graph: ObjectGraph()) }

  init(graph: ObjectGraph) { self.graph = graph }

  /// Expects the object, which no walk from the app reaches, to be gone after the generation has ended.
  public func track(_ object: AnyObject, as name: String, generation: Int) {
    let type: AnyClass = Swift.type(of: object)
    let record = LeakRecord(type: "\(type)", name: name, generation: generation)
    tracked.append(Tracked(object: object, type: ObjectIdentifier(type), record: record))
  }

  /// Lets objects of the class outlive their generation, for a reason that whoever reads the code will understand.
  public func expectedToSurvive(_ type: (some AnyObject).Type, reason: String) {
    allowed.insert(ObjectIdentifier(type))
  }

  /// Remembers all objects of the running generation, and none that the process has besides.
  ///
  /// Before the first generation, it takes what the app's definition holds for the process's own.
  func remember(_ host: AppHost) {
    let start = ContinuousClock.now
    defer { walkTime = .now - start }
    notLookedInto = []
    guard let session = host.session, let window = host.window, let environment = host.environment else {
      if process == nil { process = graph.remember([GraphRoot(host.definition)]) }
      return
    }
    let objects = graph.remember(
      [GraphRoot(session), GraphRoot(window), GraphRoot(environment)],
      besides: [GraphRoot(host.container), GraphRoot(environment.clock)], and: process)
    notLookedInto = objects.notLookedInto
    memories.append(Memory(objects: objects, generation: host.generation))
  }

  /// What older generations have left behind, once queued work has had a chance to let go of it.
  ///
  /// Nothing is waited for while nothing survives; otherwise the main actor turns a bounded number of times, and the
  /// other threads get a moment in which one that has just ended a task lets go of what the task held.
  func settledSurvivors(in host: AppHost) async -> [LeakRecord] {
    for _ in 0..<Self.turns {
      if !hasSurvivors(before: host.generation) { break }
      await Task.yield()
    }
    for _ in 0..<Self.moments {
      if !hasSurvivors(before: host.generation) { break }
      do { try await Task.sleep(for: .milliseconds(1)) } catch { break }
    }
    return survivors(in: host) + (await resources?.leaks(before: host.generation) ?? [])
  }

  /// How many generations have left something behind.
  var rememberedGenerations: Int { memories.count }

  /// What the app and all that it has for good hold now.
  func objects(of host: AppHost) -> ObjectsReply {
    ObjectsReply(
      generation: host.generation, counts: graph.count(from: [GraphRoot(host)]),
      residentBytes: ResidentMemory.bytes)
  }

  /// Whether anything survives that may not; what has nothing of the kind is not remembered any longer.
  func hasSurvivors(before generation: Int) -> Bool {
    memories.removeAll { !$0.objects.hasSurvivors(besides: allowed) }
    tracked.removeAll { $0.object == nil || allowed.contains($0.type) }
    return !memories.isEmpty || tracked.contains { $0.record.generation < generation }
  }

  private func survivors(in host: AppHost) -> [LeakRecord] {
    guard hasSurvivors(before: host.generation) else { return [] }
    var roots: [GraphRoot] = []
    if let session = host.session { roots.append(GraphRoot(session)) }
    if let window = host.window { roots.append(GraphRoot(window)) }
    if let environment = host.environment { roots.append(GraphRoot(environment)) }
    var records: [LeakRecord] = []
    for memory in memories where memory.generation < host.generation {
      let survivors = memory.objects.survivors(besides: allowed)
      records += graph.explain(survivors, from: roots).leaks.map {
        LeakRecord(
          type: $0.type, name: $0.origin, generation: memory.generation,
          holders: Array($0.description.split(separator: "\n").dropFirst().map { String($0.dropFirst(2)) }))
      }
    }
    return records + tracked.filter { $0.record.generation < host.generation }.map(\.record)
  }

  private static let turns = 100
  private static let moments = 50
}
#endif
