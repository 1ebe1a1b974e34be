#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import Leaks

/// While no generation runs, puts back what they have changed of the process, erases all data of the app, checks that it
/// is gone, and puts a named state in its place if one is wanted.
@MainActor
final class Cleaner {
  /// What was erased, and what is still there afterwards.
  struct Erasure {
    var report = ErasureReport(results: [])
    var survived: [ResetReceipt.Failure] = []
    var erasing = Duration.zero
    var verifying = Duration.zero
  }

  /// Nil if the data is kept.
  private(set) var erasure: Erasure?
  /// What the generations before had changed of the process.
  private(set) var differences: [ProcessDifference] = []
  private(set) var comparing = Duration.zero
  /// Whether the app before this reset has ended.
  private(set) var appIsGone = false
  private let container: AppContainer
  private let process: ProcessWatch
  /// What is asked for; complete once its turn has come.
  var request: ResetRequest
  private(set) var state: PreparedState?
  private(set) var restoring = Duration.zero

  init(_ container: AppContainer, _ process: ProcessWatch, _ request: ResetRequest) {
    self.container = container
    self.process = process
    self.request = request
  }

  func prepare(from states: AppStates) async throws {
    guard let name = request.state else { return }
    let start = ContinuousClock.now
    state = try await states.prepare(name)
    restoring = .now - start
  }

  func clean() throws {
    appIsGone = true
    comparing = ContinuousClock().measure { differences = process.putBack() }
    if !request.keepsData { erasure = container.eraseAndVerify() }
    if let state { restoring += try ContinuousClock().measure { try state.take() } }
  }
}

extension AppContainer {
  /// Whether no part holds anything.
  var isEmpty: Bool { parts.allSatisfy { (try? $0.verifyEmpty()) == true } }

  func eraseAndVerify() -> Cleaner.Erasure {
    var erasure = Cleaner.Erasure()
    let parts = parts
    let clock = ContinuousClock()
    erasure.erasing = clock.measure { erasure.report = erase(parts) }
    erasure.verifying = clock.measure {
      for part in parts {
        func survives(_ reason: String) {
          erasure.survived.append(ResetReceipt.Failure(part: part.name, item: part.name, reason: reason))
        }
        do {
          if try !part.verifyEmpty() { survives("it is not empty after it was erased") }
        } catch {
          survives("it cannot be looked at: \(error)")
        }
      }
    }
    return erasure
  }
}
#endif
