#if DEBUG
import OperatingSystem

/// Serves all connections of a server on one thread; nothing but that thread touches it once it runs.
final class EventLoop {
  private struct Client {
    let connection: Connection
    var watch = Connection.Watch()
  }

  private let wakeup: Wakeup
  private let limits: ServerLimits
  private let router: ControlServer.Router
  private let requestGuard: RequestGuard
  private var listener: Listener?
  /// When to listen again, if that had to be put off.
  private var listensAgain: ContinuousClock.Instant?
  private var clients: [Client] = []

  init(
    _ listener: consuming Listener, wakeup: Wakeup, requestGuard: RequestGuard, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    self.wakeup = wakeup
    self.listener = consume listener
    self.requestGuard = requestGuard
    self.limits = limits
    self.router = router
  }

  /// Serves until a stop is requested, and closes everything then.
  func run() {
    let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { space.deallocate() }
    while !wakeup.isStopRequested {
      guard serveOnce(space) else { break }
      keepTime()
      dropOver()
    }
    close()
  }

  /// Releases the address and closes all connections.
  func close() {
    listener.take()?.close()
    for client in clients { client.connection.close() }
  }

  /// Waits until there is something to do, and does it; false if waiting is not possible.
  private func serveOnce(_ space: UnsafeMutableRawBufferPointer) -> Bool {
    let listening = listensAgain == nil ? listener?.descriptor : nil
    // Also without a wanted event the system tells when a client has gone.
    var wanted =
      [(wakeup.receiver, Readiness.reading)] + clients.map { ($0.connection.socket, $0.watch.wanted) }
    if let listening { wanted.append((listening, .reading)) }
    guard let ready = try? Descriptor.poll(wanted, until: nextDeadline.map(Deadline.init(at:))) else {
      return false
    }

    if !ready[0].isEmpty {
      wakeup.acknowledge()
      review()
    }
    for index in clients.indices where !ready[index + 1].isEmpty {
      let hasHungUp = !ready[index + 1].isDisjoint(with: .over)
      clients[index].connection.serve(receivingInto: space, hasHungUp: hasHungUp)
      observe(index)
    }
    let hasNewcomer = listening != nil && ready.last?.isEmpty == false
    // Those who have just gone are not in the way of a newcomer.
    dropOver()
    if hasNewcomer { acceptOne() }
    return true
  }

  private func observe(_ index: Int) { clients[index].watch = clients[index].connection.observe() }

  /// Looks at all connections anew.
  private func review() { for index in clients.indices { observe(index) } }

  private func dropOver() {
    for client in clients where client.watch.isOver { client.connection.close() }
    let count = clients.count
    clients.removeAll { $0.watch.isOver }
    if clients.count < count { listensAgain = nil }
  }

  // MARK: - Time

  private var nextDeadline: ContinuousClock.Instant? {
    (clients.map(\.watch.deadline) + [listensAgain]).compactMap(\.self).min()
  }

  private func keepTime() {
    guard let next = nextDeadline else { return }
    let now = ContinuousClock.now
    guard next <= now else { return }
    if let time = listensAgain, time <= now { listensAgain = nil }
    for index in clients.indices {
      // Without a word from its connection, what the loop knows of an idle one may be old.
      observe(index)
      clients[index].connection.expire(at: now)
      observe(index)
    }
  }

  // MARK: - Newcomers

  /// Accepts one connection; while more of them wait, the next poll says so at once.
  private func acceptOne() {
    do throws(SystemError) {
      guard let socket = try listener?.descriptor.accepted() else { return }
      guard let conversation = conversation(on: socket) else { return }
      let connection = Connection(
        socket, conversation: conversation, loop: wakeup, limits: limits, router: router)
      clients.append(Client(connection: connection))
      connection.run()
      observe(clients.count - 1)
    } catch {
      // Out of descriptors or memory, as a rule, and the waiting client would be told of without end.
      review()
      dropOver()
      if !endLongestLeaving(), !endLongestWaiting() { listensAgain = .now + .milliseconds(100) }
    }
  }

  /// The conversation with a new client, which may be a short one; nothing if nobody knows who that is.
  private func conversation(on socket: Descriptor) -> Conversation? {
    switch requestGuard.door {
    case .loopback: try? socket.sendAtOnce()
    case .unixSocket:
      guard let peer = socket.peer else { return nil }
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

  // MARK: - Room

  /// Whether one more can be served, if need be in the place of another.
  private var hasRoom: Bool {
    if clients.count < limits.connections { return true }
    review()
    dropOver()
    return clients.count { !$0.watch.isLeaving } < limits.connections || endLongestWaiting()
  }

  /// Keeps few of those who have been told to go, so that each newcomer can be told something.
  private func hurryLeaving() {
    if clients.count >= limits.connections + Self.mostLeaving { _ = endLongestLeaving() }
  }

  /// Ends the connection whose client has held things up longest: one that is idle, that does not get on with its
  /// request, or that does not take its answer; false if there is none. Clients that were never served go first.
  private func endLongestWaiting() -> Bool {
    guard let index = longestWaiting(areLeaving: false).first(where: { clients[$0].connection.makeRoom() })
    else { return false }
    observe(index)
    dropOver()
    return true
  }

  /// Ends the connection that has been told to go first of all; false if none has been.
  private func endLongestLeaving() -> Bool {
    guard let index = longestWaiting(areLeaving: true).first else { return false }
    clients[index].connection.abandon()
    observe(index)
    dropOver()
    return true
  }

  private func longestWaiting(areLeaving: Bool) -> [Int] {
    let waiting = clients.indices.compactMap { index -> (index: Int, rank: (Int, ContinuousClock.Instant))? in
      let watch = clients[index].watch
      guard watch.isLeaving == areLeaving, let since = watch.waitsSince else { return nil }
      return (index, (watch.hasBeenServed ? 1 : 0, since))
    }
    return waiting.sorted { $0.rank < $1.rank }.map(\.index)
  }

  private static let mostLeaving = 32
}
#endif
