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

  /// A question that the user has to answer before something is done.
  private enum Question { case erase, discard }

  private(set) var navigation = NavigationStack(root: Route.overview)
  private(set) var draft = ""
  private(set) var problem: String?
  private var question: Question?
  /// Counts the changes of flags, because the flags themselves cannot be observed.
  private var flagChanges = 0

  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let appName: String
  @ObservationIgnored private let version: String
  /// The value of each flag that the app was built with.
  @ObservationIgnored private let valuesAtStart: [FlagLiteral]

  init(environment: AppEnvironment, appName: String, version: String) {
    self.environment = environment
    self.appName = appName
    self.version = version
    valuesAtStart = environment.flags.all.map(\.resolved.value)
  }

  var body: Element {
    _ = flagChanges
    var screen =
      switch navigation.top {
      case .overview:
        OverviewScreen(
          flags: flags, needsRestart: needsRestart,
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
    switch question {
    case .erase: screen.children.append(EraseAlert().element)
    case .discard: screen.children.append(DiscardAlert().element)
    case nil: break
    }
    return screen
  }

  func tap(_ action: SettingsAction) {
    (problem, question) = (nil, nil)
    switch action {
    case .button(.erase): question = .erase
    case .button(.keep): break
    case .button(.confirmErase): environment.restart(.init(erasesData: true))
    case .button(.restart) where environment.restart.losesUnsaved: question = .discard
    case .button(.restart), .button(.discard): environment.restart(.init())
    case .button(.toggle): toggle()
    case .button(.save): save()
    case .button(.clear): change(to: nil)
    case .flag(let key): show(key)
    }
  }

  func edit(_ field: SettingsField, to text: String) {
    problem = nil
    switch field {
    case .value: draft = text
    }
  }

  func goBack() {
    problem = nil
    navigation.pop()
  }

  func open(_ link: DeepLink) -> Bool {
    guard link.path.first == "settings" else { return false }
    switch link.path.dropFirst().first {
    case nil where link.path.count == 1:
      navigation.replace(root: .overview)
    case "flags" where link.path.count == 3:
      navigation.replace(root: .overview)
      show(link.path[2])
    default: return false
    }
    (problem, question) = (nil, nil)
    return true
  }

  private var needsRestart: Bool { environment.flags.all.map(\.resolved.value) != valuesAtStart }

  private var flags: [FlagState] {
    let choices = environment.flags.userValues
    return environment.flags.all.map {
      FlagState(declaration: $0.declaration, resolved: $0.resolved, choice: choices[$0.declaration.key])
    }
  }

  private func flag(_ key: String) -> FlagState? { flags.first { $0.declaration.key == key } }

  private func show(_ key: String) {
    navigation.push(.flag(key))
    draft = flag(key)?.editableText ?? ""
  }

  private var shownFlag: FlagState? {
    guard case .flag(let key) = navigation.top else { return nil }
    return flag(key)
  }

  private func toggle() {
    guard let flag = shownFlag, case .bool(let isOn) = flag.edited else { return }
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
      try environment.setUserFlag(literal, forKey: flag.declaration.key)
      flagChanges += 1
      draft = self.flag(flag.declaration.key)?.editableText ?? ""
    } catch {
      problem = "This could not be saved: \(error)"
    }
  }
}
