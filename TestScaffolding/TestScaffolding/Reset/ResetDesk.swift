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
    let result: Result<ResetOutcome, ResetRefusal>
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

  let states: StateShelf
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
    states = StateShelf(of: host, in: launch.statesFolder, environment: processEnvironment)
  }

  /// Resets the app, which counts as busy from this call on. If it does not understand the wish, it runs on as before.
  ///
  /// The wish is a change to what the app has been started with when its turn comes, after the resets that were asked for
  /// before. `complete` completes it then, from the arguments that the app has.
  @discardableResult
  func request(
    _ wish: ResetWish, from way: ResetWay,
    completing complete: @escaping @MainActor (inout ResetWish, [String]) -> Void = { _, _ in }
  ) -> Task<Result<ResetOutcome, ResetRefusal>, Never> {
    guard launch.opens(way) else {
      return Task { keep(.failure(.closed(listed: launch.listedWays ?? [])), way) }
    }
    let (start, treeBefore) = (ContinuousClock.now, host.tree)
    let cleaner = Cleaner(host.container, leaks.process, wish)
    return host.beginRestart(
      changing: { [processEnvironment, states] launch in
        try await cleaner.prepare(from: states)
        complete(&cleaner.wish, launch.arguments)
        cleaner.wish.apply(to: &launch, in: processEnvironment)
      },
      whileStopped: { [self] in
        isBuilding = true
        try cleaner.clean()
        // What a registered part has put back may be in files anywhere.
        leaks.resources?.dataIsErased = !cleaner.wish.keepsData && cleaner.state?.contents.isEmpty != false
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
  ) async -> ResetOutcome {
    workbench.didRestart(cleaner.wish, generation: restart.generation)
    // Read these now: while this reset settles, another one may walk the next generation.
    let (walking, notLookedInto, unanswered) = (leaks.walkTime, leaks.notLookedInto, unanswered)
    let begin = ContinuousClock.now
    let busy = await host.settle(timeout: settleLimit)
    if busy.isEmpty { workbench.stillness.settle(restart.generation) }
    let settled = ContinuousClock.now
    let left = await leaks.leftBehind(in: host, and: cleaner.differences)
    let end = ContinuousClock.now
    if let erasure = cleaner.erasure, erasure.report.count > 0 { trash.collectSoon() }
    if let state = cleaner.state { states.makeSpare(of: state) }
    var outcome = ResetOutcome(
      way: way, restart: restart, erasure: cleaner.erasure, restored: cleaner.state?.manifest,
      screen: host.tree.screen?.identifier, walking: walking, restoring: cleaner.restoring,
      comparingProcess: cleaner.comparing,
      settling: settled - begin, findingLeaks: end - settled, total: end - start, busy: busy,
      leaks: left.leaks, late: left.late, survivesInStatic: leaks.survivesInStatic,
      processDifferences: left.differences,
      notLookedInto: notLookedInto, unanswered: unanswered)
    if !outcome.isClean { outcome.treeBefore = treeBefore }
    workbench.didReset(cleaner.wish, outcome)
    return outcome
  }

  // MARK: - Latest outcomes

  private func keep(
    _ result: Result<ResetOutcome, ResetRefusal>, _ way: ResetWay
  ) -> Result<ResetOutcome, ResetRefusal> {
    count += 1
    let footprint = measuresProcess ? Footprint.now() : nil
    let entry = Entry(number: count, way: way, result: result, footprint: footprint)
    if latest.count == Self.capacity { latest.removeFirst() }
    latest.append(entry)
    waiters.wake()
    return result
  }

  /// Returns the outcomes after the given number. If there are none yet, waits for one until the timeout.
  func entries(after number: Int = 0, timeout: Duration = .zero) async -> [Entry] {
    if timeout > .zero { await waiters.wait(timeout: timeout) { count > number } }
    return latest.filter { $0.number > number }
  }
}

/// While no generation runs, puts back what they have changed of the process, erases all data of the app, checks that it
/// is gone, and puts a named state in its place if one is wanted.
@MainActor
private final class Cleaner {
  /// What was erased; nil if the data is kept.
  private(set) var erasure: ResetOutcome.Erasure?
  /// What the generations before had changed of the process.
  private(set) var differences: [ProcessDifference] = []
  private(set) var comparing = Duration.zero
  /// Whether the app before this reset has ended.
  private(set) var appIsGone = false
  private let container: AppContainer
  private let process: ProcessWatch
  /// What is asked for; complete once its turn has come.
  var wish: ResetWish
  private(set) var state: PreparedState?
  private(set) var restoring = Duration.zero

  init(_ container: AppContainer, _ process: ProcessWatch, _ wish: ResetWish) {
    self.container = container
    self.process = process
    self.wish = wish
  }

  func prepare(from states: StateShelf) async throws {
    guard let name = wish.state else { return }
    let start = ContinuousClock.now
    state = try await states.prepare(name)
    restoring = .now - start
  }

  func clean() throws {
    appIsGone = true
    comparing = ContinuousClock().measure { differences = process.putBack() }
    if !wish.keepsData { erasure = container.eraseAndVerify() }
    if let state { restoring += try ContinuousClock().measure { try state.take() } }
  }
}

extension AppContainer {
  /// Whether no part holds anything.
  var isEmpty: Bool { parts.allSatisfy { (try? $0.verifyEmpty()) == true } }

  func eraseAndVerify() -> ResetOutcome.Erasure {
    var erasure = ResetOutcome.Erasure()
    let parts = parts
    let clock = ContinuousClock()
    erasure.erasing = clock.measure { erasure.report = erase(parts) }
    erasure.verifying = clock.measure {
      for part in parts {
        do {
          if try !part.verifyEmpty() {
            erasure.survived.append((part.name, "it is not empty after it was erased"))
          }
        } catch {
          erasure.survived.append((part.name, "it cannot be looked at: \(error)"))
        }
      }
    }
    return erasure
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
