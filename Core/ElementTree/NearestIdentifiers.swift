/// Finds the identifiers that somebody may have meant who mistyped one.
public enum NearestIdentifiers {
  /// Returns at most `limit` of the candidates, the most similar first.
  ///
  /// Candidates that have little in common with the word are left out.
  public static func nearest(to word: String, in candidates: [String], limit: Int = 3) -> [String] {
    let wanted = beginning(of: word)
    var seen: Set<String> = []
    var ranked: [(candidate: String, distance: Int, place: Int)] = []
    for (place, candidate) in candidates.enumerated() where seen.insert(candidate).inserted {
      let offered = beginning(of: candidate)
      if isPart(wanted, of: offered) || isPart(offered, of: wanted) {
        ranked.append((candidate, wanted == offered ? 0 : 1, place))
        continue
      }
      let longer = max(wanted.count, offered.count)
      let alike = zip(wanted, offered).prefix { $0 == $1 }.count
      // What begins alike may differ in more.
      let most = max(1, longer / (alike * 3 >= longer ? 2 : 3))
      // The distance is at least the difference in length.
      guard abs(wanted.count - offered.count) <= most else { continue }
      let distance = editDistance(wanted, offered)
      if distance <= most { ranked.append((candidate, distance, place)) }
    }
    ranked.sort { ($0.distance, $0.place) < ($1.distance, $1.place) }
    return ranked.prefix(limit).map(\.candidate)
  }

  private static let longestWord = 64

  /// What is compared of a word. One character may have any number of marks, so they count as well.
  private static func beginning(of word: String) -> [Character] {
    Array(String(word.unicodeScalars.prefix(4 * longestWord)).lowercased().prefix(longestWord))
  }

  /// Whether a word of the text begins with the part, or the part is much of the text.
  private static func isPart(_ part: [Character], of text: [Character]) -> Bool {
    guard !part.isEmpty, part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { start in
      let isWord = start == 0 || !(text[start - 1].isLetter || text[start - 1].isNumber)
      return (isWord || part.count * 3 >= text.count)
        && text[start..<(start + part.count)].elementsEqual(part)
    }
  }

  /// How many characters are wrong, missing or too much, two that have changed places counted once.
  private static func editDistance(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (row, left) in one.enumerated() {
      var current = [row + 1]
      for (column, right) in other.enumerated() {
        let substituted = rows[row][column] + (left == right ? 0 : 1)
        current.append(min(substituted, rows[row][column + 1] + 1, current[column] + 1))
        if row > 0, column > 0, left == other[column - 1], right == one[row - 1] {
          current[column + 1] = min(current[column + 1], rows[row - 1][column - 1] + 1)
        }
      }
      rows.append(current)
    }
    return rows[one.count][other.count]
  }
}
