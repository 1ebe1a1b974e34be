#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation

/// A route that is known to make sense: which requests it means, and how it answers them.
struct PlannedAnswer: Sendable {
  let pattern: NetworkPattern
  let route: NetworkRoute
  private let body: Data

  /// Checks a route; throws what is wrong with it.
  init(_ route: NetworkRoute) throws {
    self.route = route
    pattern = try NetworkPattern(route.to)
    func check(_ holds: Bool, _ problem: @autoclosure () -> String) throws {
      if !holds { throw NetworkMessageError(route: route.to, problem()) }
    }
    if let status = route.status {
      try check((200...599).contains(status), "'status' takes a number from 200 to 599; it has \(status)")
    }
    for (name, value) in (route.headers ?? [:]).sorted(by: { $0.key < $1.key }) {
      let isToken =
        !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
      try check(isToken, "\"\(name)\" is no name of a header field")
      try check(
        !value.unicodeScalars.contains { $0 == "\r" || $0 == "\n" },
        "the header field \(name) has a line's end in it")
    }
    try check(route.text == nil || route.base64 == nil, "give 'text' or 'base64', not both")
    if let text = route.base64 {
      guard let bytes = Data(base64Encoded: text) else {
        throw NetworkMessageError(route: route.to, "'base64' is not Base64")
      }
      body = bytes
    } else {
      body = Data((route.text ?? "").utf8)
    }
    for (name, seconds) in [("delaySeconds", route.delaySeconds), ("trickleSeconds", route.trickleSeconds)] {
      guard let seconds else { continue }
      try check(
        seconds.isFinite && (0...NetworkRoute.longestDelay).contains(seconds),
        "'\(name)' takes a number from 0 to \(Int(NetworkRoute.longestDelay)); it has \(seconds)")
    }
    try check(
      (route.trickleBytes == nil) == (route.trickleSeconds == nil),
      "'trickleBytes' and 'trickleSeconds' belong together")
    try check(
      route.trickleBytes ?? 1 > 0, "'trickleBytes' takes a number above 0; it has \(route.trickleBytes ?? 0)")
    if let end = route.breaksOffAfter {
      try check(
        end >= 0 && end <= body.count,
        "'breaksOffAfter' takes a number from 0 to the \(body.count) bytes of the answer; it has \(end)")
    }
    let holdsNothing =
      route.status == nil && route.headers == nil && route.text == nil && route.base64 == nil
      && route.trickleBytes == nil && route.breaksOffAfter == nil
    try check(route.fails == nil || holdsNothing, "what fails has no answer; leave the rest out")
  }

  /// Answers as a server would, in the time of the clock.
  nonisolated(nonsending) func answer(
    _ request: HTTPClient.Request, by clock: PausableClock
  ) async throws -> HTTPClient.Response {
    if let seconds = route.delaySeconds { try await wait(seconds, request, clock) }
    if let failure = route.fails {
      throw HTTPClient.Failure.unreachable(host: request.host, HTTPClient.Reason(failure))
    }
    var response = HTTPClient.Response(status: route.status ?? 200, headers: route.headers ?? [:])
    guard request.accepts.contains(response.status), request.method != "HEAD" else { return response }
    let end = route.breaksOffAfter ?? body.count
    let piece = route.trickleBytes ?? max(1, end)
    while response.body.count < end {
      if let seconds = route.trickleSeconds { try await wait(seconds, request, clock) }
      let next = min(end, response.body.count + piece)
      response.body = body.prefix(next)
      if next > request.limit { throw HTTPClient.Failure.tooLong(limit: request.limit) }
    }
    guard route.breaksOffAfter == nil else {
      throw HTTPClient.Failure.unreachable(host: request.host, .connectionLost)
    }
    return response
  }

  private nonisolated(nonsending) func wait(
    _ seconds: Double, _ request: HTTPClient.Request, _ clock: PausableClock
  ) async throws {
    let duration = Duration.seconds(seconds)
    try await clock.appClock.wait(min(duration, request.timeout))
    if duration > request.timeout {
      throw HTTPClient.Failure.unreachable(host: request.host, .timedOut)
    }
  }
}

extension HTTPClient.Reason {
  init(_ failure: NetworkFailure) {
    self =
      switch failure {
      case .cannotConnect: .cannotConnect
      case .unknownHost: .unknownHost
      case .timedOut: .timedOut
      case .connectionLost: .connectionLost
      case .offline: .offline
      }
  }
}
#endif
