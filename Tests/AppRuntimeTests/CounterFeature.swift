import AppData
import AppRuntime
import ElementTree
import FeatureFlags
import Observation
import TestSupport

/// A small feature with one of everything that a host has to care for.
struct CounterFeature: FeaturePlugin {
  static let step = FeatureFlag("counter.step", default: 1, "How much a tap adds.")

  var flags: [FlagDeclaration] { [Self.step.declaration] }
  var repeatsIdentifier = false

  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    CounterSession(environment: environment, repeatsIdentifier: repeatsIdentifier)
  }
}

enum CounterAction: String { case less, more, nothing }
enum CounterField: String { case name }
/// What stands on the screen by mistake: the session reads neither as its own.
enum ForeignAction: String { case foreignButton = "foreign-button", foreignField = "foreign-field" }

@Observable @MainActor
final class CounterSession: FeatureSession {
  var count = 0
  var text = ""
  var linked: String?
  @ObservationIgnored var bodies = 0
  @ObservationIgnored var isBackHandled = false
  @ObservationIgnored let environment: AppEnvironment
  @ObservationIgnored let repeatsIdentifier: Bool

  init(environment: AppEnvironment, repeatsIdentifier: Bool) {
    self.environment = environment
    self.repeatsIdentifier = repeatsIdentifier
    count = (try? environment.data.preferences.integer(forKey: "count")) ?? 0
  }

  var body: Element {
    bodies += 1
    return Screen(linked ?? "counter", title: "Counter", allowsBack: true) {
      Text("\(count)", id: "count")
      Button("Less", id: CounterAction.less)
      Button("More", id: CounterAction.more).traits(.primary)
      Button("Nothing", id: CounterAction.nothing)
      if linked == "foreign" {
        Button("Foreign", id: ForeignAction.foreignButton)
        TextField("Foreign", id: ForeignAction.foreignField, text: text)
      }
      if linked != nil { TextField("Name", id: CounterField.name, text: text) }
      if repeatsIdentifier { Button("More", id: CounterAction.more) }
    }.element
  }

  func tap(_ action: CounterAction) {
    switch action {
    case .more: set(count + environment.flags[CounterFeature.step])
    case .less: set(count - 1)
    case .nothing: break
    }
  }

  func edit(_ field: CounterField, to text: String) {
    switch field {
    case .name: self.text = text
    }
  }

  func goBack() { isBackHandled = true }

  func open(_ link: DeepLink) -> Bool {
    guard link.path != ["nowhere"] else { return false }
    linked = link.path.first
    return true
  }

  func set(_ value: Int) {
    do {
      try environment.data.preferences.set(value, forKey: "count")
      count = value
    } catch {
      text = "\(error)"
    }
  }
}

/// A display that keeps what it was shown.
@MainActor
final class RecordingDisplay: ElementDisplay {
  private(set) var trees: [Element] = []
  func draw(_ tree: Element) { trees.append(tree) }
}

/// Keeps what a host told it, and answers what a test wants.
@MainActor
final class RecordingObserver: AppHostObserver {
  var steps: [RestartStep] = []
  var flags: [String: FlagLiteral] = [:]
  var situations: [Situation] = []
  /// A word that is not there for an app that starts as new.
  var dropped: String?
  var onStep: (RestartStep) -> Void = { _ in }
  /// The actions, each with what the app showed as the count when it was told.
  var actions: [String] = []

  func additions(to launch: LaunchConfiguration) throws -> StartAdditions {
    StartAdditions(ephemeralFlags: flags, situations: situations)
  }

  func launchAsNew(_ launch: LaunchConfiguration) -> LaunchConfiguration {
    var launch = launch
    launch.arguments.removeAll { $0 == dropped }
    return launch
  }

  func host(_ host: AppHost, willPerform action: Action) {
    actions.append("\(action) at \(host.tree.first(withIdentifier: "count")?.label ?? "no count")")
  }

  func host(_ host: AppHost, didFinish step: RestartStep) {
    steps.append(step)
    onStep(step)
  }
}

@MainActor
struct HostFixture {
  let home: TemporaryHome
  let host: AppHost
  let observer = RecordingObserver()

  init(
    _ feature: any FeaturePlugin = CounterFeature(), linkScheme: String? = "counter",
    companion: [any AppHostObserver] = [], in home: TemporaryHome? = nil
  ) throws {
    self.home = try home ?? TemporaryHome()
    let definition = AppDefinition(
      name: "Counter", version: "1", id: "net.cleanslate.tests.counter", linkScheme: linkScheme,
      feature: feature)
    host = AppHost(
      definition,
      container: try AppContainer.open(
        AppIdentity(id: definition.id), in: BaseDirectories(environment: self.home.environment)),
      options: ["--first", "--second", "--new", "--kept"].map { LaunchOption($0, "") },
      observers: [observer] + companion)
  }

  func start(_ arguments: [String] = []) async throws {
    try await host.restart(with: LaunchConfiguration(arguments: arguments))
  }

  var count: String? { host.tree.first(withIdentifier: "count")?.label }
}
