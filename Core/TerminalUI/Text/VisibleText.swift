/// Makes text from anywhere safe to show on a terminal.
package enum VisibleText {
  /// Returns the text on one line; control characters that a terminal might obey are replaced by visible ones.
  static func line(_ text: some StringProtocol) -> String {
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(text) }
    var result = ""
    for character in text { append(character, to: &result) }
    return result
  }

  /// Returns the lines of the text, each safe to show.
  package static func lines(_ text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line($0) }
  }

  private static let mostScalarsOfOneCharacter = 16

  private static func append(_ character: Character, to result: inout String) {
    if character == "\t" {
      result += "    "
    } else if character.isNewline {
      result += " "
    } else {
      let scalars = character.unicodeScalars.prefix(mostScalarsOfOneCharacter).map(visible)
      let shown = Character.joined(scalars)
      if TextWidth.columns(of: shown) > 0 { result += shown }
    }
  }

  private static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: scalar
    }
  }
}

extension Character {
  fileprivate static func joined(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }
}
