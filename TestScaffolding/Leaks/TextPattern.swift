#if DEBUG
/// A text in which each `*` stands for any number of characters, including zero.
package struct TextPattern: Sendable, Equatable {
  private let parts: [String]

  package init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether the pattern matches the type of the leak, or its type and name: `descriptor /tmp/index`. The module with which a
  /// type is written where two have its name may be left out.
  package func matches(_ leak: Leak) -> Bool {
    let own = leak.type.split(separator: ".").last.map(String.init) ?? ""
    return [leak.type, own].contains { matches($0) || matches("\($0) \(leak.name)") }
  }

  /// Whether the pattern matches the whole text.
  package func matches(_ text: String) -> Bool {
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
