#if DEBUG
import Glibc
import Synchronization

/// Wakes the loop from another thread.
final class Wakeup: Sendable {
  private let receiver: Descriptor
  private let sender: Descriptor
  private let isPending = Atomic(false)
  private let stop = Atomic(false)

  init() throws(ControlServerError) {
    var pair: [Int32] = [0, 0]
    guard socketpair(AF_UNIX, Descriptor.streamType, 0, &pair) == 0 else {
      throw .last("socketpair", "its event loop")
    }
    receiver = Descriptor(adopting: pair[0])
    sender = Descriptor(adopting: pair[1])
  }

  /// The descriptor that has input after a wake.
  var number: Int32 { receiver.number }
  var isStopRequested: Bool { stop.load(ordering: .acquiring) }

  func requestStop() {
    stop.store(true, ordering: .releasing)
    wake()
  }

  func wake() {
    guard !isPending.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 0
    send(sender.number, &byte, 1, Int32(MSG_NOSIGNAL))
  }

  /// Takes the wake; whatever changes from now on wakes again.
  func acknowledge() {
    var byte: UInt8 = 0
    recv(receiver.number, &byte, 1, 0)
    isPending.store(false, ordering: .releasing)
  }
}
#endif
