#if DEBUG
import AppRuntime
import ControlProtocol
import HeldResources
import Leaks
import ObjectGraph

/// Remembers, by weak references, the objects that must be gone after their generation.
///
/// Before a generation is torn down, everything that it holds is walked and remembered, so nothing has to be
/// registered. Use `expectedToSurvive` for what may stay.
@MainActor
public final class LeakTracker {
  private struct Tracked {
    let object: WeakReferences
    let type: ObjectIdentifier
    let generation: Int
    let record: Leak
  }

  private let graph: ObjectGraph
  /// What the app's definition held before the first generation; these objects belong to the process.
  private var belongingToProcess: RememberedObjects?
  private var memories: [RememberedObjects] = []
  private var tracked: [Tracked] = []
  private var allowed: Set<ObjectIdentifier> = []
  private var allowedResources: [TextPattern] = []
  /// Compares descriptors, threads and the like; nil if no test can ask for a reset.
  var resources: ResourceWatch?
  /// Compares what only the process has.
  let process = ProcessWatch()

  /// How long the latest walk took.
  private(set) var walkTime = Duration.zero

  /// What the latest walk could not look into, each with its type and path.
  private(set) var notLookedInto: [String] = []

  /// The objects of earlier generations that static variables keep, and that are no leaks.
  var survivesInStatic: [Leak] { belongingToProcess?.survivesInStatic ?? [] }

  /// What a rehearsal has learned about types, for the app that follows it in the same process.
  private static var learned: ObjectGraph?

  /// Creates an empty tracker.
  public convenience init() { self.init(graph: Self.learned.take() ?? ObjectGraph()) }

  init(graph: ObjectGraph) { self.graph = graph }

  /// Leaves what it has learned about types to the next tracker.
  func passOn() { Self.learned = graph }

  /// Expects the object to be gone after the generation. Only needed for objects that a walk from the app does not
  /// reach.
  public func track(_ object: AnyObject, as name: String, generation: Int) {
    let type: AnyClass = Swift.type(of: object)
    tracked.append(
      Tracked(
        object: WeakReferences(to: object), type: ObjectIdentifier(type), generation: generation,
        record: Leak(type: "\(type)", name: name, generation: generation)))
  }

  /// Allows objects of the class to outlive their generation. The reason is for readers of the code.
  public func expectedToSurvive(_ type: (some AnyObject).Type, reason: String) {
    allowed.insert(ObjectIdentifier(type))
  }

  /// Allows something besides objects to outlive its generation, as a library's file that is opened once, or something
  /// that only the process has to stay changed.
  ///
  /// ```swift
  /// scaffolding.leaks.expectedToSurvive("descriptor */app.log", reason: "one log for the life of the process")
  /// scaffolding.leaks.expectedToSurvive("signal handler SIGUSR1", reason: "prints statistics")
  /// ```
  ///
  /// - Parameters:
  ///   - what: The kind and name as the receipt writes them; `*` stands for any characters.
  ///   - reason: Why it may stay; for readers of the code.
  public func expectedToSurvive(_ what: String, reason: String) {
    allowedResources.append(TextPattern(what))
    process.expect(what)
  }

  /// Remembers all objects of the running generation, except those that belong to the process.
  ///
  /// Before the first generation, remembers what the app's definition holds as belonging to the process.
  func remember(_ host: AppHost) {
    let start = ContinuousClock.now
    defer { walkTime = .now - start }
    notLookedInto = []
    guard let session = host.session, let window = host.window, let environment = host.environment else {
      if belongingToProcess == nil { belongingToProcess = graph.remember([GraphRoot(host.definition)]) }
      return
    }
    let objects = graph.remember(
      [GraphRoot(session), GraphRoot(window), GraphRoot(environment)],
      besides: [GraphRoot(host.container), GraphRoot(environment.clock), GraphRoot(host.network)],
      and: belongingToProcess,
      generation: host.generation)
    notLookedInto = objects.notLookedInto
    memories.append(objects)
  }

  /// Returns what older generations have left behind, after giving queued work a chance to release it.
  ///
  /// If nothing survives, it does not wait. Otherwise it yields the main actor a bounded number of times, and then
  /// gives other threads a moment to release what a finished task held.
  func settledSurvivors(in host: AppHost) async -> [Leak] {
    for _ in 0..<Self.turns {
      if !hasSurvivors(before: host.generation) { break }
      await Task.yield()
    }
    for _ in 0..<Self.moments {
      if !hasSurvivors(before: host.generation) { break }
      do { try await Task.sleep(for: .milliseconds(1)) } catch { break }
    }
    return survivors(in: host)
      + (await resources?.leaks(before: host.generation, besides: allowedResources) ?? [])
  }

  /// The number of generations that have left something behind.
  var rememberedGenerations: Int { memories.count }

  /// Returns the number of objects that the app now holds, including those that it never releases.
  func objects(of host: AppHost, living: Bool) -> ObjectsReply {
    ObjectsReply(
      generation: host.generation, counts: graph.count(from: [GraphRoot(host)]),
      living: living ? graph.countLiving() : nil,
      residentBytes: ResidentMemory.bytes)
  }

  /// Whether anything survives that should not. Also forgets generations that have left nothing behind.
  func hasSurvivors(before generation: Int) -> Bool {
    memories.removeAll { !$0.hasSurvivors(besides: allowed) }
    tracked.removeAll { !$0.object.isAlive || allowed.contains($0.type) }
    return !memories.isEmpty || tracked.contains { $0.generation < generation }
  }

  private func survivors(in host: AppHost) -> [Leak] {
    guard hasSurvivors(before: host.generation) else { return [] }
    var roots: [GraphRoot] = []
    if let session = host.session { roots.append(GraphRoot(session)) }
    if let window = host.window { roots.append(GraphRoot(window)) }
    if let environment = host.environment { roots.append(GraphRoot(environment)) }
    let older = memories.filter { $0.generation ?? 0 < host.generation }
    let report = graph.explain(
      older.flatMap { $0.survivors(besides: allowed) }, from: roots,
      lastingRoots: [GraphRoot(host.definition, name: "the app's definition")], process: belongingToProcess)
    return report.leaks + tracked.filter { $0.generation < host.generation }.map(\.record)
  }

  private static let turns = 100
  private static let moments = 50
}
#endif
