/// The text of a field while it is edited; the cursor position is counted in characters.
struct LineEditor: Equatable {
  private var characters: [Character]
  private(set) var cursor: Int

  init(text: String, cursor: Int) {
    characters = Array(text)
    self.cursor = min(max(cursor, 0), characters.count)
  }

  var text: String { String(characters) }

  /// Returns the text as one line, without control characters.
  static func flattened(_ text: String) -> String {
    var trimmed = Substring(text)
    while trimmed.last?.isNewline == true { trimmed.removeLast() }
    var result = ""
    for character in trimmed {
      if character.isNewline || character == "\t" {
        result += " "
      } else if !character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        result.append(character)
      }
    }
    return result
  }

  /// Does what the key means in a field; returns false if it means nothing there.
  mutating func handle(_ key: Key) -> Bool {
    switch key {
    case .text(let text), .paste(let text): insert(text)
    case .backspace: delete((cursor - 1)..<cursor)
    case .delete: delete(cursor..<(cursor + 1))
    case .left: cursor = max(0, cursor - 1)
    case .right: cursor = min(characters.count, cursor + 1)
    case .home, .control("a"): cursor = 0
    case .end, .control("e"): cursor = characters.count
    case .control("k"): delete(cursor..<characters.count)
    case .control("u"): delete(0..<cursor)
    case .control("w"): delete(startOfWord..<cursor)
    default: return false
    }
    return true
  }

  private mutating func insert(_ text: String) {
    // A combining mark may join the character before it, so the cursor is counted in the joined text.
    let before = String(characters[..<cursor]) + Self.flattened(text)
    characters = Array(before + String(characters[cursor...]))
    cursor = before.count
  }

  private mutating func delete(_ range: Range<Int>) {
    let held = range.clamped(to: 0..<characters.count)
    characters.removeSubrange(held)
    cursor = held.lowerBound
  }

  private var startOfWord: Int {
    var start = cursor
    while start > 0, characters[start - 1].isWhitespace { start -= 1 }
    while start > 0, !characters[start - 1].isWhitespace { start -= 1 }
    return start
  }
}
