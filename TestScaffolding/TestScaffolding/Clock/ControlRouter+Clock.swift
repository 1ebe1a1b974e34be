#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation
import OperatingSystem

/// Requests that move the app's clock.
extension ControlRouter {
  func move(_ request: ClockRequest) async throws -> ClockReply {
    let beginning = (clock.beginnings, host.generation)
    let move = try ClockMove(request)
    // Each begins where the one before it has left the clock.
    try await moves.enter()
    defer { moves.leave() }
    try check(request.generation)
    try checkClock(beginning)
    switch move {
    case .pause(let date):
      workbench.didMoveClock(request)
      clock.pause(at: date)
    case .advance(let way): try await advance(request, way, since: beginning)
    case .resume:
      workbench.didMoveClock(request)
      clock.resume()
    }
    let reply = try await settled()
    try checkClock(beginning)
    return ClockReply(generation: reply.generation, screen: reply.screen, clock: clock.state)
  }

  /// Throws if a reset has set the clock meanwhile. A restart of the app's own leaves the clock alone.
  private func checkClock(_ beginning: (count: Int, generation: Int)) throws {
    guard clock.beginnings == beginning.count else {
      throw ErrorReply.staleGeneration(meant: beginning.generation, current: host.generation)
    }
  }

  /// Moves the clock on from one end of a wait to the next, and lets the app become idle after each.
  private func advance(
    _ request: ClockRequest, _ way: PausableClock.Advance, since beginning: (count: Int, generation: Int)
  ) async throws {
    if case .to(let date) = way { try checkMove(to: date) }
    if !clock.isPaused {
      // Work that waits for a clock that stands keeps no app busy.
      workbench.touch()
      clock.pause(at: clock.now)
    }
    try await settled(orElse: "The clock was not moved on; it stands at \(clock.state.now).")
    try checkClock(beginning)
    workbench.didMoveClock(request)
    let (goal, date) = clock.goal(of: way)
    let deadline = Deadline(in: settleLimit)
    var count = 0
    while clock.wakeNext(until: goal) {
      count += 1
      guard await clock.wokenHaveGoneOn(until: Deadline(in: settleLimit)) else {
        throw blocked(before: date)
      }
      try await settled(
        orElse: "The clock was to be moved on to \(ClockTime.text(date)); it stands at \(clock.state.now).")
      try checkClock(beginning)
      guard !deadline.hasPassed else {
        throw ErrorReply.failed(
          "After \(settleLimit) the clock stands at \(clock.state.now) only: the app has waited for it "
            + "\(count) times. Advance it in smaller steps, or have the app wait longer at a time.")
      }
    }
  }
}

extension ControlRouter {
  /// Whoever asks knows the clock by what it shows, which may be a part of a millisecond later or earlier than it is.
  private func checkMove(to date: Date) throws {
    let now = clock.now
    let shown = ClockTime.date(ClockTime.text(now)) ?? now
    guard date >= min(now, shown) else {
      throw ErrorReply.malformed(
        "The clock shows \(ClockTime.text(shown)), and moving it on cannot turn it back to \(ClockTime.text(date)). "
          + "Reset the app first, or pause the clock at that time.")
    }
    guard date.timeIntervalSince(now) <= ClockMove.longest else {
      throw ErrorReply.malformed(
        "'advanceTo' takes a time in the next hundred years; it has \(ClockTime.text(date)), and the clock shows "
          + "\(ClockTime.text(shown)). Pause the clock at that time.")
    }
  }

  /// The clock stands where it has woken somebody who has not gone on.
  private func blocked(before date: Date) -> ErrorReply {
    let busy = host.activities.map(\.description)
    let work = busy.isEmpty ? "" : " The app is busy with \(busy.joined(separator: ", "))."
    return .failed(
      "The clock was to be moved on to \(ClockTime.text(date)); it stands at \(clock.state.now): what waited for that "
        + "has not gone on within \(settleLimit), most probably because its actor is blocked.\(work)")
  }
}

/// What a request asks of the clock.
private enum ClockMove {
  case pause(Date)
  case advance(PausableClock.Advance)
  case resume

  init(_ request: ClockRequest) throws(ErrorReply) {
    switch (request.pauseAt, request.advanceTo, request.advanceSeconds, request.resume) {
    case (let text?, nil, nil, nil): self = .pause(try Self.date(text, "pauseAt"))
    case (nil, let text?, nil, nil): self = .advance(.to(try Self.date(text, "advanceTo")))
    case (nil, nil, let seconds?, nil):
      guard seconds.isFinite, seconds >= 0, seconds <= Self.longest else {
        throw .malformed(
          "'advanceSeconds' takes a number from 0, since time does not run backwards, to \(Int(Self.longest)), a "
            + "hundred years; it has \(seconds).")
      }
      self = .advance(.by(.seconds(seconds)))
    case (nil, nil, nil, true): self = .resume
    default:
      throw .malformed(
        "Expected one of {\"pauseAt\": \"\(ClockTime.example)\"}, {\"advanceSeconds\": 900}, "
          + "{\"advanceTo\": \"\(ClockTime.example)\"}, {\"resume\": true}.")
    }
  }

  private static func date(_ text: String, _ field: String) throws(ErrorReply) -> Date {
    guard let date = ClockTime.date(text) else {
      throw .malformed(
        "'\(field)' takes a time with its zone, as in \"\(ClockTime.example)\"; it has \"\(text)\".")
    }
    return date
  }

  /// A hundred years.
  static let longest = 3_155_760_000.0
}
#endif
