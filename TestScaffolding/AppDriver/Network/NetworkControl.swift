#if DEBUG
public import ControlProtocol
import OperatingSystem

/// The app's network, as a test answers for it.
///
/// ```swift
/// try app.network.reply(to: .get("/menu"), with: .file("menu.json"))
/// try app.network.reply(to: .post("/orders"), with: .failure(.connectionLost), once: true)
/// ```
///
/// As soon as a test has said something about the network, a request that no route answers is an error for the app and fails
/// the test, which names the nearest route. Without a word about it, requests to this machine go to their servers, and others
/// are refused unless the app is started with `--network allow`. A reset ends all of it.
public struct NetworkControl: Sendable {
  let app: App

  /// Answers requests from now on: all of them, or the next.
  ///
  /// A route takes the place of an earlier one for the same target. Answers for one request each come first: one whose
  /// query is that of the request, then the others in the order in which they were given. Of the rest, the latest that fits.
  public func reply(
    to target: NetworkTarget, with answer: NetworkAnswer, once: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let place = CallPlace(file: file, line: line)
    try app.recorder.placed(at: place) {
      var route = try answer.route(to: target, once: once)
      route.generation = app.generation
      try app.speak(of: .setNetwork, route, step: "\(target): \(route)", at: place)
    }
  }

  /// Answers requests with what a closure returns. It is called once, in the test, before the app is told.
  public func reply(
    to target: NetworkTarget, once: Bool = false, file: StaticString = #filePath, line: UInt = #line,
    with answer: () throws -> NetworkAnswer
  ) throws {
    try reply(to: target, with: answer(), once: once, file: file, line: line)
  }

  /// Forgets all routes and requests: requests go to their servers again, on this machine.
  public func removeAll(file: StaticString = #filePath, line: UInt = #line) throws {
    try app.speak(of: .clearNetwork, step: "Remove all routes", at: CallPlace(file: file, line: line))
  }

  /// What the app has asked servers for since its latest reset, the oldest first.
  public var requests: [NetworkRequest] { get throws { try app.networkReply(at: nil).requests } }

  /// What the app has asked for of a kind, the oldest first.
  public func requests(
    to target: NetworkTarget? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws -> [NetworkRequest] {
    let place = CallPlace(file: file, line: line)
    return try app.recorder.placed(at: place) {
      let fits = try target.map(matcher)
      return try app.networkReply(at: place).requests.filter { fits?($0) ?? true }
    }
  }

  /// Returns the first request of a kind, or the one with that number; waits for it if it is not there yet.
  ///
  /// The app answers as soon as it makes a request, so this neither sleeps nor polls. Throws if there is none in time.
  @discardableResult
  public func waitForRequest(
    to target: NetworkTarget, number: Int = 1, timeout: Double, file: StaticString = #filePath,
    line: UInt = #line
  ) throws -> NetworkRequest {
    let place = CallPlace(file: file, line: line)
    return try app.recorder.placed(at: place) {
      try wait(for: target, number, timeout, at: place)
    }
  }

  private func wait(
    for target: NetworkTarget, _ number: Int, _ timeout: Double, at place: CallPlace
  ) throws -> NetworkRequest {
    guard number >= 1 else {
      throw AppError.noSuchRequest(app: app.executableName, target: target.description, number: number)
    }
    let fits = try matcher(target)
    let deadline = Deadline(in: .seconds(max(0, min(timeout, 86_400))))
    var reply = try app.networkReply(at: place)
    var seen: [NetworkRequest] = []
    while true {
      seen += reply.requests
      let fitting = seen.filter(fits)
      if fitting.count >= number { return fitting[number - 1] }
      try Task.checkCancellation()
      let milliseconds = deadline.remainingMilliseconds
      guard milliseconds > 0 else {
        throw AppError.noRequest(
          app: app.executableName, target: target.description, count: number, seconds: timeout,
          made: seen.suffix(20).map { "\($0.method) \($0.url)" })
      }
      reply = try app.networkReply(TreeQuery(after: reply.count, milliseconds: milliseconds), at: place)
    }
  }

  private func matcher(_ target: NetworkTarget) throws -> (NetworkRequest) -> Bool {
    let pattern = try NetworkPattern(target.description)
    return { pattern.matches($0) }
  }
}

extension App {
  /// The app's network.
  public var network: NetworkControl { NetworkControl(app: self) }
}
#endif
