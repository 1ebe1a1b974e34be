#if DEBUG
import AppData
import ControlProtocol

/// Erases all that an app keeps, looks whether it is gone, and keeps account of both.
@MainActor
final class DataEraser {
  private let container: AppContainer
  private(set) var cleared: [ResetReceipt.Cleared] = []
  private(set) var survived: [ResetReceipt.Failure] = []
  private(set) var failures: [ResetReceipt.Failure] = []
  private(set) var steps: [ResetReceipt.Step] = []

  init(_ container: AppContainer) {
    self.container = container
  }

  func erase() {
    var watch = Stopwatch()
    let parts = container.parts
    for result in container.erase(parts).results {
      if result.count > 0 { cleared.append(.init(part: result.part, count: result.count)) }
      failures += result.failures.map { .init(part: result.part, item: $0.item, reason: $0.reason) }
    }
    steps.append(.init(name: "erase", nanoseconds: watch.lap()))
    for part in parts { verify(part) }
    steps.append(.init(name: "verify", nanoseconds: watch.lap()))
  }

  private func verify(_ part: any DataPart) {
    do {
      guard try !part.verifyEmpty() else { return }
      survived.append(.init(part: part.name, item: part.name, reason: "it is not empty after it was erased"))
    } catch {
      survived.append(.init(part: part.name, item: part.name, reason: "it cannot be looked at: \(error)"))
    }
  }
}
#endif
