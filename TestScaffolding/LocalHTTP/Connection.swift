#if DEBUG
import OperatingSystem
import Synchronization

/// A client's socket with the conversation on it.
///
/// The loop's thread brings what arrives. An answer is sent by whichever thread has it; the loop is woken only
/// if it waits for the wrong thing by then.
final class Connection: Sendable {
  /// What the loop watches a connection for; it holds the socket, so that the number it polls is no other file's.
  struct Watch {
    let socket: Descriptor
    let wanted: Readiness
    /// When the wait is over.
    let deadline: ContinuousClock.Instant?
  }

  /// A connection that nothing but its client holds up: who has waited longest makes room first.
  struct Delay {
    let since: ContinuousClock.Instant
    /// Whether the client has asked for something that it may ask for.
    let hasBeenServed: Bool
    /// Whether all that is left is to say farewell.
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

  // MARK: - What the loop calls

  /// Receives what has arrived, once, and does what can be done without waiting.
  ///
  /// A client that has hung up, and not only fallen silent, will never hear an answer.
  func serve(receivingInto space: UnsafeMutableRawBufferPointer, hasHungUp: Bool) {
    state.withLock { state in
      state.receive(into: space)
      if hasHungUp, state.conversation.hasHeardAll { state.end() }
    }
    run()
  }

  /// Gives up what has waited too long.
  func expire(at now: ContinuousClock.Instant) {
    let isLate = state.withLock { state in
      guard !state.isBusy, let deadline = state.deadline, deadline <= now else { return false }
      state.conversation.giveUp(after: state.limits)
      return true
    }
    if isLate { run() }
  }

  /// What nothing but the client holds up; nothing while the app owes it an answer.
  var delay: Delay? { state.withLock { $0.delay } }

  /// Ends the connection in favour of another client, unless the app owes this one something by now.
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

  /// What to watch the connection for from now on; nothing once it is over.
  func observe() -> Watch? {
    state.withLock { state in
      state.observed = state.wanted
      return state.line.map { Watch(socket: $0.socket, wanted: state.wanted, deadline: state.deadline) }
    }
  }

  var isOver: Bool { state.withLock { $0.line == nil } }

  /// Ends the connection, whatever is under way.
  func end() { state.withLock { $0.end() } }

  // MARK: - What any thread calls

  /// Does all that can be done without waiting.
  ///
  /// The client goes on as soon as it has its answer, maybe in the place of this very thread, and has the loop look
  /// for the lock: nobody holds it while they send.
  func run() {
    while let work = state.withLock({ $0.nextWork() }) {
      switch work {
      case .route(let request):
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
    state.withLock { $0.hasNews ? $0.line?.loop : nil }?.wake()
  }
}

/// What is done without the lock.
private enum Work {
  case route(HTTPRequest)
  case send(ArraySlice<UInt8>, Descriptor)
}

/// A connection as it is under its lock; no call waits.
private struct State {
  /// Gone when the connection is over; the router may keep the connection longer, with an answer in the making.
  private(set) var line: (socket: Descriptor, loop: Wakeup)?
  var conversation: Conversation
  let limits: ServerLimits
  /// What the connection was found to wait for, and since when.
  private(set) var wait: Conversation.Wait?
  private var waitsSince = ContinuousClock.now
  /// What the loop watches the connection for.
  var observed: Readiness = []
  /// Whether a thread calls the router or sends, and will look for more to do next; others leave it to that one,
  /// so that a row of answers that come at once does not become a tower of calls.
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

  var deadline: ContinuousClock.Instant? {
    switch wait {
    case .answer, nil: nil
    case .request(_, let hasBegun): waitsSince + (hasBegun ? limits.request : limits.idle)
    case .sending: waitsSince + limits.send
    case .farewell: waitsSince + limits.farewell
    }
  }

  var delay: Connection.Delay? {
    guard let wait, wait != .answer(clientHasEnded: false) else { return nil }
    return .init(
      since: waitsSince, hasBeenServed: conversation.hasBeenAsked, isLeaving: conversation.isEnding)
  }

  /// Whether the loop waits for the wrong thing, or too long. For each answer it would cost too much to have it note
  /// since when a client is idle.
  var hasNews: Bool {
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

  /// Goes on until there is work to do without the lock, or something must be waited for.
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

  /// Notes how much has been sent, none if the connection has failed; false if the socket takes no more now.
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

  /// Lets the client and the loop know at once, and forgets all that was to be said.
  mutating func end() {
    line?.socket.endConnection()
    line = nil
    conversation.abandon()
  }

  private mutating func settle() {
    guard conversation.wait != wait else { return }
    (wait, waitsSince) = (conversation.wait, .now)
  }
}

/// Runs what a router does outside of any actor on the thread that is at hand: first the loop's, and after an
/// actor has done its part, that actor's. So an answer is sent where it was made, without a hop to the pool.
private final class CallingThreadExecutor: TaskExecutor {
  static let shared = CallingThreadExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor())
  }
}
#endif
