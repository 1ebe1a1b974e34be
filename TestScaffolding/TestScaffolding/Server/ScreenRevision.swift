#if DEBUG
import AppRuntime
import ElementTree
import Foundation

/// Counts how often the app has been drawn, keeps the latest screens, and lets requests wait for the next one.
@MainActor
final class ScreenRevision: ElementDisplay {
  private(set) var current = 0
  var history = ScreenHistory()
  private let generation: () -> Int
  private let waiters = Waiters()

  init(generation: @escaping () -> Int) { self.generation = generation }

  func draw(_ tree: Element) {
    current += 1
    history.add(tree, generation: generation(), uptime: ProcessInfo.processInfo.systemUptime)
    waiters.wake()
  }

  /// Returns when the app has been drawn after this revision, or when the time is over.
  func wait(after revision: Int, timeout: Duration) async {
    await waiters.wait(timeout: timeout) { [self] in current > revision }
  }
}
#endif
