import Foundation

/// Writes dates for the person who uses the app.
nonisolated struct AccountDates: Sendable {
  let locale: Locale
  let timeZone: TimeZone

  /// A day that means the same everywhere.
  func day(_ date: Date) -> String { text(date, .long, .omitted, .gmt) }

  /// A time of day, with the date unless it is today.
  func moment(_ date: Date, seenAt now: Date) -> String {
    text(date, calendar.isDate(date, inSameDayAs: now) ? .omitted : .abbreviated, .shortened, timeZone)
  }

  private var calendar: Calendar {
    var calendar = locale.calendar
    calendar.timeZone = timeZone
    return calendar
  }

  private func text(
    _ date: Date, _ day: Date.FormatStyle.DateStyle, _ time: Date.FormatStyle.TimeStyle, _ zone: TimeZone
  ) -> String {
    date.formatted(
      Date.FormatStyle(date: day, time: time, locale: locale, calendar: locale.calendar, timeZone: zone))
  }
}
