#if DEBUG
import OperatingSystem
import Synchronization

/// Wakes the loop from another thread, or tells it to stop.
struct Wakeup: Sendable {
  /// Has input after a wake.
  let receiver: Descriptor
  private let sender: Descriptor

  init() throws(SystemError) {
    (receiver, sender) = try Descriptor.pipe()
    try receiver.makeNonBlocking()
  }

  func wake() { _ = try? sender.writeNow([0]) }

  func stop() { _ = try? sender.writeNow([1]) }

  /// Takes all wakes, and whatever changes from now on wakes again; true if one of them was a stop.
  func takeAll() -> Bool { (try? receiver.readSome())??.contains(1) == true }
}

/// Serves all connections of a server on one thread; nothing but that thread touches it.
struct EventLoop: ~Copyable {
  private let listener: Listener
  private let wakeup: Wakeup
  private let limits: ServerLimits
  private let router: ControlServer.Router
  private let requestGuard: RequestGuard
  /// Without descriptors for newcomers, listening is put off for a moment.
  private var listensFrom = ContinuousClock.now
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

  /// Serves until a stop is requested, or waiting is not possible.
  mutating func run() { while serveOnce() {} }

  /// Waits until there is something to do, and does it; false if that was the last time.
  private mutating func serveOnce() -> Bool {
    let watched = connections.compactMap { connection in connection.observe().map { (connection, $0) } }
    connections = watched.map(\.0)
    var now = ContinuousClock.now
    let isListening = listensFrom <= now
    // Of an idle connection the loop learns late: now and then it looks without being told.
    let moments = watched.compactMap(\.1.deadline) + [isListening ? now + limits.idle : listensFrom]
    // Also without a wanted event the system tells when a client has gone.
    let wanted =
      [(wakeup.receiver, .reading), (listener.descriptor, isListening ? .reading : [])]
      + watched.map { ($0.1.socket, $0.1.wanted) }
    let deadline = moments.min().map(Deadline.init(at:))
    guard let ready = try? Descriptor.poll(wanted, until: deadline) else { return false }

    if !ready[0].isEmpty, wakeup.takeAll() { return false }
    for (connection, readiness) in zip(connections, ready.dropFirst(2)) where !readiness.isEmpty {
      connection.serve(receivingInto: space, hasHungUp: !readiness.isDisjoint(with: .over))
    }
    if !ready[1].isEmpty { acceptOne() }
    now = .now
    if deadline?.instant ?? now <= now { for connection in connections { connection.expire(at: now) } }
    return true
  }

  // MARK: - Newcomers

  /// Accepts one connection; while more of them wait, the next poll says so at once.
  private mutating func acceptOne() {
    do throws(SystemError) {
      guard let socket = try listener.descriptor.accepted() else { return }
      if case .loopback = listener.address { try? socket.sendAtOnce() }
      let refusal = requestGuard.refusal(ofPeer: socket.peer?.user) ?? refusalOfCrowd()
      // Few of those who have been told to go are kept, so that each newcomer can be told something.
      if connections.count >= limits.connections + Self.mostLeaving { _ = endLongestDelay(isLeaving: true) }
      let connection = Connection(
        socket, conversation: Conversation(requestGuard, refusing: refusal), loop: wakeup, limits: limits,
        router: router)
      connections.append(connection)
      connection.run()
    } catch {
      // Out of descriptors or memory, as a rule, and the waiting client would be told of without end.
      if !endLongestDelay(isLeaving: true), !endLongestDelay(isLeaving: false) {
        listensFrom = .now + .milliseconds(100)
      }
    }
  }

  /// Why one more cannot be served; nothing if they can, if need be in the place of another.
  private mutating func refusalOfCrowd() -> HTTPRefusal? {
    dropOver()
    let served = connections.count { $0.delay?.isLeaving != true }
    if served < limits.connections || endLongestDelay(isLeaving: false) { return nil }
    return .unavailable(
      "The app serves \(limits.connections) connections already, all of them busy. Close one, or try again later."
    )
  }

  /// Ends the connection whose client has held things up longest: one that is idle, that does not get on with its
  /// request, or that does not take its answer; false if there is none. Clients that were never served go first.
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
