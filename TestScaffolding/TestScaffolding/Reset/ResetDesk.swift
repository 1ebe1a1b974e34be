#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import HeldResources
import Leaks
import ObjectGraph

/// The one place where a reset of the running app is requested, whichever way it comes: control socket, HTTP, button,
/// gesture or beep.
@MainActor
final class ResetDesk {
  /// The record of one reset request, with its number within the process, counted from 1.
  struct Entry {
    let number: Int
    let way: ResetWay
    let result: Result<ResetReceipt, ResetRefusal>
    /// What the process held afterwards, if that was measured.
    let footprint: Footprint?
  }

  /// The scaffolding's options at the latest start.
  var launch: ScaffoldingLaunch
  /// Whether to measure descriptors and memory after each reset, which takes time.
  var measuresProcess = false
  /// Whether the app is built by a reset, which looks by itself whether all data are gone.
  private(set) var isBuilding = false
  /// The requests of the generation before that nothing has answered.
  var unanswered: [String] = []
  /// The number of finished requests.
  private(set) var count = 0

  let states: AppStates
  private let host: AppHost
  private let leaks: LeakTracker
  let processEnvironment: [String: String]
  private let settleLimit: Duration
  private let workbench: Workbench
  private let trash: TrashCollector
  private var latest: [Entry] = []
  private let waiters = Waiters()

  /// How many entries to keep.
  private static let capacity = 100

  init(
    _ host: AppHost, launch: ScaffoldingLaunch, leaks: LeakTracker, processEnvironment: [String: String],
    workbench: Workbench, settleLimit: Duration = .seconds(10)
  ) {
    self.host = host
    self.launch = launch
    self.leaks = leaks
    self.processEnvironment = processEnvironment
    self.settleLimit = settleLimit
    self.workbench = workbench
    trash = TrashCollector(host.container)
    states = AppStates(of: host, in: launch.start.statesFolder, environment: processEnvironment)
  }

  /// Resets the app, which counts as busy from this call on. If it cannot do what is asked for, it runs on as before.
  ///
  /// The request is a change to what the app has been started with when its turn comes, after the resets that were asked
  /// for before. `complete` completes it then, from the arguments that the app has.
  @discardableResult
  func request(
    _ request: ResetRequest, from way: ResetWay,
    completing complete: @escaping @MainActor (inout ResetRequest, [String]) -> Void = { _, _ in }
  ) -> Task<Result<ResetReceipt, ResetRefusal>, Never> {
    guard launch.opens(way) else {
      return Task { keep(.failure(.closed(listed: launch.start.ways ?? [])), way) }
    }
    let (start, treeBefore) = (ContinuousClock.now, host.tree)
    let cleaner = Cleaner(host.container, leaks.process, request)
    return host.beginRestart(
      changing: { [processEnvironment, states] launch in
        try await cleaner.prepare(from: states)
        complete(&cleaner.request, launch.arguments)
        cleaner.request.apply(to: &launch, in: processEnvironment)
      },
      whileStopped: { [self] in
        isBuilding = true
        try cleaner.clean()
        // What a registered part has put back may be in files anywhere.
        leaks.resources?.dataIsErased = !cleaner.request.keepsData && cleaner.state?.contents.isEmpty != false
      }
    ) { [self] result in
      isBuilding = false
      do {
        return keep(
          .success(await finish(try result.get(), cleaner, way, since: start, from: treeBefore)), way)
      } catch {
        if !cleaner.appIsGone { cleaner.state?.discard() }
        return keep(.failure(cleaner.appIsGone ? .failed("\(error)") : .notUnderstood("\(error)")), way)
      }
    }
  }

  private func finish(
    _ restart: RestartReport, _ cleaner: Cleaner, _ way: ResetWay,
    since start: ContinuousClock.Instant, from treeBefore: Element
  ) async -> ResetReceipt {
    workbench.didRestart(cleaner.request, generation: restart.generation)
    // Read these now: while this reset settles, another one may walk the next generation.
    let (walking, notLookedInto, unanswered) = (leaks.walkTime, leaks.notLookedInto, unanswered)
    let begin = ContinuousClock.now
    let busy = await host.settle(timeout: settleLimit)
    if busy.isEmpty { workbench.untouched.settle(restart.generation) }
    let settled = ContinuousClock.now
    let left = await leaks.leftBehind(in: host, and: cleaner.differences)
    let end = ContinuousClock.now
    if let erasure = cleaner.erasure, erasure.report.count > 0 { trash.collectSoon() }
    if let state = cleaner.state { states.makeSpare(of: state) }
    var receipt = ResetReceipt(
      trigger: way, of: restart, cleaner, walking: walking, settling: settled - begin,
      findingLeaks: end - settled)
    receipt.screen = host.tree.screen?.identifier
    receipt.nanoseconds = (end - start).wholeNanoseconds
    receipt.busy = busy.map(\.description)
    (receipt.leaks, receipt.late, receipt.processDifferences) = (left.leaks, left.late, left.differences)
    (receipt.survivesInStatic, receipt.notLookedInto) = (leaks.survivesInStatic, notLookedInto)
    if !unanswered.isEmpty { receipt.unanswered = unanswered }
    if !receipt.isClean { receipt.treeBefore = ElementRecord(treeBefore) }
    workbench.didReset(cleaner.request, receipt)
    return receipt
  }

  // MARK: - Latest results

  private func keep(
    _ result: Result<ResetReceipt, ResetRefusal>, _ way: ResetWay
  ) -> Result<ResetReceipt, ResetRefusal> {
    count += 1
    let footprint = measuresProcess ? Footprint.now() : nil
    let entry = Entry(number: count, way: way, result: result, footprint: footprint)
    if latest.count == Self.capacity { latest.removeFirst() }
    latest.append(entry)
    waiters.wake()
    return result
  }

  /// Returns the results after the given number. If there are none yet, waits for one until the timeout.
  func entries(after number: Int = 0, timeout: Duration = .zero) async -> [Entry] {
    if timeout > .zero { await waiters.wait(timeout: timeout) { count > number } }
    return latest.filter { $0.number > number }
  }
}

/// The resources that this process uses.
struct Footprint: Equatable {
  var descriptors: Int
  var residentBytes: Int

  /// Measures now; nil if the system has no `/proc`.
  static func now() -> Footprint? {
    // Listing the folder opens a descriptor itself, which is not counted.
    guard let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"),
      let resident = ResidentMemory.bytes
    else { return nil }
    return Footprint(descriptors: open.count - 1, residentBytes: resident)
  }
}
#endif
