#if DEBUG
import OperatingSystem

/// Wakes the loop from another thread, or stops it.
struct Wakeup: Sendable {
  /// Becomes readable after a wake-up.
  let receiver: Descriptor
  private let sender: Descriptor

  init() throws(SystemError) {
    (receiver, sender) = try Descriptor.pipe()
    try receiver.makeNonBlocking()
  }

  func wake() { _ = try? sender.writeNow([0]) }

  func stop() { _ = try? sender.writeNow([1]) }

  /// Consumes all pending wake-ups; later ones wake the loop again. Returns true if one of them was a stop.
  func takeAll() -> Bool { (try? receiver.readSome())??.contains(1) == true }
}

/// Serves all connections of a server on one thread. No other thread uses this value.
struct EventLoop: ~Copyable {
  private let listener: Listener
  private let wakeup: Wakeup
  private let limits: ServerLimits
  private let router: ControlServer.Router
  private let requestGuard: RequestGuard
  /// When to listen again. After a failure to accept, for example for lack of descriptors, listening pauses for a
  /// moment.
  private var listensFrom = Deadline(in: .zero)
  private var connections: [Connection] = []
  private let space = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(
    _ listener: Listener, wakeup: Wakeup, requestGuard: RequestGuard, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    self.listener = listener
    self.wakeup = wakeup
    self.requestGuard = requestGuard
    self.limits = limits
    self.router = router
  }

  /// Releases the address and closes all connections.
  deinit {
    listener.close()
    for connection in connections { connection.end() }
    space.deallocate()
  }

  /// Serves until it is stopped, or polling fails.
  mutating func run() { while serveOnce() {} }

  /// Waits until there is something to do, and does it. Returns false if the loop is to end.
  private mutating func serveOnce() -> Bool {
    let watched = connections.compactMap { connection in connection.observe().map { (connection, $0) } }
    connections = watched.map(\.0)
    let isListening = listensFrom.hasPassed
    // Nobody wakes the loop for the deadline of an idle connection, so it also looks from time to time by itself.
    let moments = watched.compactMap(\.1.deadline) + [isListening ? Deadline(in: limits.idle) : listensFrom]
    // Even for a connection with no wanted event, the system reports that the client has gone.
    let wanted =
      [(wakeup.receiver, .reading), (listener.descriptor, isListening ? .reading : [])]
      + watched.map { ($0.1.socket, $0.1.wanted) }
    let deadline = moments.min()
    let ready: [Readiness]
    do throws(SystemError) {
      ready = try Descriptor.poll(wanted, until: deadline)
    } catch {
      requestGuard.onRefusal("The server has ended: \(error)")
      return false
    }

    if !ready[0].isEmpty, wakeup.takeAll() { return false }
    for (connection, readiness) in zip(connections, ready.dropFirst(2)) where !readiness.isEmpty {
      connection.serve(receivingInto: space, hasHungUp: !readiness.isDisjoint(with: .over))
    }
    if !ready[1].isEmpty { acceptOne() }
    if deadline?.hasPassed == true { for connection in connections { connection.expire() } }
    return true
  }

  // MARK: - New connections

  /// Accepts one connection. If more are waiting, the next poll reports that at once.
  private mutating func acceptOne() {
    do throws(SystemError) {
      guard let socket = try listener.descriptor.accepted() else { return }
      if case .loopback = listener.address { try? socket.sendAtOnce() }
      let refusal = requestGuard.refusal(ofPeer: socket.peer?.user) ?? refusalForTooManyConnections()
      // Limits the connections that are already leaving, so that every new client can still be sent a message.
      if connections.count >= limits.connections + Self.mostLeaving { _ = endLongestDelay(isLeaving: true) }
      let connection = Connection(
        socket, conversation: Conversation(requestGuard, refusing: refusal), loop: wakeup, limits: limits,
        router: router)
      connections.append(connection)
      connection.run()
    } catch {
      // Probably no descriptors or memory are left. The waiting client would be reported again and again, so make room.
      if !endLongestDelay(isLeaving: true), !endLongestDelay(isLeaving: false) {
        listensFrom = Deadline(in: .milliseconds(100))
      }
    }
  }

  /// Why one more client cannot be served; nil if it can, perhaps after ending another connection.
  private mutating func refusalForTooManyConnections() -> HTTPRefusal? {
    guard connections.count >= limits.connections else { return nil }
    dropOver()
    let served = connections.count { $0.delay?.isLeaving != true }
    if served < limits.connections || endLongestDelay(isLeaving: false) { return nil }
    return .unavailable(
      "The app serves \(limits.connections) connections already, all of them busy. Close one, or try again later."
    )
  }

  /// Ends the connection that has waited longest for its client: an idle one, one whose request does not arrive, or one
  /// that does not take its answer. Connections that were never served go first. Returns false if there is none.
  private mutating func endLongestDelay(isLeaving: Bool) -> Bool {
    let held = connections.compactMap { connection in connection.delay.map { (connection, $0) } }
      .filter { $0.1.isLeaving == isLeaving }
      .sorted { ($0.1.hasBeenServed ? 1 : 0, $0.1.since) < ($1.1.hasBeenServed ? 1 : 0, $1.1.since) }
    let isDone = held.contains { $0.0.makeRoom() }
    dropOver()
    return isDone
  }

  private mutating func dropOver() { connections.removeAll(where: \.isOver) }

  private static let mostLeaving = 32
}
#endif
