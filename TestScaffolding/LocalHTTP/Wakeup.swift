#if DEBUG
import OperatingSystem
import Synchronization

/// Wakes the loop from another thread.
final class Wakeup: Sendable {
  /// Has input after a wake.
  let receiver: Descriptor
  private let sender: Descriptor
  private let isPending = Atomic(false)
  private let stop = Atomic(false)

  init() throws(ControlServerError) {
    do throws(SystemError) {
      (receiver, sender) = try Descriptor.pipe()
      try receiver.makeNonBlocking()
    } catch {
      throw .system(error, target: "its event loop")
    }
  }

  var isStopRequested: Bool { stop.load(ordering: .acquiring) }

  func requestStop() {
    stop.store(true, ordering: .releasing)
    wake()
  }

  func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    _ = try? sender.writeNow([0])
  }

  /// Takes the wake; whatever changes from now on wakes again.
  func acknowledge() {
    _ = try? receiver.readSome(atMost: 16)
    isPending.store(false, ordering: .releasing)
  }
}
#endif
