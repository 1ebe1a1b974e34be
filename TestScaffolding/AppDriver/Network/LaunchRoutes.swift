#if DEBUG
import ControlProtocol

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
