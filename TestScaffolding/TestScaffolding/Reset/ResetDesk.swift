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
  /// With what the app has started last.
  var start: Start
  /// Whether to measure descriptors and memory after each reset, which takes time.
  var measuresProcess = false
  /// Whether the app is built by a reset, which looks by itself whether all data are gone.
  private(set) var isBuilding = false
  /// The requests that nothing has answered, of the generations that have ended since the reset before.
  var unanswered: [String] = []
  /// The number of finished requests.
  private(set) var count = 0

  let states: AppStates
  private let host: AppHost
  private let leaks: LeakTracker
  let processEnvironment: [String: String]
  /// How long a reset waits until the app is idle.
  var settleLimit = Duration.seconds(10)
  private let workbench: Workbench
  let trash: TrashCollector
  /// The arguments that beeps have set aside.
  private var stubs = StubArguments()
  /// The resets that have begun, or wait for their turn, by number.
  private var pending: [Int: Task<Result<ResetReceipt, ErrorReply>, Never>] = [:]
  private var lastPending = 0
  private var latest: [ResetRecord] = []
  private let waiters = Waiters()

  /// How many records to keep.
  private static let capacity = 100

  init(
    _ host: AppHost, start: Start, leaks: LeakTracker, processEnvironment: [String: String],
    workbench: Workbench
  ) {
    self.host = host
    self.start = start
    self.leaks = leaks
    self.processEnvironment = processEnvironment
    self.workbench = workbench
    trash = TrashCollector(host.container)
    states = AppStates(of: host, in: start.statesFolder, environment: processEnvironment)
  }

  /// Resets the app, which counts as busy from this call on. If it cannot do what is asked for, it runs on as before.
  ///
  /// The request is a change to what the app has been started with when its turn comes, after the resets that were asked
  /// for before. `complete` completes it then, from the arguments that the app has.
  @discardableResult
  func request(
    _ request: ResetRequest, from way: ResetWay,
    completing complete: @escaping @MainActor (inout ResetRequest, [String]) -> Void = { _, _ in }
  ) -> Task<Result<ResetReceipt, ErrorReply>, Never> {
    guard start.opens(way) else {
      let listed = (start.ways ?? []).map(\.rawValue).joined(separator: ", ")
      let problem =
        "\(ControlOption.resetOn) lists \(listed), and not \(way.rawValue); the control socket is open to resets always."
      return Task { keep(.failure(ErrorReply(.forbidden, problem)), way) }
    }
    let (asked, treeBefore) = (ContinuousClock.now, host.tree)
    // What stays of the request is a change to a start.
    var (request, meant) = (request, request.generation)
    request.generation = nil
    let cleaner = Cleaner(host, leaks.process, request)
    lastPending += 1
    let number = lastPending
    let reset = host.beginRestart(
      changing: { [host, processEnvironment, states] launch in
        if let meant, meant != host.generation {
          throw ErrorReply.staleGeneration(meant: meant, current: host.generation)
        }
        try await cleaner.prepare(from: states)
        complete(&cleaner.request, launch.arguments)
        cleaner.request.apply(to: &launch, in: processEnvironment)
      },
      whileStopped: { [self] in
        isBuilding = true
        if way != .beep, cleaner.request.launchArguments != nil { stubs = StubArguments() }
        try cleaner.clean()
        // What a registered part has put back may be in files anywhere.
        leaks.resources?.dataIsErased = !cleaner.request.keepsData && cleaner.state?.contents.isEmpty != false
      }
    ) { [self] result in
      defer {
        pending[number] = nil
        if cleaner.erased.count > 0 || cleaner.state != nil { trash.collectSoon() }
      }
      isBuilding = false
      do {
        return keep(
          .success(await finish(try result.get(), cleaner, way, since: asked, from: treeBefore)), way)
      } catch {
        cleaner.state?.discard()
        guard cleaner.appIsGone else {
          return keep(.failure(error as? ErrorReply ?? .notUnderstood("\(error)")), way)
        }
        return keep(.failure(.failed("The app was reset, but not as it was asked to: \(error)")), way)
      }
    }
    pending[number] = reset
    return reset
  }

  /// The request that a beep stands for, whose turn has come; `current` are the launch arguments by then.
  func request(for beep: ResetBeep, current: [String]) -> ResetRequest {
    stubs.request(for: beep, current: current) { [host] in
      host.asNew(LaunchConfiguration(arguments: $0)).arguments
    }
  }

  private func finish(
    _ restart: RestartReport, _ cleaner: Cleaner, _ way: ResetWay,
    since asked: ContinuousClock.Instant, from treeBefore: Element
  ) async -> ResetReceipt {
    workbench.didRestart(cleaner.request, generation: restart.generation)
    // Read these now: while this reset settles, another one may walk its generation, and build the next.
    let begun = host.tree.screen?.identifier
    leaks.didReset()
    let (walking, notLookedInto, unanswered) = (leaks.walkTime, leaks.notLookedInto, unanswered)
    self.unanswered = []
    let begin = ContinuousClock.now
    let busy = await host.settle(timeout: settleLimit)
    if busy.isEmpty { workbench.untouched.settle(restart.generation) }
    let settled = ContinuousClock.now
    let left = await leaks.leftBehind(
      in: host, before: restart.generation, and: cleaner.differences)
    let end = ContinuousClock.now
    if let state = cleaner.state { states.makeSpare(of: state) }
    let erased = cleaner.erased.results
    var receipt = ResetReceipt(
      trigger: way, generation: restart.generation,
      screen: host.generation == restart.generation ? host.tree.screen?.identifier : begun,
      nanoseconds: (end - asked).wholeNanoseconds, keptData: cleaner.request.keepsData,
      steps: restart.steps.flatMap { ResetReceipt.steps($0, $1, whileStopped: cleaner.steps, walking) } + [
        ResetReceipt.Step("settle", settled - begin), ResetReceipt.Step("findLeaks", end - settled),
      ],
      cleared: erased.filter { $0.count > 0 }.map { ResetReceipt.Cleared(part: $0.part, count: $0.count) },
      restored: (cleaner.state?.manifest).map {
        ResetReceipt.Restored(state: $0.name, id: $0.folder, parts: $0.counts)
      },
      survived: cleaner.survived,
      failures: erased.flatMap { result in
        result.failures.map { ResetReceipt.Failure(part: result.part, item: $0.item, reason: $0.reason) }
      }
        + trash.takeFailures().map {
          ResetReceipt.Failure(part: "erased data", item: $0.item, reason: $0.reason)
        },
      abandonedWork: restart.abandonedWork.map(\.description), busy: busy.map(\.description),
      leaks: left.leaks, late: left.late, survivesInStatic: leaks.survivesInStatic,
      processDifferences: left.differences, notLookedInto: notLookedInto,
      unanswered: unanswered.isEmpty ? nil : unanswered)
    if !receipt.isClean { receipt.treeBefore = ElementRecord(treeBefore) }
    workbench.didReset(receipt)
    return receipt
  }

  // MARK: - Latest results

  private func keep(
    _ result: Result<ResetReceipt, ErrorReply>, _ way: ResetWay
  ) -> Result<ResetReceipt, ErrorReply> {
    count += 1
    var record = ResetRecord(number: count, trigger: way)
    switch result {
    case .success(let receipt): record.receipt = receipt
    case .failure(let refusal): record.refusal = refusal
    }
    // Listing the folder opens a descriptor itself, which is not counted.
    if measuresProcess, let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"),
      let resident = ResidentMemory.bytes
    {
      (record.descriptors, record.residentBytes) = (open.count - 1, resident)
    }
    if latest.count == Self.capacity { latest.removeFirst() }
    latest.append(record)
    waiters.wake()
    return result
  }

  /// Returns when the resets are over that are pending now. Each looks by itself for what is left behind, and once gives
  /// that time to go away.
  func rest() async {
    for reset in pending.values { _ = await reset.value }
  }

  /// Returns the records after the given number. If there are none yet, waits for one until the timeout.
  func records(after number: Int = 0, timeout: Duration = .zero) async -> [ResetRecord] {
    if timeout > .zero { await waiters.wait(timeout: timeout) { [self] in count > number } }
    return latest.filter { $0.number > number }
  }
}
#endif
