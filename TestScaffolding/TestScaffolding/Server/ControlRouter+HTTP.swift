#if DEBUG
import ControlProtocol
import LocalHTTP

extension ControlRouter {
  /// Answers a request that a server has received; `way` says by which server.
  nonisolated func respond(to request: HTTPRequest, from way: ResetWay) async -> HTTPResponse {
    do {
      if let page = DebugPage.at(request.path) {
        try request.expect("GET")
        return page.response
      }
      if request.path == TokenProof.path {
        return .json(try proof(for: request))
      }
      let (route, name) = try Self.route(of: request)
      var query = request.query
      let limit = try query.removeValue(forKey: TreeQuery.name).map { try Self.limit($0, of: TreeQuery.name) }
      try Self.check(query, of: route)
      let answer = try await answer(
        route, named: name, query: query, body: RequestBody(bytes: request.body), from: way)
      guard let limit else { return .json(answer) }
      func shown(_ answer: some Encodable, _ tree: TreeReply) -> HTTPResponse {
        .json(ShownAnswer(answer: answer, tree: tree))
      }
      return shown(answer, await tree(onceIdleWithin: limit))
    } catch {
      let reply = ErrorReply(error)
      await workbench.didRefuse("\(reply.code.status): \(request.method) \(request.path): \(reply.message)")
      var response = HTTPResponse.json(reply, status: reply.code.status)
      if let error = error as? WrongMethod {
        response.headers.append(.init(name: "Allow", value: error.allowed))
      }
      return response
    }
  }

  private nonisolated func proof(for request: HTTPRequest) throws -> TokenProof {
    try request.expect("GET")
    let lengths = TokenProof.nonceLengths
    guard let nonce = request.query[TokenProof.nonce], lengths.contains(nonce.utf8.count) else {
      throw ErrorReply.malformed(
        "Expected \(TokenProof.path)?\(TokenProof.nonce)=TEXT with \(lengths.lowerBound) to "
          + "\(lengths.upperBound) bytes that nobody has used before.")
    }
    return TokenProof(host: request.headers["host"] ?? "", nonce: nonce, token: token)
  }

  /// Throws if the route has no such item, because it may be misspelt.
  private nonisolated static func check(_ query: [String: String], of route: ControlRoute) throws(ErrorReply)
  {
    guard let unknown = query.keys.filter({ !route.queryItems.contains($0) }).min() else { return }
    let known = (route.queryItems + [TreeQuery.name]).map { "?\($0)=" }.joined(separator: ", ")
    throw .malformed("\(route.path) has no ?\(unknown)=; it has \(known).")
  }

  /// For most requests, which have no name in their path, so that not all routes are tried for each.
  nonisolated static let routesByPath = Dictionary(
    grouping: ControlRoute.allCases.filter { !$0.hasName }, by: \.path)

  /// The route of a request, and the name in its path.
  private nonisolated static func route(of request: HTTPRequest) throws -> (ControlRoute, name: String) {
    var routes = routesByPath[request.path]?.map { ($0, name: "") } ?? []
    if routes.isEmpty {
      routes = ControlRoute.allCases.compactMap { route in
        route.name(in: request.path).map { (route, name: $0) }
      }
    }
    guard !routes.isEmpty else { throw ErrorReply.noRoute(path: request.path) }
    guard let found = routes.first(where: { $0.0.method == request.verb }) else {
      throw WrongMethod(request: request, methods: routes.map(\.0.method))
    }
    return found
  }
}

/// The body of a request. An empty body counts as an empty JSON object.
struct RequestBody {
  let bytes: [UInt8]

  /// Decodes the body. Unknown fields are refused, because they may be misspelt.
  func decode<Request: Decodable>(_ type: Request.Type = Request.self) throws(ErrorReply) -> Request {
    do {
      return try WireJSON.decodeExactly(from: bytes.isEmpty ? Array("{}".utf8) : bytes)
    } catch {
      throw .malformed("The body cannot be used: \(error).")
    }
  }
}

/// An answer, with what the app shows after that: a page needs one request to do something and to show what came of it.
private struct ShownAnswer<Answer: Encodable>: Encodable {
  let answer: Answer
  let tree: TreeReply
}

extension HTTPRequest {
  func expect(_ method: String) throws(WrongMethod) {
    guard verb == method else { throw WrongMethod(request: self, methods: [method]) }
  }
}

extension ErrorReply.Code {
  /// The HTTP status that belongs to the code.
  var status: Int {
    switch self {
    case .badRequest: 400
    case .forbidden: 403
    case .unknownRoute, .unknownElement: 404
    case .wrongMethod: 405
    case .tooLarge: 413
    case .notActionable, .staleGeneration: 409
    case .badConfiguration: 422
    case .busy: 504
    case .failed: 500
    }
  }
}
#endif
