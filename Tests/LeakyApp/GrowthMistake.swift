import Foundation

/// What the app's definition has for good, and no generation holds.
final class Ledger {
  final class Entry {}
  var entries: [Entry] = []
  lazy var index = Index()

  final class Index { var count = 0 }
}

/// What looks clean at each reset, and adds up all the same.
enum GrowthMistake: String, CaseIterable {
  case ledger, hoard, forgotten
  /// No mistake: each is made once, and kept.
  case formatters

  @MainActor func make(in session: LeakySession) {
    switch self {
    case .ledger: session.ledger?.entries.append(Ledger.Entry())
    case .forgotten:
      let knot = Knot()
      knot.end = knot
    case .formatters: session.done.append(Formats.next())
    case .hoard: Board.shared.hoard.append([UInt8](repeating: 1, count: 200_000))
    }
  }
}

/// What many an app keeps in static variables because it costs time to make: formatters, here for each of its languages.
private enum Formats {
  private static let standard = ISO8601DateFormatter()
  private static var dates: [String: DateFormatter] = [:]
  private static var numbers: [String: NumberFormatter] = [:]
  private static let languages = [
    "en_US", "de_DE", "ja_JP", "ar_EG", "zh_CN", "ru_RU", "ko_KR", "th_TH", "he_IL", "hi_IN", "el_GR",
    "fr_FR",
  ]
  private static var count = 0

  /// The same date and number, each time in the next language.
  static func next() -> String {
    count += 1
    let name = languages[count % languages.count]
    let date = dates[name] ?? DateFormatter()
    (date.locale, date.dateStyle, date.timeStyle) = (Locale(identifier: name), .full, .full)
    let number = numbers[name] ?? NumberFormatter()
    (number.locale, number.numberStyle) = (Locale(identifier: name), .spellOut)
    (dates[name], numbers[name]) = (date, number)
    let day = Date(timeIntervalSince1970: 1_700_000_000)
    return [date.string(from: day), number.string(from: 1_234_567) ?? "", standard.string(from: day)]
      .joined(separator: " ")
  }
}

/// Made and forgotten in one tap: nothing but itself ever holds it.
private final class Knot {
  var end: Knot?
}
