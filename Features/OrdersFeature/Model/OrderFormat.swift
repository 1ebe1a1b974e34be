import AppRuntime
import Foundation

/// Writes prices and times as the person is used to them.
nonisolated struct OrderFormat: Sendable {
  let locale: Locale
  let timeZone: TimeZone

  /// A price in the smallest unit of the currency.
  func price(_ amount: Int, _ currency: String) -> String {
    Money(amount, currency).formatted(for: locale)
  }

  /// A day, with its year where that is not this one.
  func day(_ date: Date, now: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let isThisYear = calendar.component(.year, from: date) == calendar.component(.year, from: now)
    let day = style.month(.abbreviated).day()
    return date.formatted(isThisYear ? day : day.year())
  }

  func time(_ date: Date) -> String { date.formatted(style.hour().minute()) }

  func dayAndTime(_ date: Date) -> String {
    date.formatted(style.year().month(.wide).day().hour().minute())
  }

  private var style: Date.FormatStyle {
    Date.FormatStyle(locale: locale, calendar: locale.calendar, timeZone: timeZone)
  }
}
