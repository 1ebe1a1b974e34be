/// The address of a screen: `scheme://place/in/the/app?name=value`.
public nonisolated struct DeepLink: Sendable, Equatable, CustomStringConvertible {
  /// The link as it was given.
  public let text: String
  /// What stands before `://`, in lower case.
  public let scheme: String
  /// The parts between slashes, with percent escapes undone.
  public let path: [String]
  /// The names and values after `?`, with percent escapes undone; of a repeated name the last value.
  public let query: [String: String]

  /// Reads a link, or returns nothing for a text that is none.
  public init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):\/\/([^?#]*)(?:\?([^#]*))?(?:#.*)?/)
    else { return nil }
    var path: [String] = []
    for part in match.output.2.split(separator: "/") {
      guard let decoded = Self.decode(part) else { return nil }
      path.append(decoded)
    }
    var query: [String: String] = [:]
    for pair in (match.output.3 ?? "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decode(sides[0]), let value = Self.decode(sides.count == 2 ? sides[1] : "") else {
        return nil
      }
      query[name] = value
    }
    self.text = text
    scheme = match.output.1.lowercased()
    self.path = path
    self.query = query
  }

  public var description: String { text }

  private static func decode(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// Why a link could not be opened; the screen is as it was.
public nonisolated enum DeepLinkError: Error, Equatable, CustomStringConvertible {
  /// The text is not a link.
  case malformed(String)
  /// No feature of the app has a screen at that address.
  case unknown(String)

  public var description: String {
    switch self {
    case .malformed(let text): "\"\(text)\" is not a link. Expected \"scheme://place/in/the/app\"."
    case .unknown(let text): "The link \"\(text)\" leads to no screen of this app."
    }
  }
}
