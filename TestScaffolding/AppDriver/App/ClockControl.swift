#if DEBUG
import ControlProtocol
public import Foundation

/// The app's clock, as a test moves it.
///
/// ```swift
/// try app.clock.pause(at: Date("2026-12-31T23:59:00Z", strategy: .iso8601))
/// try app.clock.advance(by: .seconds(60))
/// ```
///
/// The app formats, compares and waits by this clock; what its data and files are dated with comes from it, too. A reset
/// gives the real clock back. Not the app's clock: how long commands and resets may take, and what other processes see.
public struct ClockControl: Sendable {
  let app: App

  /// What the clock shows.
  public var now: Date {
    get throws {
      let text = try app.setup().clock.now
      guard let now = ClockTime.date(text) else {
        throw AppError.noAnswer(
          app: app.executableName, route: .setup, problem: "\(text) is no time.", log: app.log)
      }
      return now
    }
  }

  /// Whether the clock stands still.
  public var isPaused: Bool { get throws { try app.setup().clock.isPaused } }

  /// Sets the clock to a time of day, and stops it.
  ///
  /// What the app waits for then comes only when the clock is moved; it has as long to wait as before. To have the app begin
  /// at a time, launch it with `--pause-clock-at TIME`.
  public func pause(at date: Date, file: StaticString = #filePath, line: UInt = #line) throws {
    try app.move(ClockRequest(pauseAt: ClockTime.exactText(date)), at: CallPlace(file: file, line: line))
  }

  /// Moves the clock on; one that runs is paused first.
  ///
  /// What the app waits for until then happens in the order of its deadlines, and the app is idle and drawn after each,
  /// before this returns.
  public func advance(by duration: Duration, file: StaticString = #filePath, line: UInt = #line) throws {
    try app.move(ClockRequest(advanceSeconds: duration / .seconds(1)), at: CallPlace(file: file, line: line))
  }

  /// Moves the clock on to a later time of day, as ``advance(by:file:line:)`` does.
  public func advance(to date: Date, file: StaticString = #filePath, line: UInt = #line) throws {
    try app.move(
      ClockRequest(advanceTo: ClockTime.exactText(date)), at: CallPlace(file: file, line: line))
  }

  /// Lets the clock run on from where it stands. A clock that runs is left as it is.
  public func resume(file: StaticString = #filePath, line: UInt = #line) throws {
    try app.move(ClockRequest(resume: true), at: CallPlace(file: file, line: line))
  }
}

extension App {
  /// The app's clock.
  public var clock: ClockControl { ClockControl(app: self) }
}
#endif
