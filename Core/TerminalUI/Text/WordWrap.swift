/// Fits text that is already safe to show into a number of columns.
package enum WordWrap {
  /// Breaks one paragraph into lines, at spaces and beside wide characters where that is possible.
  ///
  /// - Parameter keepsWords: Whether a word that is too long for a line stays whole.
  package static func lines(
    _ paragraph: String, columns limit: Int, keepsWords: Bool = false
  ) -> [String] {
    var lines: [String] = []
    var line: [Character] = []
    var lineColumns = 0
    var breakIndex: Int?
    var previousIsWide = false

    func emit(_ characters: some BidirectionalCollection<Character>) {
      var text = String(characters)
      while text.last == " " { text.removeLast() }
      lines.append(text)
    }

    for character in paragraph {
      let columns = TextWidth.columns(of: character)
      if character == " " {
        // A space may stand beyond the limit, because spaces at the end of a line are removed.
        line.append(character)
        lineColumns += 1
        breakIndex = line.count
        continue
      }
      if columns == 2 || previousIsWide, !line.isEmpty { breakIndex = line.count }
      if lineColumns + columns > limit, !line.isEmpty, breakIndex != nil || !keepsWords {
        let rest = line[(breakIndex ?? line.count)...]
        emit(line.prefix(breakIndex ?? line.count))
        line = Array(rest)
        lineColumns = TextWidth.columns(of: String(line))
        breakIndex = nil
      }
      line.append(character)
      lineColumns += columns
      previousIsWide = columns == 2
    }
    if !line.isEmpty || lines.isEmpty { emit(line) }
    return lines
  }

  /// Shortens the text to the columns, with an ellipsis where something is missing.
  static func truncated(_ text: String, columns limit: Int) -> String {
    guard TextWidth.columns(of: text) > limit else { return text }
    guard limit > 0 else { return "" }
    var result = ""
    var used = 0
    for character in text {
      let columns = TextWidth.columns(of: character)
      guard used + columns < limit else { break }
      result.append(character)
      used += columns
    }
    return result + "…"
  }
}
