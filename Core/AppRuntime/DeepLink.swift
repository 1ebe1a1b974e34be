import OperatingSystem

/// The place that a link leads to: in `scheme://place/in/the/app?name=value`, everything after `://`.
public nonisolated struct DeepLink: Sendable, Equatable, CustomStringConvertible {
  /// The link or place, as it was given.
  public let text: String
  /// The parts between slashes, with percent escapes undone.
  public let path: [String]
  /// The names and values after `?`, with percent escapes undone; the last value of a repeated name.
  public let query: [String: String]

  /// Reads a link; throws unless it begins with the app's scheme.
  public init(_ text: String, scheme: String?) throws(DeepLinkError) {
    guard let match = text.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.-]*):\/\//),
      let link = DeepLink(text, place: text[match.range.upperBound...])
    else { throw .malformed(text) }
    guard match.output.1.lowercased() == scheme?.lowercased() else { throw .foreign(text, scheme: scheme) }
    self = link
  }

  /// Reads a place, which is what comes after `://` in a link; nil if the text is not a place.
  public init?(place: String) { self.init(place, place: place[...]) }

  private init?(_ text: String, place: Substring) {
    guard let match = place.wholeMatch(of: /([^?#]*)(?:\?([^#]*))?(?:#.*)?/) else { return nil }
    var path: [String] = []
    for part in match.output.1.split(separator: "/") {
      guard let decoded = part.withoutPercentEscapes else { return nil }
      path.append(decoded)
    }
    var query: [String: String] = [:]
    for pair in (match.output.2 ?? "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = sides[0].withoutPercentEscapes,
        let value = (sides.count == 2 ? sides[1] : "").withoutPercentEscapes
      else { return nil }
      query[name] = value
    }
    self.text = text
    self.path = path
    self.query = query
  }

  public var description: String { text }
}

/// Why a link could not be opened. The screen has not changed then.
public nonisolated enum DeepLinkError: Error, Equatable, CustomStringConvertible {
  /// The text is not a link.
  case malformed(String)
  /// The link is for another app: this app's links begin with the given scheme, or it has no links.
  case foreign(String, scheme: String?)
  /// No feature of the app has a screen at that address.
  case unknown(String)

  public var description: String {
    switch self {
    case .malformed(let text): "\"\(text)\" is not a link. Expected \"scheme://place/in/the/app\"."
    case .foreign(let text, let scheme?):
      "The link \"\(text)\" is not for this app, whose links begin with \"\(scheme)://\"."
    case .foreign(let text, nil): "The link \"\(text)\" cannot be opened: this app has no links."
    case .unknown(let text): "The link \"\(text)\" leads to no screen of this app."
    }
  }
}
