#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import HeldResources
import LocalHTTP
import Observation
import OperatingSystem

/// What every app does at its start, done once in a launch server by an app that nobody sees: so it is done for each app
/// that the server forks. It starts no thread, and keeps nothing that depends on an app's arguments, variables or files, but
/// for those variables by which a server is chosen, such as the locale's.
///
/// A spare rehearses beside a test, whose app the system may have queued behind it: so it yields after each step.
@MainActor
enum Rehearsal {
  static func perform() async throws {
    let folder = try Descriptor.makePrivateFolder(in: TemporaryFiles.folder(in: [:]))
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
    var withNetwork = Start()
    withNetwork.network.allows = true
    let launch = LaunchConfiguration(
      arguments: try withNetwork.words(),
      environment: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(folder)/\($0)") }))
    let definition = AppDefinition(
      name: "Rehearsal", version: "1", id: "net.cleanslate.rehearsal", feature: RehearsalFeature())
    let scaffolding = Scaffolding(definition)
    defer { scaffolding.forget() }
    let container = try AppContainer.open(
      AppIdentity(id: definition.id), in: BaseDirectories(environment: launch.environment))
    let host = AppHost(definition, container: container, observers: [scaffolding])
    try scaffolding.willStart(host, with: launch)
    SystemThread.yield()
    try await host.restart(with: launch)
    _ = await host.settle(timeout: .seconds(1))
    SystemThread.yield()
    scaffolding.leaks.process.begin(.now(readsDefaults: false))
    var start = Start()
    (start.socket, start.statesFolder) = ("\(folder)/s", "\(folder)/states")
    let folders = PrivateFolders(of: container, start, launch.environment)
    ResourceWatch(ResourceSurvey(folders: folders) { _ in false }).begin()
    SystemThread.yield()
    try await host.restart(with: launch)
    _ = scaffolding.leaks.hasSurvivors(before: host.generation)
    scaffolding.leaks.passOn()
    SystemThread.yield()
    guard let desk = scaffolding.desk else { return }
    let router = ControlRouter(
      host: host, desk: desk, clock: scaffolding.pausableClock, network: scaffolding.testNetwork,
      leaks: scaffolding.leaks, token: ControlToken.random().text, quit: QuitSignal(),
      workbench: scaffolding.workbench)
    for route in [ControlRoute.status, .tree, .quit] {
      _ = HTTPResponse.json(
        try await router.answer(route, query: [:], body: RequestBody(bytes: []), from: .controlSocket))
      SystemThread.yield()
    }
    _ = ControlRouter.routesByPath
    try useWhatFeaturesUse()
  }

  /// Runs the work, and returns whether nothing of it is left to do. What waits would go on in each forked app.
  static func isDoneAtOnce(_ work: @escaping @MainActor () async throws -> Void) -> Bool {
    final class Outcome { var isDone = false }
    let outcome = Outcome()
    Task.immediate {
      // What a rehearsal could not do, each app does by itself.
      try? await work()
      outcome.isDone = true
    }
    return outcome.isDone
  }

  /// What takes long only the first time in a process.
  private static func useWhatFeaturesUse() throws {
    struct Piece: Codable { var name = "one", count = 1, price: Double? = 0.5 }
    _ = try JSONDecoder().decode([Piece].self, from: JSONEncoder().encode([Piece()]))
    SystemThread.yield()
    for locale in [Locale.current, Locale(identifier: "en_US")] {
      _ = 1.formatted(.number.locale(locale)) + 0.5.formatted(.percent.locale(locale))
      SystemThread.yield()
      _ = Decimal(1).formatted(.currency(code: "EUR").locale(locale))
      SystemThread.yield()
      _ = Date.now.formatted(Date.FormatStyle(date: .abbreviated, time: .shortened, locale: locale))
      SystemThread.yield()
    }
    _ = "a piece".wholeMatch(of: /[a-z ]+/)
  }
}

private struct RehearsalFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession { RehearsalSession() }
}

@MainActor
@Observable
private final class RehearsalSession: FeatureSession {
  private enum Name: String { case one, go }
  private var count = 0

  var body: Element {
    Screen("rehearsal", title: "Rehearsal") {
      Text("\(count)", id: "count").traits(.heading)
      List("Pieces", id: "pieces") { Cell("One", id: Name.one) }
      Button("Go on", id: Name.go).traits(.primary)
    }.element
  }
}

/// Called by the launch server; returns whether the rehearsal is done.
@_cdecl("CleanSlateRehearse")
func rehearse() -> Bool { MainActor.assumeIsolated { Rehearsal.isDoneAtOnce(Rehearsal.perform) } }
#endif
