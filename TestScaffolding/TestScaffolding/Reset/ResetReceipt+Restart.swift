#if DEBUG
import AppData
import AppRuntime
import ControlProtocol

extension ResetRequest {
  var keepsData: Bool { keepData == true }

  /// Changes with what an app starts; what the request does not speak of stays.
  func apply(to launch: inout LaunchConfiguration, in processEnvironment: [String: String]) {
    if let launchArguments { launch.arguments = launchArguments }
    if let launchEnvironment {
      launch.environment = processEnvironment.merging(launchEnvironment) { _, new in new }
    }
  }
}

extension ResetReceipt {
  /// Creates a receipt of what was restarted, cleared, restored and left behind, which decides whether the slate is clean.
  @MainActor
  init(
    trigger way: ResetWay, of restart: RestartReport, _ cleaner: Cleaner, leaving left: LeftBehind,
    walking: Duration, settling: Duration, findingLeaks: Duration
  ) {
    let report = cleaner.erasure?.report.results ?? []
    self.init(
      trigger: way, generation: restart.generation, nanoseconds: 0, keptData: cleaner.erasure == nil,
      steps: restart.steps.flatMap { Self.steps($0, $1, cleaner, walking) }
        + [Step("settle", settling), Step("findLeaks", findingLeaks)],
      cleared: report.filter { $0.count > 0 }.map { Cleared(part: $0.part, count: $0.count) },
      restored: (cleaner.state?.manifest).map {
        Restored(state: $0.name, id: $0.folder, parts: $0.counts)
      },
      survived: (cleaner.erasure?.survived ?? []).map {
        Failure(part: $0.part, item: $0.part, reason: $0.reason)
      },
      failures: report.flatMap { result in
        result.failures.map { Failure(part: result.part, item: $0.item, reason: $0.reason) }
      },
      abandonedWork: restart.abandonedWork.map(\.description), leaks: left.leaks, late: left.late,
      processDifferences: left.differences, notLookedInto: [])
  }

  @MainActor
  private static func steps(
    _ step: RestartStep, _ time: Duration, _ cleaner: Cleaner, _ walking: Duration
  ) -> [Step] {
    switch step {
    case .whileStopped:
      [Step("compareProcess", cleaner.comparing)]
        + (cleaner.erasure.map { [Step("erase", $0.erasing), Step("verify", $0.verifying)] } ?? [])
        + (cleaner.state == nil ? [] : [Step("restore", cleaner.restoring)])
    // The walk happens between these two steps, and is measured as part of the second.
    case .endSessions: [Step("rememberObjects", walking), Step(step.rawValue, time - walking)]
    case .quiesce, .dropWindow, .build, .draw: [Step(step.rawValue, time)]
    }
  }
}

extension ResetReceipt.Step {
  fileprivate init(_ name: String, _ time: Duration) {
    self.init(name: name, nanoseconds: max(.zero, time).wholeNanoseconds)
  }
}

extension Duration {
  /// The duration as it is read by people, in the one unit of the log.
  var milliseconds: String {
    let hundredths = (wholeNanoseconds + 5000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
#endif
