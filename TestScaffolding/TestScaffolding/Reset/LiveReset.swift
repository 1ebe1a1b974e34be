#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import ElementTree

/// Gives the running app a clean slate, and writes the receipt.
@MainActor
final class LiveReset {
  private let host: AppHost
  private let leaks: LeakTracker
  let processEnvironment: [String: String]
  private let settleLimit: Duration
  private let didReset: (ResetRequest, ResetReceipt) -> Void
  private let trash: TrashCollector
  /// What came of the resets that were started.
  let log = ResetLog()

  init(
    host: AppHost, leaks: LeakTracker, processEnvironment: [String: String],
    settleLimit: Duration = .seconds(10),
    didReset: @escaping (ResetRequest, ResetReceipt) -> Void = { _, _ in }
  ) {
    self.host = host
    self.leaks = leaks
    self.processEnvironment = processEnvironment
    self.settleLimit = settleLimit
    self.didReset = didReset
    trash = TrashCollector(host.container)
  }

  /// Starts a reset and returns at once; the app counts as busy until it is built anew.
  func start(
    _ request: ResetRequest, from trigger: ResetTrigger
  ) -> Task<Result<ResetReceipt, ErrorReply>, Never> {
    let announced = host.announceRestart()
    return Task {
      defer { announced.end() }
      let result: Result<ResetReceipt, ErrorReply>
      do throws(ErrorReply) {
        result = .success(try await reset(request, from: trigger, announced))
      } catch {
        result = .failure(error)
      }
      log.add(trigger, result)
      return result
    }
  }

  /// Resets the app; a request that makes no sense to the app leaves it running as it was.
  func reset(
    _ request: ResetRequest, from trigger: ResetTrigger = .controlSocket,
    _ announced: AnnouncedRestart? = nil
  ) async throws(ErrorReply) -> ResetReceipt {
    var watch = Stopwatch()
    let launch = launch(for: request)
    let eraser = request.keepData == true ? nil : DataEraser(host.container)
    let restart = try await restart(with: launch, erasing: eraser)
    // Read at once: while this reset settles, another may end the next generation.
    let notLookedInto = leaks.notLookedInto
    announced?.end()
    watch.lap()
    let busy = await host.settle(timeout: settleLimit)
    let settling = watch.lap()
    let survivors = await leaks.settledSurvivors(in: host)
    let leakCheck = watch.lap()
    if let eraser, !eraser.cleared.isEmpty { trash.collectSoon() }
    let receipt = ResetReceipt(
      trigger: trigger, generation: restart.generation, screen: host.tree.screen?.identifier,
      nanoseconds: watch.total,
      keptData: eraser == nil,
      steps: steps(of: restart, eraser) + [
        .init(name: "settle", nanoseconds: settling), .init(name: "findLeaks", nanoseconds: leakCheck),
      ],
      cleared: eraser?.cleared ?? [], survived: eraser?.survived ?? [], failures: eraser?.failures ?? [],
      abandonedWork: restart.abandonedWork.map(\.description), busy: busy.map(\.description),
      leaks: survivors, notLookedInto: notLookedInto)
    didReset(request, receipt)
    return receipt
  }

  private func launch(for request: ResetRequest) -> LaunchConfiguration {
    var launch = host.launch
    if let arguments = request.launchArguments { launch.arguments = arguments }
    if let variables = request.launchEnvironment {
      launch.environment = processEnvironment.merging(variables) { _, new in new }
    }
    return launch
  }

  private func restart(
    with launch: LaunchConfiguration, erasing eraser: DataEraser?
  ) async throws(ErrorReply) -> RestartReport {
    let generation = host.generation
    do {
      return try await host.restart(with: launch) { eraser?.erase() }
    } catch {
      guard host.generation == generation, host.window != nil else {
        throw ErrorReply(.failed, "The app was reset, but not as it was asked to: \(error)")
      }
      throw ErrorReply(.badConfiguration, "\(error)")
    }
  }

  private func steps(of restart: RestartReport, _ eraser: DataEraser?) -> [ResetReceipt.Step] {
    restart.steps.flatMap { step, duration -> [ResetReceipt.Step] in
      let time = duration.wholeNanoseconds
      return switch step {
      case .whileStopped: eraser?.steps ?? []
      // The walk happens between the two steps, and is counted to the second.
      case .endSessions:
        [
          .init(name: "rememberObjects", nanoseconds: leaks.walkTime),
          .init(name: step.rawValue, nanoseconds: max(0, time - leaks.walkTime)),
        ]
      case .quiesce, .dropWindow, .build, .draw: [.init(name: step.rawValue, nanoseconds: time)]
      }
    }
  }
}
#endif
