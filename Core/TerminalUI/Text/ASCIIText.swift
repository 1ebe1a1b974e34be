/// Text for a terminal that may have ASCII characters only.
enum ASCIIText {
  /// Returns the text with something like it, and as wide, in place of each other character.
  static func like(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { $0 += like($1) }
  }

  private static func like(_ character: Character) -> String {
    if character.isASCII { return String(character) }
    let columns = TextWidth.columns(of: character)
    if character.isWhitespace { return String(repeating: " ", count: columns) }
    guard columns == 1, let scalar = character.unicodeScalars.first else {
      return String(repeating: "?", count: columns)
    }
    // The rest of the character are marks, such as an accent that is a scalar of its own.
    if scalar.isASCII { return String(Character(scalar)) }
    return signs[scalar] ?? letter(scalar) ?? (isBoxDrawing(scalar) ? "+" : "?")
  }

  private static let signs: [Unicode.Scalar: String] = [
    "─": "-", "━": "-", "│": "|", "┃": "|", "█": "#", "░": ".", "┊": "|", "▲": "!", "▸": ">", "✓": "v",
    "×": "x", "…": ".",
    "•": "*", "●": "*", "○": "o", "◉": "@", "·": ".", "−": "-", "–": "-", "—": "-", "“": "\"", "”": "\"",
    "„": "\"", "‘": "'", "’": "'",
    "€": "E", "£": "L", "¥": "Y", "→": ">", "←": "<", "↑": "^", "↓": "v", "★": "*", "☆": ".", "ß": "s",
  ]

  private static func isBoxDrawing(_ scalar: Unicode.Scalar) -> Bool {
    (0x2500...0x257F).contains(scalar.value)
  }

  /// The letter below an accent, which the name of a character says: `LATIN SMALL LETTER U WITH GRAVE`.
  private static func letter(_ scalar: Unicode.Scalar) -> String? {
    guard let words = scalar.properties.name?.split(separator: " "), words.count > 4, words[0] == "LATIN",
      words[2] == "LETTER", words[3].count == 1
    else { return nil }
    return words[1] == "SMALL" ? words[3].lowercased() : String(words[3])
  }
}
