#if DEBUG
import ControlProtocol
import LocalHTTP

extension ControlRouter {
  /// Answers a request as it comes from a connection of a server, which is a way to a reset.
  nonisolated func respond(to request: HTTPRequest, from way: ResetTrigger) async -> HTTPResponse {
    do throws(ErrorReply) {
      if request.path == DebugPage.path { return try Self.page(for: request) }
      let route = try Self.route(of: request)
      return .json(
        try await answer(route, query: request.query, body: RequestBody(bytes: request.body), from: way))
    } catch {
      await workbench.didRefuse("\(error.code.status): \(request.method) \(request.path): \(error.message)")
      return .json(error, status: error.code.status)
    }
  }

  private nonisolated static func page(for request: HTTPRequest) throws(ErrorReply) -> HTTPResponse {
    guard request.method == "GET" else {
      throw ErrorReply(.wrongMethod, "The page is asked with GET, not with \(request.method).")
    }
    return DebugPage.response
  }

  private nonisolated static func route(of request: HTTPRequest) throws(ErrorReply) -> ControlRoute {
    guard let route = ControlRoute.allCases.first(where: { $0.path == request.path }) else {
      let known = ControlRoute.allCases.map(\.path).joined(separator: ", ")
      throw ErrorReply(.unknownRoute, "There is no \(request.path). There are \(known).")
    }
    guard route.method == request.method else {
      throw ErrorReply(
        .wrongMethod, "\(route.path) is asked with \(route.method), not with \(request.method).")
    }
    return route
  }
}

extension ErrorReply.Code {
  /// The status that goes with the code in an HTTP answer.
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
