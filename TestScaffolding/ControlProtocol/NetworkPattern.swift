#if DEBUG
import ElementTree
package import Foundation
import Leaks

/// A target that is known to be one which requests can have.
package struct NetworkPattern: Sendable, Equatable {
  /// The target as it is written.
  package let text: String
  private let method: String
  /// Scheme, host and port; nil for any server.
  private let server: Server?
  private let path: TextPattern
  private let query: [QueryItem]

  /// A value of the query that a request has to have.
  private struct QueryItem: Sendable, Equatable {
    let name: String
    let value: TextPattern?

    func matches(_ item: URLQueryItem) -> Bool {
      guard name == item.name else { return false }
      guard let value, let found = item.value else { return value == nil && item.value == nil }
      return value.matches(found)
    }
  }

  private struct Server: Sendable, Equatable {
    let scheme, host: String
    let port: Int

    init?(_ url: URL) {
      guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else { return nil }
      (self.scheme, self.host) = (scheme, host)
      port = url.port ?? (scheme == "https" ? 443 : 80)
      guard (1...65_535).contains(port) else { return nil }
    }
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "*"]

  /// Reads a target; throws why no request can have it.
  package init(_ text: String) throws(NetworkMessageError) {
    self.text = text
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2, !words[1].isEmpty else {
      throw NetworkMessageError(target: text, "expected a method and a path, as in \"GET /menu\"")
    }
    guard Self.methods.contains(words[0]) else {
      let nearest = NearestIdentifiers.nearest(to: words[0], in: Self.methods, limit: 1).first
      throw NetworkMessageError(
        target: text,
        "\"\(words[0])\" is no method; "
          + (nearest.map { "nearest: \($0)" } ?? "there are \(Self.methods.joined(separator: ", "))"))
    }
    let address = words[1]
    guard !address.contains("#") else {
      throw NetworkMessageError(target: text, "no request has what follows a \"#\"")
    }
    guard !address.contains(where: \.isWhitespace) else {
      throw NetworkMessageError(target: text, "no address has a blank in it; write %20")
    }
    method = words[0]
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    var place = parts[0]
    if place.hasPrefix("/") {
      server = nil
    } else {
      guard let url = URL(string: place.replacing("*", with: "%2A")), let server = Server(url),
        ["http", "https"].contains(server.scheme)
      else {
        throw NetworkMessageError(
          target: text,
          "expected a path that begins with \"/\", or an address like https://kitchen.example/menu")
      }
      self.server = server
      let rest = place.drop { $0 != ":" }.dropFirst(3)
      place = String(rest.drop { $0 != "/" })
    }
    // As Foundation undoes the escapes of the address that this is compared with.
    guard let path = (place.isEmpty ? "/" : place).removingPercentEncoding else {
      throw NetworkMessageError(
        target: text, "a \"%\" is not followed by two hexadecimal digits, or escapes what is no text")
    }
    self.path = TextPattern(path)
    let items = parts.count > 1 ? URLComponents(string: "/?" + parts[1])?.queryItems ?? [] : []
    query = items.map { QueryItem(name: $0.name, value: $0.value.map { TextPattern($0) }) }
  }

  /// Whether a request with that method and address is meant.
  package func matches(_ method: String, _ url: URL) -> Bool {
    guard self.method == "*" || self.method == method.uppercased() else { return false }
    guard server == nil || server == Server(url) else { return false }
    let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    let path = components?.path ?? url.path()
    guard self.path.matches(path.isEmpty ? "/" : path) else { return false }
    let given = query.isEmpty ? [] : components?.queryItems ?? []
    return query.allSatisfy { item in given.contains(where: item.matches) }
  }

  /// Whether a request with that address, which is meant, asks for nothing beyond what the target lists.
  package func hasWholeQuery(of url: URL) -> Bool {
    query.count == URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?.count ?? 0
  }

  /// Whether a request that an app has made is meant.
  package func matches(_ request: NetworkRequest) -> Bool {
    URL(string: request.url).map { matches(request.method, $0) } ?? false
  }
}

/// What is wrong with what somebody says about the network.
package struct NetworkMessageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  /// Why a target is none that a request can have.
  fileprivate init(target: String, _ problem: String) {
    self.init("\"\(target)\" is no address of a request: \(problem)")
  }

  /// Why requests cannot be answered as a route says.
  package init(route target: String, _ problem: String) {
    self.init("The route \"\(target)\" makes no sense: \(problem)")
  }

  /// What is wrong with a recording.
  package init(recording path: String, _ problem: String) {
    self.init(Self.sentence("The recording \(path) cannot be used: \(problem)"))
  }

  /// The text as one that ends.
  package var sentence: String { Self.sentence(description) }

  private static func sentence(_ text: String) -> String {
    text.last.map("?.".contains) == true ? text : text + "."
  }
}
#endif
