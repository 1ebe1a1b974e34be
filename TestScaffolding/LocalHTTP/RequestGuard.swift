#if DEBUG
/// A secret between an app and who may control it: 32 random bytes as 64 hexadecimal digits.
package struct ControlToken: Sendable, CustomStringConvertible {
  /// The digits, for those who are allowed to know them.
  package let text: String

  /// A new secret from the system's random source.
  package static func random() -> ControlToken {
    let words = (0..<4).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 16) }
    return ControlToken(text: words.map { String(repeating: "0", count: 16 - $0.utf8.count) + $0 }.joined())
  }

  private static let digits = "0123456789abcdef"

  /// Hides the digits, because descriptions end up in logs.
  package var description: String { "ControlToken(secret)" }

  /// Compares in constant time, so that the duration does not reveal how many digits are right.
  func matches(_ candidate: String) -> Bool {
    text.utf8.count == candidate.utf8.count
      && zip(text.utf8, candidate.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension ControlToken {
  /// A secret of an earlier start; nil if the text cannot be one.
  package init?(kept text: String) {
    guard text.utf8.count == 64, text.utf8.allSatisfy(Self.digits.utf8.contains) else { return nil }
    self.init(text: text)
  }
}

/// Decides which requests are allowed.
struct RequestGuard: Sendable {
  enum Door: Sendable {
    /// Only our user can reach the socket's file, and only our user may connect.
    case unixSocket(owner: UInt32)
    /// Every user and every web page on this machine can reach the port, so each request needs the token.
    case loopback(port: UInt16, token: ControlToken)
  }

  let door: Door
  /// Paths that reveal nothing about the app and need no token: a browser cannot send one when it opens a page.
  var openPaths: Set<String> = []
  /// Called with a description of each request that is refused before it reaches the router.
  var onRefusal: @Sendable (String) -> Void = { _ in }

  /// Why the peer's user may not connect; nil if it may. The user is unknown for a client over TCP.
  func refusal(ofPeer user: UInt32?) -> HTTPRefusal? {
    guard case .unixSocket(let owner) = door, user != owner else { return nil }
    return .forbidden(
      "The app runs as user \(owner) and serves no other; you are \(user.map { "user \($0)" } ?? "nobody known")."
    )
  }

  /// Why the request is not served; nil if it is. Does not look at the body.
  func refusal(of request: HTTPRequest) -> HTTPRefusal? {
    let headers = request.headers
    guard case .loopback(let port, let token) = door else {
      guard headers["origin"] != nil else { return nil }
      return .forbidden(
        "The request has an Origin field, as web pages send it; they may not use this socket.")
    }
    let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Clients leave out the port that is usual.
    guard let host = headers["host"],
      names.contains(host) || port == 80 && names.contains(host + ":80")
    else {
      return .forbidden("The Host field must be \(names[0]) or \(names[1]).")
    }
    // The app's own page has the same host as the requests that it sends.
    guard headers.values("origin").allSatisfy({ $0 == "http://\(host)" }) else {
      return .forbidden("The request comes from a web page of another origin.")
    }
    // To a browser, another port of this machine is the same site; but it belongs to another program.
    guard
      opensPage(request)
        || headers.values("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" })
    else {
      return .forbidden("The request was made by a web page of another origin.")
    }
    if request.verb == "GET", openPaths.contains(request.path) { return nil }
    let shown: [String] = headers.values("authorization").compactMap { value in
      let words: [Substring] = value.split(separator: " ")
      return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
    if shown.isEmpty {
      return .forbidden(
        "The request shows no token. Send \"Authorization: Bearer\" and the token that the app told at its start.",
        status: 401)
    }
    let isRight = shown.contains(where: token.matches)
    return isRight ? nil : .forbidden("The token is not the one of this app.")
  }

  /// Whether a browser opens an open path as a page of its own, because of a link or a file that leads to it. What led
  /// to it cannot read it.
  private func opensPage(_ request: HTTPRequest) -> Bool {
    request.verb == "GET" && openPaths.contains(request.path)
      && request.headers.values("sec-fetch-mode") == ["navigate"]
      && request.headers.values("sec-fetch-dest") == ["document"]
  }
}
#endif
