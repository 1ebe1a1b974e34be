import AppRuntime
import ElementTree
import FeatureFlags
import Observation
import SettingsScreens

/// Puts a page that lists the situations in front of a feature.
struct StartPageFeature: FeaturePlugin {
  let wrapped: any FeaturePlugin
  let appName: String
  let version: String

  var flags: [FlagDeclaration] { wrapped.flags }
  var launchOptions: [LaunchOption] { wrapped.launchOptions }
  var situations: [Situation] { wrapped.situations }
  var linkedPlaces: [LinkedPlace] { wrapped.linkedPlaces }

  func check(_ launch: LaunchConfiguration) throws { try wrapped.check(launch) }

  func makeSession(in environment: AppEnvironment) throws -> any FeatureSession {
    if environment.launch.contains(Situations.from) {
      return ReturningSession(try wrapped.makeSession(in: environment), environment: environment)
    }
    // The launch asks for a screen or a situation in another way, so the start page is skipped.
    if environment.launch.contains(.open) || !environment.situations.isEmpty {
      return try wrapped.makeSession(in: environment)
    }
    return StartPageSession(
      situations: wrapped.situations,
      settings: SettingsFeature(appName: appName, version: version).makeSession(in: environment),
      environment: environment)
  }
}

/// A feature that was started from the start page; going back from its first screen returns there.
@Observable
final class ReturningSession: FeatureSession {
  private(set) var asksToDiscard = false

  @ObservationIgnored private let wrapped: any FeatureSession
  @ObservationIgnored private let environment: AppEnvironment

  init(_ wrapped: any FeatureSession, environment: AppEnvironment) {
    self.wrapped = wrapped
    self.environment = environment
  }

  var body: Element {
    var screen = wrapped.body.traits(.allowsBack)
    if asksToDiscard {
      screen.children.append(
        Confirmation(discardingWith: ReturnAction.discard, keepingWith: .keep, id: "return-alert").element)
    }
    return screen
  }

  func handle(_ action: Action) throws(ActionError) {
    if case .tap(let identifier) = action, let answer = ReturnAction(rawValue: identifier) {
      asksToDiscard = false
      if answer == .discard { returnToStartPage() }
    } else if action == .back, !wrapped.body.traits.contains(.allowsBack) {
      if environment.restart.losesUnsaved { asksToDiscard = true } else { returnToStartPage() }
    } else {
      try wrapped.handle(action)
    }
  }

  func open(_ link: DeepLink) -> Bool {
    guard wrapped.open(link) else { return false }
    asksToDiscard = false
    return true
  }

  private func returnToStartPage() {
    // A link would lead past the start page.
    let launch = environment.restart.launch.setting(Situations.from, to: nil).setting(.open, to: nil)
    environment.restart(.init(launch: launch))
  }
}

/// What can be pressed in the question on the way back to the start page.
nonisolated enum ReturnAction: String {
  case keep = "return-keep"
  case discard = "return-discard"
}

@Observable
final class StartPageSession: FeatureSession {
  private(set) var showsSettings = false

  @ObservationIgnored private let situations: [Situation]
  @ObservationIgnored private let settings: any FeatureSession
  @ObservationIgnored private let environment: AppEnvironment

  init(situations: [Situation], settings: any FeatureSession, environment: AppEnvironment) {
    self.situations = situations
    self.settings = settings
    self.environment = environment
  }

  var body: Element {
    guard !showsSettings else { return settings.body.traits(.allowsBack) }
    return StartPage(situations: situations).element
  }

  func handle(_ action: Action) throws(ActionError) {
    if case .tap(let identifier) = action, !showsSettings {
      guard let action = StartPageAction(rawValue: identifier) else { throw .unhandled(identifier) }
      tap(action)
    } else if action == .back, !settings.body.traits.contains(.allowsBack) {
      showsSettings = false
    } else {
      try settings.handle(action)
    }
  }

  func tap(_ action: StartPageAction) {
    switch action {
    case .settings: showsSettings = true
    case .situation(let name):
      environment.restart(
        .init(
          launch: environment.restart.launch.setting(Situations.from, to: name),
          erasesData: Situations.replacesData(name)))
    }
  }
}

nonisolated enum StartPageAction: RawRepresentable {
  case settings
  case situation(String)

  private enum Family: String, IdentifierFamily { case from = "start-from" }

  init?(rawValue: String) {
    if rawValue == Self.settings.rawValue {
      self = .settings
    } else if let (family, name) = Family.split(rawValue) {
      switch family {
      case .from: self = .situation(name)
      }
    } else {
      return nil
    }
  }

  var rawValue: String {
    switch self {
    case .settings: "start-settings"
    case .situation(let name): Family.from.identifier(of: name)
    }
  }
}

/// Lists the situations that a sample app can show.
struct StartPage: ElementConvertible {
  let situations: [Situation]

  var element: Element {
    Screen("start-page", title: "Start page") {
      Text("What would you like to see?", id: "headline").traits(.heading)
      List("Situations", id: "situations") {
        for (situation, before) in zip([Situations.here] + situations, [nil] + [Situations.here] + situations)
        {
          if let topic = situation.topic, topic != before?.topic { Text(topic).traits(.heading) }
          Cell(situation.summary, id: StartPageAction.situation(situation.name))
        }
      }
      Text("All but the first replace your data.").traits(.secondary)
      Text("For --from, each has a name: see --list-situations.").traits(.secondary)
      Button("Settings", id: StartPageAction.settings)
    }.element
  }
}
