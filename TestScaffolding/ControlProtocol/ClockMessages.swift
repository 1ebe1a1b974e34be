#if DEBUG
public import Foundation

/// The body of `POST /clock`: one of its fields.
package struct ClockRequest: Codable, Sendable, Equatable {
  /// Sets the clock to this time of day, as in `2026-12-31T23:59:00Z`, and stops it.
  package var pauseAt: String?
  /// Moves the clock on, past everything that the app waits for until then.
  package var advanceSeconds: Double?
  /// Moves the clock on to this time of day in the same way.
  package var advanceTo: String?
  /// Lets the clock run on from where it stands.
  package var resume: Bool?
  package var generation: Int?

  package init(
    pauseAt: String? = nil, advanceSeconds: Double? = nil, advanceTo: String? = nil, resume: Bool? = nil,
    generation: Int? = nil
  ) {
    self.pauseAt = pauseAt
    self.advanceSeconds = advanceSeconds
    self.advanceTo = advanceTo
    self.resume = resume
    self.generation = generation
  }
}

extension ClockRequest: CustomStringConvertible {
  package var description: String {
    if let pauseAt { return "pause the clock at \(pauseAt)" }
    if let advanceTo { return "advance the clock to \(advanceTo)" }
    if let secondsText { return "advance the clock by \(secondsText) s" }
    return "resume the clock"
  }

  /// The seconds as people write them; nil if the clock is not to be advanced.
  package var secondsText: String? { advanceSeconds.map(\.short) }
}

extension Double {
  /// Without what a whole number needs not.
  var short: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

/// The answer to `POST /clock`: the app is idle and drawn again.
package struct ClockReply: Codable, Sendable, Equatable {
  package var generation: Int
  package var screen: String?
  package var clock: ClockState

  package init(generation: Int, screen: String?, clock: ClockState) {
    self.generation = generation
    self.screen = screen
    self.clock = clock
  }
}

/// What the app's clock shows.
public struct ClockState: Codable, Sendable, Equatable {
  /// The time of day: `2026-12-31T23:59:00.000Z`.
  public var now: String
  /// Whether the clock stands still.
  public var isPaused: Bool

  public init(now: Date, isPaused: Bool) {
    self.now = ClockTime.text(now)
    self.isPaused = isPaused
  }
}

/// Times of day as they are written in messages and on the command line.
public enum ClockTime {
  /// What a time should look like.
  public static let example = "2026-12-31T23:59:00Z"

  /// Writes a time with milliseconds, in UTC.
  public static func text(_ date: Date) -> String {
    // The format cuts off what is less than a millisecond, and a time that was read is often a little less than was written.
    let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
    return Date(timeIntervalSince1970: (milliseconds + 0.5) / 1_000)
      .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// Writes a time with as many digits as it needs to be the same when it is read.
  package static func exactText(_ date: Date) -> String {
    let text = text(date)
    guard self.date(text) != date else { return text }
    let second = date.timeIntervalSince1970.rounded(.down)
    let fraction = String(format: "%.8f", date.timeIntervalSince1970 - second).dropFirst(2)
    return "\(Self.text(Date(timeIntervalSince1970: second)).dropLast(4))\(fraction)Z"
  }

  /// Writes a time as an expression of Swift.
  public static func expression(_ date: Date) -> String {
    let whole = date.formatted(.iso8601)
    return (try? Date(whole, strategy: .iso8601)) == date
      ? "Date(\"\(whole)\", strategy: .iso8601)"
      : "Date(timeIntervalSince1970: \(date.timeIntervalSince1970))"
  }

  /// Reads a time with its zone; nil if it is none.
  public static func date(_ text: String) -> Date? {
    guard isWritten(text) else { return nil }
    return (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
  }

  /// Whether the text is a whole time of a day that there is. Foundation makes a time of nearly anything.
  private static func isWritten(_ text: String) -> Bool {
    let form =
      #/
      ([0-9]{4})-(0[1-9]|1[0-2])-([0-9]{2}) T (?:[01][0-9]|2[0-3]) (?: :[0-5][0-9]){2} (?: \.[0-9]+)?
      (?: Z | [+\-](?:[01][0-9]|2[0-3]) :? [0-5][0-9])
      /#.matchingSemantics(.unicodeScalar)
    guard let match = text.wholeMatch(of: form), let year = Int(match.1), let month = Int(match.2),
      let day = Int(match.3), year > 0
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return (1...[31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]).contains(day)
  }
}
#endif
