#if DEBUG
import ControlProtocol
import LocalHTTP

extension ControlRouter {
  /// Answers a request that a server has received; `way` says by which server.
  nonisolated func respond(to request: HTTPRequest, from way: ResetTrigger) async -> HTTPResponse {
    do {
      if request.path == DebugPage.path { return try Self.page(for: request) }
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
    guard request.method == "GET" else {
      throw .wrongMethod(path: DebugPage.path, expected: "GET", found: request.method)
    }
    return DebugPage.response
  }

  private nonisolated static func route(of request: HTTPRequest) throws(RequestError) -> ControlRoute {
    guard let route = ControlRoute.allCases.first(where: { $0.path == request.path }) else {
      throw .noRoute(path: request.path)
    }
    guard route.method == request.method else {
      throw .wrongMethod(path: route.path, expected: route.method, found: request.method)
    }
    return route
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
