#if DEBUG
/// A text in which `*` stands for any characters, or none.
struct TextPattern: Sendable, Equatable {
  private let parts: [String]

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether all of the text is as the pattern says.
  func matches(_ text: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return parts == [text] }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    // Whatever matches earliest leaves most to those that follow.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
#endif
