#if DEBUG
import Glibc

/// What happens under the connection's lock; no call waits.
extension Connection {
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

  /// Goes on until a request is ready for the router, or something must be waited for.
  func advance(_ state: inout State, afterRouting: Bool) -> HTTPRequest? {
    guard afterRouting || !state.isRouting else { return nil }
    state.isRouting = false
    while !state.watch.isOver {
      switch state.conversation.next() {
      case .route(let request):
        state.isRouting = true
        return request
      case .send:
        guard send(&state) else {
          settle(&state)
          return nil
        }
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

  /// Sends what the socket takes; false if it takes no more now.
  private func send(_ state: inout State) -> Bool {
    let count = state.conversation.unsent.withUnsafeBytes { bytes in
      Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
    if count >= 0 {
      state.conversation.markSent(count)
    } else if errno == EAGAIN {
      return false
    } else if errno != EINTR {
      end(&state)
    }
    return true
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
      case .nothing: nil
      case .request(_, let hasBegun): hasBegun ? limits.request : limits.idle
      case .sending: limits.send
      case .farewell: limits.farewell
      }
    state.watch.deadline = patience.map { MonotonicClock.now + $0.nanoseconds }
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
