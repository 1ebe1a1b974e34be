import Foundation
import StorefrontContracts
import Testing

@Suite("An amount of money")
struct MoneyTests {
  @Test(
    "is written as people of the locale write it",
    arguments: [
      (1290, "EUR", "en_US", "€12.90"), (1290, "EUR", "de_DE", "12,90\u{A0}€"),
      (-504, "USD", "en_US", "-$5.04"),
      (1280, "JPY", "ja_JP", "¥1,280"), (1280, "JPY", "en_US", "¥1,280"), (5, "EUR", "en_US", "€0.05"),
      (1_234_500, "KWD", "en_US", "KWD\u{A0}1,234.500"),
    ])
  func formatted(amount: Int, currency: String, locale: String, text: String) {
    #expect(Money(amount, currency).formatted(for: Locale(identifier: locale)) == text)
  }
}
