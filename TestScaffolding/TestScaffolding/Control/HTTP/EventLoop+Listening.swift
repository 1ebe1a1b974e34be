#if DEBUG
import Glibc

extension EventLoop {
  /// Accepts one connection; while more of them wait, the next poll says so at once.
  func acceptOne() {
    let number = accept(polled[1].fd, nil, nil)
    guard number >= 0 else {
      switch errno {
      case EAGAIN, EINTR, ECONNABORTED: return
      default:
        // Out of descriptors or memory, as a rule, and the waiting client would be told of without end.
        review()
        if !endLongestLeaving(), !endLongestWaiting() { putOffListening() }
        return
      }
    }
    let socket = Descriptor(adopting: number)
    // Swift's Glibc has no accept4, which would do this in one step.
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0, fcntl(number, F_SETFL, O_NONBLOCK) == 0 else { return }
    guard let conversation = conversation(on: number) else { return }
    add(Connection(socket, conversation: conversation, loop: wakeup, limits: limits, router: router))
  }

  func resumeListening() {
    guard listensAgain != nil else { return }
    listensAgain = nil
    polled[1].fd = listener?.descriptor.number ?? -1
  }

  private func putOffListening() {
    polled[1].fd = -1
    listensAgain = MonotonicClock.now + 100_000_000
  }

  /// The conversation with a new client, which may be a short one; nothing if nobody knows who that is.
  private func conversation(on number: Int32) -> Conversation? {
    switch requestGuard.door {
    case .loopback:
      var noDelay: Int32 = 1
      setsockopt(
        number, Int32(IPPROTO_TCP), TCP_NODELAY, &noDelay, socklen_t(MemoryLayout<Int32>.size))
    case .unixSocket:
      guard let peer = Peer(of: number) else { return nil }
      if let refusal = requestGuard.refusal(ofPeer: peer.user) {
        hurryLeaving()
        return Conversation(refusing: refusal, requestGuard)
      }
    }
    let hasRoom = hasRoom
    hurryLeaving()
    return hasRoom
      ? Conversation(requestGuard)
      : Conversation(refusing: .crowded(limit: limits.connections), requestGuard)
  }

  /// Whether one more can be served, if need be in the place of another.
  private var hasRoom: Bool {
    if connections.count < limits.connections { return true }
    review()
    return livelyConnections < limits.connections || endLongestWaiting()
  }

  /// Keeps few of those who have been told to go, so that each newcomer can be told something.
  private func hurryLeaving() {
    if connections.count >= limits.connections + Self.mostLeaving { _ = endLongestLeaving() }
  }

  private static let mostLeaving = 32
}
#endif
