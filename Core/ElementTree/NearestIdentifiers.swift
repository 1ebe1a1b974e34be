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
      if !wanted.isEmpty && (contains(offered, wanted) || contains(wanted, offered)) {
        ranked.append((candidate, wanted == offered ? 0 : 1, place))
        continue
      }
      let most = max(1, max(wanted.count, offered.count) / 2)
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

  private static func contains(_ text: [Character], _ part: [Character]) -> Bool {
    guard !part.isEmpty, part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
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
