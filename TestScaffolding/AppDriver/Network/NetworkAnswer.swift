#if DEBUG
public import ControlProtocol
public import Foundation

/// What an app gets for a request, in the place of a server's answer.
///
/// ```swift
/// .file("menu.json")
/// .json(#"{"items": []}"#).delayed(by: .seconds(2))
/// .text("not found").status(404)
/// .failure(.connectionLost)
/// ```
///
/// Delays and trickles go by the app's clock: while it is paused, they last until the test moves it. A delay that is longer
/// than the request waits for a sign of the server ends it with ``ControlProtocol/NetworkFailure/timedOut``.
public struct NetworkAnswer: Sendable, Equatable {
  var route = NetworkRoute(to: "")
  /// The file that holds the answer, which is read when the answer is given to the app.
  var file: String?

  /// A status, and nothing else.
  public static func status(_ status: Int) -> Self { Self().status(status) }

  /// A text.
  public static func text(_ text: String) -> Self { Self().changing { $0.text = text } }

  /// JSON, as text.
  public static func json(_ text: String) -> Self { .text(text).header("Content-Type", "application/json") }

  /// A value as JSON.
  public static func json(encoding value: some Encodable) throws -> Self {
    .json(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }

  /// Bytes.
  public static func data(_ data: Data) -> Self { .base64(data.base64EncodedString()) }

  /// Bytes, as Base64.
  public static func base64(_ text: String) -> Self { Self().changing { $0.base64 = text } }

  /// What a file holds, as it is when the answer is given to the app. The path is relative to the file of the test.
  public static func file(_ path: String, relativeTo test: StaticString = #filePath) -> Self {
    let url = URL(filePath: path, relativeTo: URL(filePath: "\(test)").deletingLastPathComponent())
    var answer = Self()
    answer.file = url.path
    return url.pathExtension == "json" ? answer.header("Content-Type", "application/json") : answer
  }

  /// No answer, for that reason.
  public static func failure(_ failure: NetworkFailure) -> Self { Self().changing { $0.fails = failure } }

  /// The same with that status; without one it is 200.
  public func status(_ status: Int) -> Self { changing { $0.status = status } }

  /// The same with that header field, in the place of an earlier one of the name.
  public func header(_ name: String, _ value: String) -> Self {
    changing {
      $0.headers = ($0.headers ?? [:]).filter { $0.key.lowercased() != name.lowercased() }
        .merging([name: value]) { $1 }
    }
  }

  /// The same, later.
  public func delayed(by duration: Duration) -> Self { changing { $0.delaySeconds = duration / .seconds(1) } }

  /// The same in pieces of so many bytes, with that time before each.
  public func trickling(_ bytes: Int, every duration: Duration) -> Self {
    changing { ($0.trickleBytes, $0.trickleSeconds) = (bytes, duration / .seconds(1)) }
  }

  /// The beginning of it: after so many bytes the connection is lost.
  public func breakingOff(after bytes: Int) -> Self { changing { $0.breaksOffAfter = bytes } }

  private func changing(_ change: (inout NetworkRoute) -> Void) -> Self {
    var copy = self
    change(&copy.route)
    return copy
  }

  /// The answer as the app is told of it.
  func route(to target: NetworkTarget, once: Bool) throws(AppError) -> NetworkRoute {
    var route = route
    route.to = target.description
    route.once = once ? true : nil
    guard let file else { return route }
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw .noAnswerToGive(
        target: target.description,
        problem: FileManager.default.fileExists(atPath: file)
          ? "\(file) cannot be read: \(error.localizedDescription)" : "there is no file \(file).")
    }
    if let text = String(data: bytes, encoding: .utf8) {
      route.text = text
    } else {
      route.base64 = bytes.base64EncodedString()
    }
    return route
  }
}

/// Which requests of an app are meant: a method, and a path or a whole address.
///
/// `.get("/menu")` means that path on any server, `.get("https://kitchen.example/menu")` on that one. A `*` in the path stands
/// for any characters. A query lists what a request has to ask for: `/menu?lang=de` means `/menu?page=2&lang=de`, too.
public struct NetworkTarget: Sendable, Equatable, CustomStringConvertible {
  /// The target as it is written: `GET /menu`.
  public let description: String

  /// Requests with that method.
  public init(_ method: String, _ address: String) { description = "\(method) \(address)" }

  /// Requests that get something.
  public static func get(_ address: String) -> Self { Self("GET", address) }
  /// Requests that send something new.
  public static func post(_ address: String) -> Self { Self("POST", address) }
  /// Requests that put something in its place.
  public static func put(_ address: String) -> Self { Self("PUT", address) }
  /// Requests that change a part of something.
  public static func patch(_ address: String) -> Self { Self("PATCH", address) }
  /// Requests that delete something.
  public static func delete(_ address: String) -> Self { Self("DELETE", address) }
  /// Requests with any method.
  public static func any(_ address: String) -> Self { Self("*", address) }
}

/// Answers that an app has from its first moment, and again after each reset with the same launch arguments.
///
/// ```swift
/// try launchApp(otherArgs: LaunchRoutes().reply(to: .get("/menu"), with: .file("menu.json")).arguments)
/// ```
public struct LaunchRoutes: Sendable {
  private var routes: [NetworkRoute] = []

  /// No routes: an app that begins with these may ask for nothing.
  public init() {}

  /// The same with one more route, as ``NetworkControl/reply(to:with:once:file:line:)`` sets it.
  public func reply(to target: NetworkTarget, with answer: NetworkAnswer, once: Bool = false) throws -> Self {
    var copy = self
    copy.routes.append(try answer.route(to: target, once: once))
    return copy
  }

  /// The launch arguments.
  public var arguments: [String] {
    get throws {
      var start = Start()
      start.network.routes = routes
      return try start.words()
    }
  }
}
#endif
