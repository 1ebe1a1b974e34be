import AppRuntime
import Foundation

/// Writes prices and times as the person is used to them.
nonisolated struct ShopFormat: Sendable {
  let locale: Locale
  let timeZone: TimeZone
  let currency: String

  func price(_ amount: Int) -> String { Money(amount, currency).formatted(for: locale) }

  /// What something costs on top; nothing for what is free.
  func extra(_ amount: Int) -> String? { amount == 0 ? nil : "+" + price(amount) }

  func time(_ date: Date) -> String {
    date.formatted(
      Date.FormatStyle(locale: locale, calendar: locale.calendar, timeZone: timeZone).hour().minute())
  }
}
