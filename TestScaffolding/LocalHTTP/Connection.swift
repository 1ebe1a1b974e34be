#if DEBUG
import OperatingSystem
import Synchronization

/// A client's socket together with the conversation on it.
///
/// The loop's thread receives. The thread that has an answer sends it, and wakes the loop only if the loop now waits
/// for the wrong event.
final class Connection: Sendable {
  /// What the loop waits for on a connection. Holding the socket keeps its number from being reused while it is polled.
  struct Watch {
    let socket: Descriptor
    let wanted: Readiness
    /// When to stop waiting.
    let deadline: Deadline?
  }

  /// A connection that waits only for its client. When room is needed, the one that has waited longest is ended first.
  struct Delay {
    let since: ContinuousClock.Instant
    /// Whether the client has made at least one permitted request.
    let hasBeenServed: Bool
    /// Whether nothing more will be sent, and only the client's end is awaited.
    let isLeaving: Bool
  }

  private let state: Mutex<State>
  private let router: ControlServer.Router

  init(
    _ socket: Descriptor, conversation: Conversation, loop: Wakeup, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    state = Mutex(State(line: (socket, loop), conversation: conversation, limits: limits))
    self.router = router
  }

  // MARK: - Called by the loop

  /// Receives once what has arrived, and does everything that needs no waiting.
  ///
  /// A client that has hung up, rather than just stopped sending, will never receive an answer.
  func serve(receivingInto space: UnsafeMutableRawBufferPointer, hasHungUp: Bool) {
    state.withLock { state in
      state.receive(into: space)
      if hasHungUp, state.conversation.hasHeardAll { state.end() }
    }
    run()
  }

  /// Ends what has waited past its deadline.
  func expire() {
    let isLate = state.withLock { state in
      guard !state.isBusy, state.deadline?.hasPassed == true else { return false }
      state.conversation.giveUp(after: state.limits)
      return true
    }
    if isLate { run() }
  }

  /// Since when the connection waits for its client; nil while the app owes an answer.
  var delay: Delay? { state.withLock { $0.delay } }

  /// Ends the connection in favour of another client, unless there is something to do for this one by now.
  func makeRoom() -> Bool {
    let isDone = state.withLock { state in
      guard state.delay != nil, !state.isBusy, let socket = state.line?.socket else { return false }
      if case .request = state.wait, !socket.hasNoInput { return false }
      state.conversation.makeRoom()
      return true
    }
    if isDone { run() }
    return isDone
  }

  /// Returns what to wait for next; nil once the connection is over.
  func observe() -> Watch? {
    state.withLock { state in
      state.observed = state.wanted
      return state.line.map { Watch(socket: $0.socket, wanted: state.wanted, deadline: state.deadline) }
    }
  }

  var isOver: Bool { state.withLock { $0.line == nil } }

  /// Ends the connection at once, whatever it is doing.
  func end() { state.withLock { $0.end() } }

  // MARK: - Called by any thread

  /// Does everything that needs no waiting.
  ///
  /// No thread holds the lock while it sends: the client may react to its answer at once, and then the loop needs the
  /// lock.
  func run() {
    while let work = state.withLock({ $0.nextWork() }) {
      switch work {
      case .route(let request):
        // The answer is sent on the thread that made it: first the loop's and then, after a call into an actor, that
        // actor's.
        Task.immediate(executorPreference: CallingThreadExecutor.shared) {
          self.finish(await self.router(request))
        }
        state.withLock { $0.isBusy = false }
      case .send(let bytes, let socket):
        let count = try? socket.sendNow(bytes)
        guard state.withLock({ $0.note(sent: count, of: bytes) }) else { return }
      }
    }
  }

  private func finish(_ response: HTTPResponse) {
    state.withLock { $0.conversation.answer(response) }
    run()
    state.withLock { $0.needsWakeup ? $0.line?.loop : nil }?.wake()
  }
}

/// Work to be done without holding the lock.
private enum Work {
  case route(HTTPRequest)
  case send(ArraySlice<UInt8>, Descriptor)
}

/// The state of a connection, protected by its lock. No method waits.
private struct State {
  /// Nil when the connection is over. The router may still hold the connection then, while it prepares an answer.
  private(set) var line: (socket: Descriptor, loop: Wakeup)?
  var conversation: Conversation
  let limits: ServerLimits
  /// What the connection waits for, as of the latest look, and since when.
  private(set) var wait: Conversation.Wait?
  private var waitsSince = ContinuousClock.now
  /// When to stop waiting.
  private(set) var deadline: Deadline?
  /// What the loop currently waits for.
  var observed: Readiness = []
  /// Whether a thread is calling the router or sending. That thread also does the work that follows; other threads
  /// leave it alone, so that a series of immediate answers does not turn into deep recursion.
  var isBusy = false

  init(line: (Descriptor, Wakeup), conversation: Conversation, limits: ServerLimits) {
    self.line = line
    self.conversation = conversation
    self.limits = limits
  }

  var wanted: Readiness {
    var wanted: Readiness = conversation.wantsInput ? .reading : []
    if case .sending = conversation.wait { wanted.insert(.writing) }
    return wanted
  }

  var delay: Connection.Delay? {
    guard let wait, wait != .answer(clientHasEnded: false) else { return nil }
    return .init(
      since: waitsSince, hasBeenServed: conversation.hasBeenAsked, isLeaving: conversation.isEnding)
  }

  /// Whether the loop has to be woken: it waits for the wrong event, or for longer than the new deadline. An idle
  /// connection does not count, because waking the loop after every answer would cost too much.
  var needsWakeup: Bool {
    if case .request(_, hasBegun: false) = wait, wanted == observed { return false }
    return !isBusy && (wanted != observed || deadline != nil)
  }

  mutating func receive(into space: UnsafeMutableRawBufferPointer) {
    guard let socket = line?.socket, conversation.wantsInput else { return }
    do throws(SystemError) {
      let count = try socket.read(into: space)
      if count > 0 {
        conversation.receive(UnsafeRawBufferPointer(rebasing: space[..<count]))
      } else {
        conversation.receiveEnd()
      }
    } catch {
      if !error.wouldWait { end() }
    }
  }

  /// Advances until there is work to do without the lock, or something to wait for.
  mutating func nextWork() -> Work? {
    while let line, !isBusy {
      switch conversation.next() {
      case .route(let request):
        isBusy = true
        return .route(request)
      case .send:
        isBusy = true
        return .send(conversation.takeUnsent(), line.socket)
      case .sayFarewell:
        line.socket.endSending()
        settle()
        return nil
      case .awaitAnswer, .receive:
        settle()
        return nil
      case .close:
        end()
      }
    }
    return nil
  }

  /// Notes how many bytes were sent; nil means that the connection failed. Returns false if the socket is full.
  mutating func note(sent count: Int?, of bytes: ArraySlice<UInt8>) -> Bool {
    isBusy = false
    guard let count else {
      end()
      return false
    }
    conversation.putBack(bytes.dropFirst(count))
    if count == 0 { settle() }
    return count > 0
  }

  /// Ends the connection for client and loop, and drops all unsent bytes.
  mutating func end() {
    line?.socket.endConnection()
    line = nil
    conversation.abandon()
  }

  private mutating func settle() {
    guard conversation.wait != wait else { return }
    (wait, waitsSince) = (conversation.wait, .now)
    let patience: Duration? =
      switch wait {
      case .answer, nil: nil
      case .request(_, let hasBegun): hasBegun ? limits.request : limits.idle
      case .sending: limits.send
      case .farewell: limits.farewell
      }
    deadline = patience.map(Deadline.init(in:))
  }
}
#endif
