#if DEBUG
import Glibc
import Synchronization

/// A client's socket with the conversation on it.
///
/// The loop's thread brings what arrives. An answer is sent by whichever thread has it; the loop is woken only
/// if something is left for it. Only the loop has the socket closed, so the number it polls is never another file.
final class Connection: Sendable {
  /// What the loop watches a connection for.
  struct Watch: Equatable {
    var events: Int16
    /// When the wait is over, in nanoseconds of the monotonic clock.
    var deadline: Int64?
    /// Since when nothing but the client holds things up, in nanoseconds of the monotonic clock.
    var waitsSince: Int64?
    /// Whether the client has asked for something that it may ask for.
    var isAcquainted = false
    var isIdle = false
    var isOver = false

    /// Whether all that is left is to say farewell.
    var isLeaving = false

    static let start = Watch(events: Int16(POLLIN), deadline: nil)
    static let over = Watch(events: 0, deadline: nil, isOver: true)

    /// Whether a loop that knows the other watch would wait for the wrong thing, or too long.
    func isNews(to known: Watch) -> Bool {
      if isOver != known.isOver || events != known.events { return true }
      // An idle connection may stay too long; waking the loop for each answer would cost more.
      guard let deadline, !isIdle else { return false }
      return known.deadline.map { deadline < $0 } ?? true
    }
  }

  struct State: ~Copyable {
    var socket: Descriptor?
    var loop: Wakeup?
    var conversation: Conversation
    var wait: Conversation.Wait?
    var watch = Watch.start
    /// What the loop knows.
    var known = Watch.start
    /// Whether a thread is calling the router and will look for more to do next; others leave it to that one,
    /// so that a row of answers that come at once does not become a tower of calls.
    var isRouting = false
    /// Whether a thread is sending, without the lock, and will look for more to do next.
    var isSending = false
    var hasSaidFarewell = false
  }

  let number: Int32
  let state: Mutex<State>
  let limits: ServerLimits
  private let router: ControlServer.Router

  init(
    _ socket: consuming Descriptor, conversation: Conversation, loop: Wakeup, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    number = socket.number
    state = Mutex(State(socket: socket, loop: loop, conversation: conversation))
    self.limits = limits
    self.router = router
  }

  // MARK: What the loop calls

  /// Receives what has arrived, once, and does what can be done without waiting.
  ///
  /// A client that has hung up, and not only fallen silent, will never hear an answer.
  func serve(receivingInto space: UnsafeMutableRawBufferPointer, hasHungUp: Bool) {
    state.withLock { state in
      receive(into: space, &state)
      if hasHungUp, state.conversation.hasHeardAll { end(&state) }
    }
    run()
  }

  /// Gives up what has waited too long.
  func expire(at now: Int64) {
    let isLate = state.withLock { state in
      guard !state.isSending, let deadline = state.watch.deadline, deadline <= now else { return false }
      state.conversation.giveUp(after: limits)
      return true
    }
    if isLate { run() }
  }

  /// Ends the connection in favour of another client, unless the app owes this one something by now.
  func makeRoom() -> Bool {
    let isDone = state.withLock { state in
      guard state.watch.waitsSince != nil, !state.watch.isOver, !state.isSending else { return false }
      if case .request = state.wait {
        var byte: UInt8 = 0
        guard recv(number, &byte, 1, Int32(MSG_PEEK)) < 0, errno == EAGAIN else { return false }
      }
      state.conversation.makeRoom()
      return true
    }
    if isDone { run() }
    return isDone
  }

  /// Ends the connection, whatever is under way.
  func abandon() {
    state.withLock { end(&$0) }
  }

  /// What to watch the connection for from now on.
  func observe() -> Watch {
    state.withLock { state in
      state.known = state.watch
      return state.watch
    }
  }

  func close() {
    state.withLock { state in
      end(&state)
      // The router may keep this connection for a while, with an answer in the making.
      state.conversation.abandon()
      state.loop = nil
      // Nor is the number another file for a thread that sends to it: that one closes the socket.
      if !state.isSending { state.socket = nil }
    }
  }

  // MARK: What any thread calls

  /// Does all that can be done without waiting.
  func run() {
    var done: Work.Outcome?
    while let work = state.withLock({ advance(&$0, after: done) }) {
      switch work {
      case .route(let request):
        Task.immediate(executorPreference: CallingThreadExecutor.shared) {
          self.finish(await router(request))
        }
        done = .routed
      case .send(let bytes):
        done = send(bytes)
      }
    }
  }

  private func finish(_ response: HTTPResponse) {
    state.withLock { $0.conversation.answer(response) }
    run()
    let loop = state.withLock { $0.watch.isNews(to: $0.known) ? $0.loop : nil }
    loop?.wake()
  }
}
#endif
