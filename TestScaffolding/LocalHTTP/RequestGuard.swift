#if DEBUG
/// A secret of one running app: 32 random bytes as 64 hexadecimal digits.
package struct ControlToken: Sendable, CustomStringConvertible {
  /// The digits, for those who may know them.
  package let text: String

  /// A new secret from the system's random source.
  package static func random() -> ControlToken {
    ControlToken(text: String((0..<64).compactMap { _ in "0123456789abcdef".randomElement() }))
  }

  /// Never the digits: a description ends up in logs.
  package var description: String { "ControlToken(secret)" }

  /// Compares in a time that does not tell how much of the candidate is right.
  func matches(_ candidate: String) -> Bool {
    text.utf8.count == candidate.utf8.count
      && zip(text.utf8, candidate.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

/// Decides who may ask.
struct RequestGuard: Sendable {
  enum Door: Sendable {
    /// The socket's file is only ours, and so must be whoever connects.
    case unixSocket(owner: UInt32)
    /// Every user and every web page of this machine can reach the port, so each request shows the token.
    case loopback(port: UInt16, token: ControlToken)
  }

  let door: Door
  /// What tells nothing of the app: a page that whoever opens it has no way to show a token with.
  var openPaths: Set<String> = []
  /// Told in words of everything that is refused before the router is asked.
  var onRefusal: @Sendable (String) -> Void = { _ in }

  /// Why the user at the other end may not connect; nothing if they may. Who it is, is not known of a port's client.
  func refusal(ofPeer user: UInt32?) -> HTTPRefusal? {
    guard case .unixSocket(let owner) = door, user != owner else { return nil }
    return .forbidden(
      "The app runs as user \(owner) and serves no other; you are \(user.map { "user \($0)" } ?? "nobody known")."
    )
  }

  /// Why the request is not served; nothing if it is. The body is not looked at.
  func refusal(of request: HTTPRequest) -> HTTPRefusal? {
    let headers = request.headers
    guard case .loopback(let port, let token) = door else {
      guard headers["origin"] != nil else { return nil }
      return .forbidden(
        "The request has an Origin field, as web pages send it; they may not use this socket.")
    }
    let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = headers["host"], names.contains(host) else {
      return .forbidden("The Host field must be \(names[0]) or \(names[1]).")
    }
    // The page that the app serves itself has the very host that it asks.
    guard headers.values("origin").allSatisfy({ $0 == "http://\(host)" }) else {
      return .forbidden("The request comes from a web page of another origin.")
    }
    // Another port of this machine counts as the same site, and is another program all the same.
    guard headers.values("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
      return .forbidden("The request was made by a web page of another origin.")
    }
    if request.method == "GET", openPaths.contains(request.path) { return nil }
    let shown = headers.values("authorization").map { $0.split(separator: " ") }
      .filter { $0.count == 2 && $0[0].lowercased() == "bearer" }
    if shown.isEmpty {
      return .forbidden(
        "The request shows no token. Send \"Authorization: Bearer\" and the token that the app told at its start.",
        status: 401)
    }
    let isRight = shown.contains { token.matches(String($0[1])) }
    return isRight ? nil : .forbidden("The token is not the one of this running app.")
  }
}
#endif
