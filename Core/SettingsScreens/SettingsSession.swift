import AppRuntime
import ElementTree
import FeatureFlags
import Observation

/// The settings of an app while it runs.
@Observable
final class SettingsSession: FeatureSession {
  enum Route: Hashable {
    case overview
    case flag(String)
  }

  private(set) var navigation = NavigationStack(root: Route.overview)
  private(set) var draft = ""
  private(set) var problem: String?
  private(set) var asksToErase = false
  private(set) var needsRestart = false
  /// Counts what is done to the flags, which cannot be observed themselves.
  private var flagChanges = 0

  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let appName: String
  @ObservationIgnored private let version: String
  @ObservationIgnored private let scheme: String

  init(environment: AppEnvironment, appName: String, version: String, scheme: String) {
    self.environment = environment
    self.appName = appName
    self.version = version
    self.scheme = scheme
  }

  var body: Element {
    _ = flagChanges
    var screen =
      switch navigation.top {
      case .overview:
        OverviewScreen(
          flags: environment.flags.all.map(FlagState.init), needsRestart: needsRestart,
          about: "\(appName) \(version)"
        ).element
      case .flag(let key):
        if let flag = flag(key) {
          FlagScreen(flag: flag, draft: draft, needsRestart: needsRestart).element
        } else {
          UnknownFlagScreen(key: key).element
        }
      }
    if let problem { screen.children.append(Text(problem, id: "settings-problem").traits(.failure)) }
    if asksToErase { screen.children.append(EraseAlert().element) }
    return screen
  }

  func handle(_ action: Action) {
    problem = nil
    switch action {
    case .tap(let identifier): tap(identifier)
    case .edit(SettingsID.value, let text): draft = text
    case .edit, .focus: break
    case .back: navigation.pop()
    }
  }

  func open(_ link: DeepLink) -> Bool {
    guard link.scheme == scheme, link.path.first == "settings" else { return false }
    switch link.path.dropFirst().first {
    case nil where link.path.count == 1:
      navigation.replace(root: .overview)
    case "flags" where link.path.count == 3:
      navigation.replace(root: .overview)
      show(link.path[2])
    default: return false
    }
    return true
  }

  private func flag(_ key: String) -> FlagState? {
    environment.flags.all.first { $0.declaration.key == key }.map(FlagState.init)
  }

  private func show(_ key: String) {
    navigation.push(.flag(key))
    draft = flag(key)?.editableText ?? ""
  }

  private func tap(_ identifier: String) {
    switch identifier {
    case SettingsID.erase: asksToErase = true
    case SettingsID.keep: asksToErase = false
    case SettingsID.confirmErase:
      asksToErase = false
      environment.restart(.init(erasesData: true))
    case SettingsID.restart: environment.restart(.init())
    case SettingsID.toggle: toggle()
    case SettingsID.save: save()
    case SettingsID.clear: change(to: nil)
    default:
      if let key = SettingsID.flagKey(of: identifier) { show(key) }
    }
  }

  private var shownFlag: FlagState? {
    guard case .flag(let key) = navigation.top else { return nil }
    return flag(key)
  }

  private func toggle() {
    guard let flag = shownFlag, case .bool(let isOn) = flag.value else { return }
    change(to: .bool(!isOn))
  }

  private func save() {
    guard let flag = shownFlag else { return }
    guard let literal = flag.literal(from: draft) else {
      problem = "\"\(draft)\" is not \(flag.expectation)."
      return
    }
    change(to: literal)
  }

  private func change(to literal: FlagLiteral?) {
    guard let flag = shownFlag else { return }
    do {
      try environment.setUserFlag(literal, forKey: flag.key)
      flagChanges += 1
      needsRestart = true
      draft = self.flag(flag.key)?.editableText ?? ""
    } catch {
      problem = "This could not be saved: \(error)"
    }
  }
}
