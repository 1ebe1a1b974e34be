#if DEBUG
import OperatingSystem
import Synchronization

/// A client's socket with the conversation on it.
///
/// The loop's thread brings what arrives. An answer is sent by whichever thread has it; the loop is woken only
/// if something is left for it. Only the loop has the socket closed, so the number it polls is never another file.
final class Connection: Sendable {
  /// What the loop watches a connection for.
  struct Watch: Equatable {
    var wanted = Readiness.reading
    /// When the wait is over.
    var deadline: ContinuousClock.Instant?
    /// Since when nothing but the client holds things up.
    var waitsSince: ContinuousClock.Instant?
    /// Whether the client has asked for something that it may ask for.
    var hasBeenServed = false
    var isIdle = false
    var isOver = false
    /// Whether all that is left is to say farewell.
    var isLeaving = false

    /// Whether a loop that knows the other watch would wait for the wrong thing, or too long.
    func isNews(to known: Watch) -> Bool {
      if isOver != known.isOver || wanted != known.wanted { return true }
      // An idle connection may stay too long; waking the loop for each answer would cost more.
      guard let deadline, !isIdle else { return false }
      return known.deadline.map { deadline < $0 } ?? true
    }
  }

  /// What is done without the lock.
  private enum Work {
    case route(HTTPRequest)
    case send(ArraySlice<UInt8>)
  }

  private enum Outcome {
    case routed
    /// What the socket did not take, and the error if it took nothing.
    case sent(left: ArraySlice<UInt8>, SystemError?)
  }

  private struct State {
    var loop: Wakeup?
    var conversation: Conversation
    var wait: Conversation.Wait?
    var watch = Watch()
    /// What the loop knows.
    var known = Watch()
    /// Whether a thread is calling the router and will look for more to do next; others leave it to that one,
    /// so that a row of answers that come at once does not become a tower of calls.
    var isRouting = false
    /// Whether a thread is sending, without the lock, and will look for more to do next.
    var isSending = false
    var isToBeClosed = false
    var hasSaidFarewell = false
  }

  let socket: Descriptor
  private let state: Mutex<State>
  private let limits: ServerLimits
  private let router: ControlServer.Router

  init(
    _ socket: Descriptor, conversation: Conversation, loop: Wakeup, limits: ServerLimits,
    router: @escaping ControlServer.Router
  ) {
    self.socket = socket
    state = Mutex(State(loop: loop, conversation: conversation))
    self.limits = limits
    self.router = router
  }

  // MARK: - What the loop calls

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
  func expire(at now: ContinuousClock.Instant) {
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
      if case .request = state.wait, !socket.hasNoInput { return false }
      state.conversation.makeRoom()
      return true
    }
    if isDone { run() }
    return isDone
  }

  /// Ends the connection, whatever is under way.
  func abandon() { state.withLock { end(&$0) } }

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
      if state.isSending { state.isToBeClosed = true } else { socket.close() }
    }
  }

  // MARK: - What any thread calls

  /// Does all that can be done without waiting.
  func run() {
    var done: Outcome?
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

  /// Sends what the socket takes.
  ///
  /// The client goes on at once, maybe in the place of this very thread, and soon has the loop look for the lock:
  /// nobody holds it here.
  private func send(_ bytes: ArraySlice<UInt8>) -> Outcome {
    bytes.withUnsafeBytes { part in
      do throws(SystemError) {
        return .sent(left: bytes.dropFirst(try socket.send(part)), nil)
      } catch {
        return .sent(left: bytes, error)
      }
    }
  }

  // MARK: - What happens under the lock; no call waits

  private func receive(into space: UnsafeMutableRawBufferPointer, _ state: inout State) {
    guard !state.watch.isOver, state.conversation.wantsInput else { return }
    do throws(SystemError) {
      let count = try socket.read(into: space)
      if count > 0 {
        state.conversation.receive(UnsafeRawBufferPointer(rebasing: space[..<count]))
      } else {
        state.conversation.receiveEnd()
      }
    } catch {
      if !error.wouldWait { end(&state) }
    }
  }

  /// Goes on until there is work to do without the lock, or something must be waited for.
  private func advance(_ state: inout State, after outcome: Outcome?) -> Work? {
    guard outcome != nil || !(state.isRouting || state.isSending) else { return nil }
    state.isRouting = false
    if case .sent(let left, let error) = outcome, !note(left, error, &state) { return nil }
    while !state.watch.isOver {
      switch state.conversation.next() {
      case .route(let request):
        state.isRouting = true
        return .route(request)
      case .send:
        state.isSending = true
        return .send(state.conversation.takeUnsent())
      case .sayFarewell:
        if !state.hasSaidFarewell { socket.endSending() }
        state.hasSaidFarewell = true
        settle(&state)
        return nil
      case .awaitAnswer, .receive:
        settle(&state)
        return nil
      case .close:
        end(&state)
      }
    }
    return nil
  }

  /// Lets the client know at once; the loop closes the socket.
  private func end(_ state: inout State) {
    guard !state.watch.isOver else { return }
    state.watch = Watch(wanted: [], isOver: true)
    socket.endConnection()
  }

  /// Notes what has been sent; false if the socket takes no more now.
  private func note(_ left: ArraySlice<UInt8>, _ error: SystemError?, _ state: inout State) -> Bool {
    state.isSending = false
    if state.isToBeClosed { socket.close() }
    state.conversation.putBack(left)
    guard let error else { return true }
    if error.wouldWait { settle(&state) } else { end(&state) }
    return !error.wouldWait
  }

  private func settle(_ state: inout State) {
    let wait = state.conversation.wait
    state.watch.wanted = state.conversation.wantsInput ? .reading : []
    if case .sending = wait { state.watch.wanted.insert(.writing) }
    state.watch.isLeaving = state.conversation.isEnding
    guard wait != state.wait else { return }
    state.wait = wait
    let patience: Duration? =
      switch wait {
      case .answer: nil
      case .request(_, let hasBegun): hasBegun ? limits.request : limits.idle
      case .sending: limits.send
      case .farewell: limits.farewell
      }
    let now = ContinuousClock.now
    state.watch.deadline = patience.map { now + $0 }
    state.watch.hasBeenServed = state.conversation.hasBeenAsked
    state.watch.waitsSince = wait == .answer(clientHasEnded: false) ? nil : now
    state.watch.isIdle = if case .request(_, hasBegun: false) = wait { true } else { false }
  }
}
#endif
