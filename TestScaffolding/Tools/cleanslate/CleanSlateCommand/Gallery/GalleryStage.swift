#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree

/// One app in one locale, which live resets bring into all that it can be brought to show.
struct GalleryStage {
  /// What the clock of each app shows, so that two galleries can be compared.
  static let clock = ClockTime.example

  let name: String
  let locale: String
  private let app: App
  private let setup: SetupReply
  /// What the situations show.
  private var known: [String: Element] = [:]

  /// Starts the app.
  init(_ name: String, executable: String, locale: String, in surroundings: Surroundings) throws {
    (self.name, self.locale) = (name, locale)
    app = App(executable, settings: .driving(in: surroundings.environment))
    app.launchArguments = Self.arguments
    app.launchEnvironment = ["LC_ALL": locale + ".UTF-8"]
    try app.launch()
    setup = try app.setup()
  }

  /// Starts it again, if it has ended.
  func goOn() throws { if app.state == .notRunning { try app.launch() } }

  func end() { app.terminate() }

  /// What there is to show: the first screen, each situation, each linked place.
  var scenes: [Scene] {
    [Scene(app: name, kind: .start, name: Self.start, summary: "Started with nothing.")]
      + setup.situations.map { Scene(app: name, kind: .situation, name: $0.name, summary: $0.summary) }
      + setup.links.map { Scene(app: name, kind: .link, name: $0.link, summary: $0.summary) }
  }

  /// Brings the app there. A link that shows nothing of its own in the beginning is opened in the first situation in which it
  /// does; the scene says which.
  mutating func show(_ scene: Scene) throws -> (scene: Scene, tree: Element) {
    switch scene.kind {
    case .start, .situation:
      let tree = try tree(with: arguments(of: scene.name))
      known[scene.name] = tree
      return (scene, tree)
    case .link:
      var (first, refusal): ((Scene, Element)?, AppError?) = (nil, nil)
      for name in [Self.start] + setup.situations.map(\.name) {
        do {
          let tree = try tree(with: arguments(of: name) + [Self.open, scene.name])
          var scene = scene
          scene.situation = name == Self.start ? nil : name
          if tree != known[name] { return (scene, tree) }
          first = first ?? (scene, tree)
        } catch let error as AppError where error.isRefusal {
          refusal = refusal ?? error
        }
      }
      guard let first else { throw refusal ?? AppError.notRunning(app: self.name) }
      return first
    }
  }

  private func arguments(of name: String) -> [String] {
    setup.situations.first { $0.name == name }.map { [$0.argument] } ?? []
  }

  private func tree(with arguments: [String]) throws -> Element {
    _ = try app.reset(as: ResetRequest(launchArguments: Self.arguments + arguments))
    return try app.screen().tree
  }

  private static let arguments = [ControlOption.pauseClockAt.name, clock]
  private static let open = "--open"
  private static let start = "start"
}

extension AppError {
  /// Whether the app knows no such place. One that is busy for too long would be so in each situation.
  fileprivate var isRefusal: Bool {
    if case .refused(_, _, let reply) = self { reply.code != .busy } else { false }
  }
}
#endif
