import TestSupport

/// What a terminal can be made to send, drawn at random: keys, text, pastes, and bytes that mean nothing.
struct Storm {
  var generator: SeededGenerator

  init(_ generator: SeededGenerator) { self.generator = generator }

  /// Ctrl-C is the user's wish to quit, at any time; it comes only at the end.
  private static let quit: UInt8 = 0x03

  private static let keys: [Key] = [
    .tab, .backTab, .enter, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end, .pageUp,
    .pageDown, .ctrl("l"), .ctrl("r"),
  ]
  private static let texts = ["a", "Ada ", " ", "ada@example.com", "é", "日本", "👩‍👩‍👧", "e\u{301}", "\u{200B}"]
  private static let beginnings = ["\u{1B}", "\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}[200~", "\u{1B}[20"]

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func chance(oneIn count: Int) -> Bool { number(1...count) == 1 }

  /// Returns keys that every app understands.
  mutating func validKeys(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { _ in key() }
  }

  /// Returns some input, whole keys and broken ones.
  mutating func input() -> [UInt8] {
    switch number(1...10) {
    case 1...5: return key()
    case 6: return Array((Self.texts.randomElement(using: &generator) ?? "").utf8)
    case 7: return bytes(number(1...40))
    case 8: return Array((Self.beginnings.randomElement(using: &generator) ?? "").utf8)
    case 9: return Array("\u{1B}[".utf8) + bytes(number(1...60)).map { $0 & 0x0F | 0x30 } + key()
    default:
      let end = chance(oneIn: 4) ? "" : "\u{1B}[201~"
      return Array("\u{1B}[200~".utf8) + bytes(number(0...200)) + Array(end.utf8)
    }
  }

  private mutating func key() -> [UInt8] { (Self.keys.randomElement(using: &generator) ?? .tab).bytes }

  private mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }.filter { $0 != Self.quit }
  }
}
