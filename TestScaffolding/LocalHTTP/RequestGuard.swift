#if DEBUG
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

  /// Why the user at the other end may not connect; nothing if they may.
  func refusal(ofPeer user: UInt32) -> HTTPRefusal? {
    guard case .unixSocket(let owner) = door, user != owner else { return nil }
    return .forbidden("The app runs as user \(owner) and serves no other; you are user \(user).")
  }

  /// Why the request is not served; nothing if it is. The body is not looked at.
  func refusal(of request: HTTPRequest) -> HTTPRefusal? {
    switch door {
    case .unixSocket:
      request.headers["origin"] == nil
        ? nil
        : .forbidden("The request has an Origin field, as web pages send it; they may not use this socket.")
    case .loopback(let port, let token):
      refusalOfSource(request, port: port) ?? refusalOfToken(request, token: token)
    }
  }

  private func refusalOfSource(_ request: HTTPRequest, port: UInt16) -> HTTPRefusal? {
    let names = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = request.headers["host"], names.contains(host) else {
      return .forbidden("The Host field must be \(names[0]) or \(names[1]).")
    }
    // The page that the app serves itself has the very host that it asks.
    guard request.headers.values("origin").allSatisfy({ $0 == "http://\(host)" }) else {
      return .forbidden("The request comes from a web page of another origin.")
    }
    // Another port of this machine counts as the same site, and is another program all the same.
    guard request.headers.values("sec-fetch-site").allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
      return .forbidden("The request was made by a web page of another origin.")
    }
    return nil
  }

  private func refusalOfToken(_ request: HTTPRequest, token: ControlToken) -> HTTPRefusal? {
    if request.method == "GET", openPaths.contains(request.path) { return nil }
    let shown = request.headers.values("authorization").compactMap(Self.bearer)
    if shown.isEmpty {
      return .forbidden(
        "The request shows no token. Send \"Authorization: Bearer\" and the token that the app told at its start.",
        status: 401)
    }
    return shown.contains(where: token.matches)
      ? nil : .forbidden("The token is not the one of this running app.")
  }

  private static func bearer(_ value: String) -> String? {
    let words = value.split(separator: " ")
    return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
  }
}
#endif
