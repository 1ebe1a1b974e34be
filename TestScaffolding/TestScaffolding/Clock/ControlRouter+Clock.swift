#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation
import OperatingSystem

/// Requests that move the app's clock.
extension ControlRouter {
  func move(_ request: ClockRequest) async throws -> ClockReply {
    try check(request.generation)
    let move = try ClockMove(request)
    workbench.didMoveClock(request)
    switch move {
    case .pause(let date): clock.pause(at: date)
    case .advance(let seconds):
      if !clock.isPaused { clock.pause(at: clock.now) }
      try await advance(to: clock.now + seconds)
    case .resume: clock.resume()
    }
    let reply = try await settled()
    return ClockReply(generation: reply.generation, screen: reply.screen, clock: clock.state)
  }

  /// Moves the clock on from one end of a wait to the next, and lets the app become idle after each.
  private func advance(to date: Date) async throws {
    let deadline = Deadline(in: settleLimit)
    var count = 0
    try await settled()
    while clock.wakeNext(until: date) {
      count += 1
      await clock.wokenHaveGoneOn()
      try await settled()
      guard !deadline.hasPassed else {
        throw ErrorReply.failed(
          "After \(settleLimit) the clock stands at \(clock.state.now) only: the app has waited for it "
            + "\(count) times. Advance it in smaller steps, or have the app wait longer at a time.")
      }
    }
  }
}

/// What a request asks of the clock.
private enum ClockMove {
  case pause(Date)
  case advance(seconds: Double)
  case resume

  init(_ request: ClockRequest) throws(ErrorReply) {
    switch (request.pauseAt, request.advanceSeconds, request.resume) {
    case (let text?, nil, nil):
      guard let date = ClockTime.date(text) else {
        throw .malformed(
          "'pauseAt' takes a time with its zone, as in \"\(ClockTime.example)\"; it has \"\(text)\".")
      }
      self = .pause(date)
    case (nil, let seconds?, nil):
      guard seconds.isFinite, seconds >= 0, seconds <= Self.longest else {
        throw .malformed(
          "'advanceSeconds' takes a number from 0, since time does not run backwards, to \(Int(Self.longest)), a "
            + "hundred years; it has \(seconds).")
      }
      self = .advance(seconds: seconds)
    case (nil, nil, true): self = .resume
    default:
      throw .malformed(
        "Expected one of {\"pauseAt\": \"\(ClockTime.example)\"}, {\"advanceSeconds\": 900}, {\"resume\": true}."
      )
    }
  }

  /// A hundred years.
  private static let longest = 3_155_760_000.0
}
#endif
