#if DEBUG
import Glibc

/// Serves all connections of a server on one thread; nothing but that thread touches it once it runs.
final class EventLoop {
  let wakeup: Wakeup
  let limits: ServerLimits
  let router: ControlServer.Router
  let requestGuard: RequestGuard
  var listener: Listener?
  /// When to listen again, if that had to be put off.
  var listensAgain: Int64?
  /// The wakeup, the listener, and the connections in order.
  var polled: [pollfd]
  private(set) var connections: [Connection] = []
  private var watches: [Connection.Watch] = []
  private var nextDeadline = Int64.max

  init(
    _ listener: consuming Listener, wakeup: Wakeup, requestGuard: RequestGuard, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    polled = [
      pollfd(fd: wakeup.number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: listener.descriptor.number, events: Int16(POLLIN), revents: 0),
    ]
    self.wakeup = wakeup
    self.listener = consume listener
    self.requestGuard = requestGuard
    self.limits = limits
    self.router = router
  }

  /// How many connections have not been told to go.
  var livelyConnections: Int { watches.count { !$0.isLeaving } }

  /// Serves until a stop is requested, and closes everything then.
  func run() {
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { space.deallocate() }
    while !wakeup.isStopRequested {
      let ready = poll(&polled, nfds_t(polled.count), timeout)
      guard ready >= 0 || errno == EINTR else { break }
      if ready > 0 { serve(space) }
      keepTime()
      dropOver()
    }
    listener.take()?.close()
    for connection in connections { connection.close() }
  }

  func add(_ connection: Connection) {
    connections.append(connection)
    watches.append(.start)
    polled.append(pollfd(fd: connection.number, events: 0, revents: 0))
    connection.run()
    observe(connections.count - 1)
  }

  /// Looks at all connections anew, and forgets those that are over.
  func review() {
    for index in connections.indices { observe(index) }
    dropOver()
  }

  /// Ends the connection whose client has held things up longest: one that is idle, that does not get on with its
  /// request, or that does not take its answer; false if there is none. Strangers go first.
  func endLongestWaiting() -> Bool {
    guard let index = longestWaiting(areLeaving: false).first(where: { connections[$0].makeRoom() }) else {
      return false
    }
    observe(index)
    dropOver()
    return true
  }

  /// Ends the connection that has been told to go first of all; false if none has been.
  func endLongestLeaving() -> Bool {
    guard let index = longestWaiting(areLeaving: true).first else { return false }
    connections[index].abandon()
    observe(index)
    dropOver()
    return true
  }

  private func longestWaiting(areLeaving: Bool) -> [Int] {
    let waiting = connections.indices.compactMap { index -> (index: Int, rank: (Int, Int64))? in
      let watch = watches[index]
      guard watch.isLeaving == areLeaving, let since = watch.waitsSince else { return nil }
      return (index, (watch.isAcquainted ? 1 : 0, since))
    }
    return waiting.sorted { $0.rank < $1.rank }.map(\.index)
  }

  private func serve(_ space: UnsafeMutableRawBufferPointer) {
    if polled[0].revents != 0 {
      wakeup.acknowledge()
      for index in connections.indices { observe(index) }
    }
    for index in connections.indices where polled[index + 2].revents != 0 {
      let hasHungUp = polled[index + 2].revents & Int16(POLLHUP | POLLERR) != 0
      connections[index].serve(receivingInto: space, hasHungUp: hasHungUp)
      observe(index)
    }
    // Those who have just gone are not in the way of a newcomer.
    dropOver()
    if polled[1].revents != 0 { acceptOne() }
  }

  private func observe(_ index: Int) {
    let watch = connections[index].observe()
    watches[index] = watch
    // Also without a wanted event the system tells when the client has gone.
    polled[index + 2].fd = watch.isOver ? -1 : connections[index].number
    polled[index + 2].events = watch.events
    if let deadline = watch.deadline { nextDeadline = min(nextDeadline, deadline) }
  }

  private func dropOver() {
    for index in connections.indices.reversed() where watches[index].isOver {
      connections[index].close()
      connections.remove(at: index)
      watches.remove(at: index)
      polled.remove(at: index + 2)
      resumeListening()
    }
  }
}

/// Time
extension EventLoop {
  private var timeout: Int32 {
    let next = min(nextDeadline, listensAgain ?? .max)
    guard next < .max else { return -1 }
    return Int32(clamping: max(0, (next - MonotonicClock.now + 999_999) / 1_000_000))
  }

  private func keepTime() {
    guard min(nextDeadline, listensAgain ?? .max) < .max else { return }
    let now = MonotonicClock.now
    if let time = listensAgain, time <= now { resumeListening() }
    guard nextDeadline <= now else { return }
    nextDeadline = connections.isEmpty ? .max : now + limits.idle.nanoseconds
    for index in connections.indices {
      connections[index].expire(at: now)
      observe(index)
    }
  }
}
#endif
