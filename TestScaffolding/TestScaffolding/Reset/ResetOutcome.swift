#if DEBUG
import AppData
import AppRuntime
import ControlProtocol

/// How an app is to be given a clean slate.
struct ResetWish: Equatable {
  /// The launch arguments to go on with; those in force where nothing is said.
  var arguments: [String]?
  /// The variables to go on with, above those of the process; those in force where nothing is said.
  var environment: [String: String]?
  var keepsData = false
}

/// What came of one reset.
struct ResetOutcome {
  /// What was erased, and what is still there although it was.
  struct Erasure {
    var report = ErasureReport(results: [])
    var survived: [(part: String, reason: String)] = []
    var erasing = Duration.zero
    var verifying = Duration.zero
  }

  let way: ResetTrigger
  let restart: RestartReport
  /// Nothing if the data were kept.
  let erasure: Erasure?
  let screen: String?
  let walking: Duration
  let settling: Duration
  let findingLeaks: Duration
  let total: Duration
  let busy: [Activity]
  let leaks: [LeakRecord]
  let notLookedInto: [String]

  var isClean: Bool {
    erasure?.survived.isEmpty != false && erasure?.report.failures.isEmpty != false
      && restart.abandonedWork.isEmpty && leaks.isEmpty
  }
}

/// Why there was no reset, or not the one that was asked for.
enum ResetRefusal: Error, Equatable, CustomStringConvertible {
  /// The way is not among those that `--reset-on` lists.
  case closed(listed: [ResetTrigger])
  /// What was asked for makes no sense to the app, which runs on as it was.
  case senseless(String)
  /// The app was torn down and could not be built as it was asked for.
  case failed(String)

  var description: String {
    switch self {
    case .closed(let listed):
      "\(ControlOption.resetOn) lists \(listed.map(\.rawValue).joined(separator: ", ")), and not http; "
        + "the control socket is open to resets always."
    case .senseless(let problem): problem
    case .failed(let problem): "The app was reset, but not as it was asked to: \(problem)"
    }
  }
}
#endif
