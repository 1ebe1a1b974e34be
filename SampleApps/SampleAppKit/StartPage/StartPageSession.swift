import AppRuntime
import ElementTree
import Observation

/// The start page while it is shown.
@Observable
final class StartPageSession: FeatureSession {
  private(set) var showsSettings = false

  @ObservationIgnored private let points: [StartingPoint]
  @ObservationIgnored private let title: String
  @ObservationIgnored private let settings: any FeatureSession
  @ObservationIgnored private let environment: AppEnvironment

  init(
    points: [StartingPoint], title: String, settings: any FeatureSession, environment: AppEnvironment
  ) {
    self.points = points
    self.title = title
    self.settings = settings
    self.environment = environment
  }

  var body: Element {
    guard !showsSettings else { return settings.body.traits(.allowsBack) }
    return StartPage(title: title, points: points).element
  }

  func handle(_ action: Action) {
    guard !showsSettings else { return handleInSettings(action) }
    guard case .tap(let identifier) = action else { return }
    if identifier == StartPage.settingsID {
      showsSettings = true
    } else if let name = StartPage.situation(of: identifier) {
      environment.restart(
        .init(
          launch: environment.restart.launch.setting(Situations.from, to: name),
          erasesData: name != Situations.here.name))
    }
  }

  private func handleInSettings(_ action: Action) {
    if action == .back, !settings.body.traits.contains(.allowsBack) {
      showsSettings = false
    } else {
      settings.handle(action)
    }
  }
}

/// The list of what a sample can show.
struct StartPage: ElementConvertible {
  static let settingsID = "start-settings"
  private static let prefix = "start-from-"

  let title: String
  let points: [StartingPoint]

  static func situation(of identifier: String) -> String? {
    identifier.hasPrefix(prefix) ? String(identifier.dropFirst(prefix.count)) : nil
  }

  var element: Element {
    Screen("start-page", title: "Start page") {
      Text("What would you like to see of \(title)?", id: "headline").traits(.heading)
      List("Situations", id: "situations") {
        for point in [Situations.here] + points {
          Cell(point.summary, id: Self.prefix + point.name)
        }
      }
      Text("Each but the first begins with data of its own, in place of what is here.").traits(.secondary)
      Button("Settings", id: Self.settingsID)
    }.element
  }
}
