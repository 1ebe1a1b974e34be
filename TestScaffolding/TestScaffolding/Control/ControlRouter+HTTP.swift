#if DEBUG
import ControlProtocol
import LocalHTTP

extension ControlRouter {
  /// Answers a request that a server has received; `way` says by which server.
  nonisolated func respond(to request: HTTPRequest, from way: ResetTrigger) async -> HTTPResponse {
    do {
      if request.path == DebugPage.path { return try Self.page(for: request) }
      if request.path == TokenProof.path {
        return .json(try TokenProof(of: request, token: identity.token))
      }
      let route = try Self.route(of: request)
      return .json(
        try await answer(route, query: request.query, body: RequestBody(bytes: request.body), from: way))
    } catch {
      let reply = ErrorReply(error)
      await workbench.didRefuse("\(reply.code.status): \(request.method) \(request.path): \(reply.message)")
      return .json(reply, status: reply.code.status)
    }
  }

  private nonisolated static func page(for request: HTTPRequest) throws(RequestError) -> HTTPResponse {
    try request.expect("GET")
    return DebugPage.response
  }

  private nonisolated static func route(of request: HTTPRequest) throws(RequestError) -> ControlRoute {
    let routes = ControlRoute.allCases.filter { $0.path == request.path }
    guard let first = routes.first else { throw .noRoute(path: request.path) }
    guard let route = routes.first(where: { $0.method == request.method }) else {
      throw .wrongMethod(
        path: first.path, expected: routes.map(\.method).joined(separator: " or "), found: request.method)
    }
    return route
  }
}

extension HTTPRequest {
  func expect(_ method: String) throws(RequestError) {
    guard self.method == method else {
      throw .wrongMethod(path: path, expected: method, found: self.method)
    }
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
