#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import Foundation

extension ResetWish {
  init(_ request: ResetRequest) {
    self.init(
      arguments: request.launchArguments, environment: request.launchEnvironment,
      keepsData: request.keepData == true, state: request.state)
  }
}

extension ResetRequest {
  /// Creates the request that asks for the same over HTTP.
  init(_ wish: ResetWish) {
    self.init(
      launchArguments: wish.arguments, launchEnvironment: wish.environment,
      keepData: wish.keepsData ? true : nil, state: wish.state)
  }
}

extension ResetReceipt {
  /// Creates the receipt for the client from an outcome.
  init(_ outcome: ResetOutcome) {
    let report = outcome.erasure?.report.results ?? []
    self.init(
      trigger: outcome.way, generation: outcome.restart.generation, screen: outcome.screen,
      nanoseconds: outcome.total.wholeNanoseconds, keptData: outcome.erasure == nil,
      steps: Self.steps(of: outcome),
      cleared: report.filter { $0.count > 0 }.map { Cleared(part: $0.part, count: $0.count) },
      restored: outcome.restored.map { Restored(state: $0.name, id: $0.folder, parts: $0.counts) },
      survived: (outcome.erasure?.survived ?? []).map {
        Failure(part: $0.part, item: $0.part, reason: $0.reason)
      },
      failures: report.flatMap { result in
        result.failures.map { Failure(part: result.part, item: $0.item, reason: $0.reason) }
      },
      abandonedWork: outcome.restart.abandonedWork.map(\.description), busy: outcome.busy.map(\.description),
      leaks: outcome.leaks, late: outcome.late, survivesInStatic: outcome.survivesInStatic,
      processDifferences: outcome.processDifferences, notLookedInto: outcome.notLookedInto,
      unanswered: outcome.unanswered.isEmpty ? nil : outcome.unanswered,
      treeBefore: outcome.treeBefore.map(ElementRecord.init))
  }

  private static func steps(of outcome: ResetOutcome) -> [Step] {
    func step(_ name: String, _ time: Duration) -> Step {
      Step(name: name, nanoseconds: max(.zero, time).wholeNanoseconds)
    }
    let restart = outcome.restart.steps.flatMap { name, time -> [Step] in
      switch name {
      case .whileStopped:
        [step("compareProcess", outcome.comparingProcess)]
          + (outcome.erasure.map { [step("erase", $0.erasing), step("verify", $0.verifying)] } ?? [])
          + (outcome.restored == nil ? [] : [step("restore", outcome.restoring)])
      // The walk happens between these two steps, and is measured as part of the second.
      case .endSessions:
        [step("rememberObjects", outcome.walking), step(name.rawValue, time - outcome.walking)]
      case .quiesce, .dropWindow, .build, .draw: [step(name.rawValue, time)]
      }
    }
    return restart + [step("settle", outcome.settling), step("findLeaks", outcome.findingLeaks)]
  }
}

extension ResetRecord {
  /// Creates the record for the client of a reset, whatever triggered it.
  init(_ entry: ResetDesk.Entry) {
    self.init(
      number: entry.number, trigger: entry.way, receipt: (try? entry.result.get()).map(ResetReceipt.init),
      descriptors: entry.footprint?.descriptors, residentBytes: entry.footprint?.residentBytes)
    if case .failure(let refusal) = entry.result { self.refusal = ErrorReply(refusal) }
  }
}

extension Duration {
  /// The duration as it is sent.
  var wholeNanoseconds: Int {
    Int(components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000)
  }

  /// The duration as it is read by people, in the one unit of the log.
  var milliseconds: String {
    let hundredths = (wholeNanoseconds + 5000) / 10_000
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
#endif
