#if DEBUG
import AppRuntime
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
  /// The latest generation of which everything that is left has had its time to go away.
  private var judged = 0
  /// Compares descriptors, threads and the like; nil if no test can ask for a reset.
  var resources: ResourceWatch?
  /// Compares what only the process has.
  let process = ProcessWatch()

  /// How work that was queued is waited for, and how what may still be released.
  var drain: @MainActor () async -> Void = { await QueuedWork.drain() }
  var wait: @MainActor (_ isSuspected: () -> Bool) async -> Void = { await QueuedWork.wait(while: $0) }

  /// How long the latest walk took.
  private(set) var walkTime = Duration.zero

  /// What the walks could not look into since the reset before the latest one, each with its type and path.
  var notLookedInto: [String] {
    objectsNotLookedInto + metSince.filter { !objectsNotLookedInto.contains($0) }
      + (resources?.notListed ?? [])
  }
  private var objectsNotLookedInto: [String] = []
  /// The same since the latest reset: the app may restart itself, and a reset may fail.
  private var metSince: [String] = []

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
    guard let environment = host.environment else {
      if belongingToProcess == nil { belongingToProcess = graph.remember([GraphRoot(host.definition)]) }
      return
    }
    let objects = graph.remember(
      roots(of: host),
      besides: [GraphRoot(host.container), GraphRoot(environment.clock), GraphRoot(host.network)],
      and: belongingToProcess,
      generation: host.generation)
    metSince += objects.notLookedInto.filter { !metSince.contains($0) }
    memories.append(objects)
  }

  /// Begins to report what was met since the reset before.
  func didReset() { (objectsNotLookedInto, metSince) = (metSince, []) }

  /// What there is of the running generation: one whose session could not be made has only an environment.
  private func roots(of host: AppHost) -> [GraphRoot] {
    [host.session as Any?, host.window, host.environment].compactMap { $0.map { GraphRoot($0) } }
  }

  /// Returns what older generations have left behind, after all that was queued has run.
  ///
  /// If nothing is left, it does not wait. What is still there after some drains is suspected. If time may release it, and it
  /// was not told before, it gets more: what goes away then is late, and the rest has leaked.
  ///
  /// - Parameters:
  ///   - host: The app.
  ///   - generation: Which generations are older: than the one that runs, if nothing is said.
  ///   - differences: What a reset has found of the process while no generation existed, to be told by it; nil if no reset
  ///     asks.
  /// - Returns: The leaks, what went away only after a while and is no leak, and what of the process is not as before the
  ///   first generation.
  func leftBehind(
    in host: AppHost, before generation: Int? = nil, and differences: [ProcessDifference]? = nil
  ) async -> (leaks: [Leak], late: [String], differences: [ProcessDifference]) {
    let generation = generation ?? host.generation
    var left = (leaks: [Leak](), late: [String](), differences: differences ?? [])
    // What was given back once is no difference, whatever comes later.
    func isProcessSuspected() -> Bool {
      left.differences = process.stillThere(left.differences)
      return process.isNews(left.differences)
    }
    resources?.lookAgainAtReported(before: generation)
    func resourceSuspects() -> [String] {
      resources?.suspects(before: generation, besides: allowedResources) ?? []
    }
    func isSuspected(_ generations: Range<Int>) -> Bool {
      isProcessSuspected() || hasSurvivors(of: generations) || !resourceSuspects().isEmpty
    }
    var drains = 0
    while drains < QueuedWork.drains, isSuspected(0..<generation) {
      await drain()
      drains += 1
    }
    left.leaks = survivors(in: host, before: generation)
    let new = min(judged + 1, generation)..<generation
    let (objects, others) = (left.leaks, resourceSuspects())
    let mayGo = objects.flatMap(\.byGeneration).contains {
      new.contains($0.generation ?? 0) && !$0.isHeldForGood
    }
    if isProcessSuspected() || mayGo || !others.isEmpty {
      await wait { isSuspected(new) }
      left.leaks = survivors(in: host, before: generation)
      left.late =
        Leak.gone(from: objects, in: left.leaks).map(\.summary)
        + others.filter { [now = resourceSuspects()] in !now.contains($0) }
    }
    judged = max(judged, generation - 1)
    left.leaks += resources?.leaks(before: generation, besides: allowedResources) ?? []
    if differences != nil { left.differences = process.tell(left.differences) }
    return left
  }

  /// How many objects of each class the app now holds, including those that it never releases.
  func objectsHeld(by host: AppHost) -> [String: Int] { graph.count(from: [GraphRoot(host)]) }

  /// How many objects of each class there are, whoever holds them; nil if they cannot be counted.
  func livingObjects() -> [String: Int]? { graph.countLiving() }

  /// Whether anything survives that should not. Also forgets generations that have left nothing behind.
  func hasSurvivors(before generation: Int) -> Bool { hasSurvivors(of: 0..<generation) }

  private func hasSurvivors(of generations: Range<Int>) -> Bool {
    memories.removeAll { !$0.hasSurvivors(besides: allowed) }
    tracked.removeAll { !$0.object.isAlive || allowed.contains($0.type) }
    return memories.contains { generations.contains($0.generation ?? 0) }
      || tracked.contains { generations.contains($0.generation) }
  }

  private func survivors(in host: AppHost, before generation: Int) -> [Leak] {
    guard hasSurvivors(before: generation) else { return [] }
    let older = memories.filter { $0.generation ?? 0 < generation }
    let report = graph.explain(
      older.flatMap { $0.survivors(besides: allowed) }, from: roots(of: host),
      lastingRoots: [GraphRoot(host.definition, name: "the app's definition")], process: belongingToProcess)
    return report.leaks + tracked.filter { $0.generation < generation }.map(\.record)
  }
}
#endif
