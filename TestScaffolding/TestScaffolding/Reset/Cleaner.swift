#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import Leaks

/// While no generation runs, puts back what they have changed of the process, erases all data of the app, checks that it
/// is gone, and puts a named state in its place if one is wanted.
@MainActor
final class Cleaner {
  /// What was erased; nothing if the data is kept.
  private(set) var erased = ErasureReport(results: [])
  /// What is still there afterwards.
  private(set) var survived: [ResetReceipt.Failure] = []
  /// What the generations before had changed of the process.
  private(set) var differences: [ProcessDifference] = []
  /// What was done, with the time that it took.
  private(set) var steps: [ResetReceipt.Step] = []
  /// Whether the app before this reset has ended.
  private(set) var appIsGone = false
  private let host: AppHost
  private let process: ProcessWatch
  /// What is asked for; complete once its turn has come.
  var request: ResetRequest
  private(set) var state: PreparedState?
  private var preparing = Duration.zero

  init(_ host: AppHost, _ process: ProcessWatch, _ request: ResetRequest) {
    self.host = host
    self.process = process
    self.request = request
  }

  func prepare(from states: AppStates) async throws {
    guard let name = request.state else { return }
    let start = ContinuousClock.now
    state = try await states.prepare(name)
    preparing = .now - start
  }

  func clean() throws {
    appIsGone = true
    measure("compareProcess") { differences = process.putBack() }
    if !request.keepsData {
      measure("erase") { erased = host.erase() }
      measure("verify") { survived = host.container.survivors }
    }
    if let state {
      try measure("restore", after: preparing) { try state.take() }
      host.didRestoreData()
    }
  }

  private func measure(_ step: String, after earlier: Duration = .zero, _ work: () throws -> Void) rethrows {
    let time = try ContinuousClock().measure(work)
    steps.append(ResetReceipt.Step(step, earlier + time))
  }
}

extension AppContainer {
  /// Whether no part holds anything.
  var isEmpty: Bool { parts.allSatisfy { (try? $0.verifyEmpty()) == true } }

  /// The parts that are not known to be empty after they were erased, as a reset tells of them.
  var survivors: [ResetReceipt.Failure] {
    parts.compactMap { part in
      func survives(_ reason: String) -> ResetReceipt.Failure {
        ResetReceipt.Failure(part: part.name, item: part.name, reason: reason)
      }
      do {
        return try part.verifyEmpty() ? nil : survives("it is not empty after it was erased")
      } catch {
        return survives("it cannot be looked at: \(error)")
      }
    }
  }
}
#endif
