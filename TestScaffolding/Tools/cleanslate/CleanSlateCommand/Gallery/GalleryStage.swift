#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import OperatingSystem

/// One app in one locale, which live resets bring into all that it can be brought to show.
struct GalleryStage {
  /// What the clock of each app shows, so that two galleries can be compared.
  static let clock = ClockTime.example

  let name: String
  let locale: String
  private let app: App
  private let setup: SetupReply
  /// What the app shows in each situation, and in none.
  private var known: [String?: Element] = [:]

  /// Starts the app. Nobody waits for it any more once `interruption` is readable.
  init(
    _ name: String, executable: String, locale: String, in surroundings: Surroundings,
    until interruption: Descriptor?
  ) throws {
    (self.name, self.locale) = (name, locale)
    var settings = AppSettings.driving(in: surroundings.environment)
    settings.cancellation = interruption
    app = App(executable, settings: settings)
    app.launchArguments = try Self.words()
    app.launchEnvironment = ["LC_ALL": locale + ".UTF-8"]
    try app.launch()
    setup = try app.setup()
  }

  /// Starts it again, if it has ended.
  func goOn() throws { if app.state == .notRunning { try app.launch() } }

  func end() { app.terminate() }

  /// What there is to show: the first screen, each situation, each linked place.
  var scenes: [Scene] {
    [Scene(app: name, kind: .start, name: "start", summary: "Started with nothing.")]
      + setup.situations.map { Scene(app: name, kind: .situation, name: $0.name, summary: $0.summary) }
      + setup.links.map { Scene(app: name, kind: .link, name: $0.link, summary: $0.summary) }
  }

  /// Brings the app there. A link that shows nothing of its own in the beginning is opened in the first situation in which it
  /// does; the scene says which.
  mutating func show(_ scene: Scene) throws -> (scene: Scene, tree: Element) {
    guard scene.kind == .link else {
      let situation = setup.situations.first { scene.kind == .situation && $0.name == scene.name }
      let tree = try tree(in: situation)
      known[situation?.name] = tree
      return (scene, tree)
    }
    var (first, refusal): ((Scene, Element)?, AppError?) = (nil, nil)
    for situation in [nil] + setup.situations {
      do {
        let tree = try tree(in: situation, opening: scene.name)
        var scene = scene
        scene.situation = situation?.name
        if tree != known[situation?.name] { return (scene, tree) }
        first = first ?? (scene, tree)
      } catch let error as AppError where error.isRefusal {
        refusal = refusal ?? error
      }
    }
    guard let first else { throw refusal ?? AppError.notRunning(app: name) }
    return first
  }

  private func tree(in situation: SetupReply.Situation?, opening link: String? = nil) throws -> Element {
    let arguments = [situation?.argument].compactMap(\.self) + (link.map { ["--open", $0] } ?? [])
    _ = try app.reset(as: ResetRequest(launchArguments: try Self.words() + arguments))
    return try app.screen().tree
  }

  private static func words() throws -> [String] {
    var start = Start()
    start.clock = ClockTime.date(clock)
    return try start.words()
  }
}

extension AppError {
  /// Whether the app knows no such place. One that is busy for too long would be so in each situation.
  fileprivate var isRefusal: Bool {
    if case .refused(_, _, let reply) = self { reply.code != .busy } else { false }
  }
}
#endif
