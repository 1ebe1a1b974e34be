#if DEBUG
/// A text in which each `*` stands for any number of characters, including zero.
public struct TextPattern: Sendable, Equatable {
  private let parts: [String]

  /// Reads a pattern.
  public init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether the pattern matches the whole text.
  public func matches(_ text: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return parts == [text] }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    // The earliest match leaves the most text for the parts that follow.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
#endif
