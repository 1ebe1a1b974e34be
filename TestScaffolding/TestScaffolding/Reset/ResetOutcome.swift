#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Leaks

/// What a reset is asked to do.
struct ResetWish: Equatable {
  /// The new launch arguments; nil keeps the current ones.
  var arguments: [String]?
  /// The new variables, in addition to those of the process; nil keeps the current ones.
  var environment: [String: String]?
  var keepsData = false
  /// The named state to begin with.
  var state: String?

  func apply(to launch: inout LaunchConfiguration, in processEnvironment: [String: String]) {
    if let arguments { launch.arguments = arguments }
    if let environment {
      launch.environment = processEnvironment.merging(environment) { _, new in new }
    }
  }
}

/// The result of one reset.
struct ResetOutcome {
  /// What was erased, and what is still there afterwards.
  struct Erasure {
    var report = ErasureReport(results: [])
    var survived: [(part: String, reason: String)] = []
    var erasing = Duration.zero
    var verifying = Duration.zero
  }

  let way: ResetWay
  let restart: RestartReport
  /// Nil if the data were kept.
  let erasure: Erasure?
  /// The named state with which the app began instead of nothing.
  let restored: StateManifest?
  let screen: String?
  let walking: Duration
  let restoring: Duration
  let comparingProcess: Duration
  let settling: Duration
  let findingLeaks: Duration
  let total: Duration
  let busy: [Activity]
  let leaks: [Leak]
  let late: [String]
  let survivesInStatic: [Leak]
  let processDifferences: [ProcessDifference]
  let notLookedInto: [String]
  /// The requests of the generation before that nothing has answered although a test had said something about the network.
  let unanswered: [String]
  /// What the app showed when it was asked for the reset; nil if the slate is clean, because outcomes are kept.
  var treeBefore: Element?

  var isClean: Bool {
    erasure?.survived.isEmpty != false && erasure?.report.failures.isEmpty != false
      && restart.abandonedWork.isEmpty && leaks.isEmpty
      && processDifferences.allSatisfy(\.restored)
  }
}

/// Why there was no reset, or a different one than was asked for.
enum ResetRefusal: Error, Equatable, CustomStringConvertible {
  /// The way is not among those that `--reset-on` lists.
  case closed(listed: [ResetWay])
  /// The app does not understand what was asked for, and runs on as before.
  case notUnderstood(String)
  /// The app was torn down, but could not be built as requested.
  case failed(String)

  var description: String {
    switch self {
    case .closed(let listed):
      "\(ControlOption.resetOn) lists \(listed.map(\.rawValue).joined(separator: ", ")), and not http; "
        + "the control socket is open to resets always."
    case .notUnderstood(let problem): problem
    case .failed(let problem): "The app was reset, but not as it was asked to: \(problem)"
    }
  }
}
#endif
