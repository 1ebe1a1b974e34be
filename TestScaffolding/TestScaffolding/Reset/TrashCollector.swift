#if DEBUG
import AppData
import Dispatch

/// Deletes for good what resets have moved aside, a moment after they have been answered.
///
/// One deletion serves all resets of that moment, and none of them shares the disk with it. What a killed process
/// leaves behind is deleted when the container is opened again.
@MainActor
final class TrashCollector {
  private let container: AppContainer
  private var isScheduled = false

  init(_ container: AppContainer) {
    self.container = container
  }

  func collectSoon() {
    guard !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(50)) {
      Task { @MainActor in await self.collect() }
    }
  }

  private func collect() async {
    isScheduled = false
    _ = await container.emptyTrashInBackground()
  }
}
#endif
