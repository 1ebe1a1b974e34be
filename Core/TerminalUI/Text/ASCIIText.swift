import ElementTree

/// Text for a terminal that may have ASCII characters only.
enum ASCIIText {
  /// Returns what a screen shows with signs for which ASCII needs several letters written out. A field has its text as it is,
  /// because the cursor is in it.
  static func spelledOut(_ tree: Element) -> Element {
    tree.mapElements { element in
      element.label = spelledOut(element.label)
      if !element.role.isEditable { element.value = element.value.map(spelledOut) }
    }
  }

  /// Returns `EUR 5.80` for `€5.80`.
  static func spelledOut(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    var written = ""
    var last: (isWord: Bool, isSpelled: Bool) = (false, false)
    for character in text {
      let spelled = currencies[character]
      let isWord = spelled != nil || character.isLetter || character.isNumber
      if last.isWord, isWord, last.isSpelled || spelled != nil { written += " " }
      written += spelled ?? String(character)
      last = (isWord, spelled != nil)
    }
    return written
  }

  private static let currencies: [Character: String] = ["€": "EUR", "£": "GBP"]

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
    "─": "-", "━": "-", "│": "|", "┃": "#", "█": "#", "░": ".", "┊": "|", "▲": "!", "▸": ">", "✓": "v",
    "×": "x", "…": "~",
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
