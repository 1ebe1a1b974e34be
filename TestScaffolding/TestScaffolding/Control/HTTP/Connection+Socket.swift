#if DEBUG
import Glibc

/// What happens under the connection's lock, but for the sending; no call waits.
extension Connection {
  /// What is done without the lock.
  enum Work {
    case route(HTTPRequest)
    case send(ArraySlice<UInt8>)

    enum Outcome {
      case routed
      /// What the socket did not take, and the error if it took nothing.
      case sent(left: ArraySlice<UInt8>, error: Int32?)
    }
  }

  func receive(into space: UnsafeMutableRawBufferPointer, _ state: inout State) {
    guard !state.watch.isOver, state.conversation.wantsInput else { return }
    let count = recv(number, space.baseAddress, space.count, 0)
    if count > 0 {
      state.conversation.receive(UnsafeRawBufferPointer(rebasing: space[..<count]))
    } else if count == 0 {
      state.conversation.receiveEnd()
    } else if errno != EAGAIN && errno != EINTR {
      end(&state)
    }
  }

  /// Goes on until there is work to do without the lock, or something must be waited for.
  func advance(_ state: inout State, after outcome: Work.Outcome?) -> Work? {
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
        if !state.hasSaidFarewell { shutdown(number, Int32(SHUT_WR)) }
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
  func end(_ state: inout State) {
    guard !state.watch.isOver else { return }
    state.watch = .over
    shutdown(number, Int32(SHUT_RDWR))
  }

  /// Sends what the socket takes.
  ///
  /// The client goes on at once, maybe in the place of this very thread, and soon has the loop look for the lock:
  /// nobody holds it here.
  func send(_ bytes: ArraySlice<UInt8>) -> Work.Outcome {
    let count = bytes.withUnsafeBytes { Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    guard count >= 0 else { return .sent(left: bytes, error: errno) }
    return .sent(left: bytes.dropFirst(count), error: nil)
  }

  /// Notes what has been sent; false if the socket takes no more now.
  private func note(_ left: ArraySlice<UInt8>, _ error: Int32?, _ state: inout State) -> Bool {
    state.isSending = false
    if state.loop == nil { state.socket = nil }
    state.conversation.putBack(left)
    switch error {
    case nil, EINTR: return true
    case EAGAIN:
      settle(&state)
      return false
    default:
      end(&state)
      return true
    }
  }

  private func settle(_ state: inout State) {
    let wait = state.conversation.wait
    var events: Int16 = state.conversation.wantsInput ? Int16(POLLIN) : 0
    if case .sending = wait { events |= Int16(POLLOUT) }
    state.watch.events = events
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
    let now = MonotonicClock.now
    state.watch.deadline = patience.map { now + $0.nanoseconds }
    state.watch.isAcquainted = state.conversation.hasBeenAsked
    state.watch.waitsSince = wait == .answer(clientHasEnded: false) ? nil : now
    state.watch.isIdle = if case .request(_, hasBegun: false) = wait { true } else { false }
  }
}

enum MonotonicClock {
  /// The time in nanoseconds.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
#endif
