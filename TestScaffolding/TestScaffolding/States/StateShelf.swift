#if DEBUG
import AppData
import AppRuntime
import ControlProtocol

/// The named states of a running app.
@MainActor
struct StateShelf {
  private let container: AppContainer
  private let store: StateStore

  /// Uses a folder for the states of all apps; without one, the usual one.
  init(of host: AppHost, in folder: String?, environment: [String: String]) {
    container = host.container
    store = StateStore(
      app: host.definition.id, appVersion: host.definition.version,
      in: folder ?? StateStore.usualFolder(environment: environment))
  }

  func list() throws -> [StateRecord] {
    let build = try BuildMark.ofThisProcess()
    return try store.list().map { $0.record(for: build) }
  }

  func save(as name: String, madeBy: String?) throws -> StateRecord {
    let manifest = try store.save(container, as: name, madeBy: madeBy)
    return manifest.record(for: manifest.build)
  }

  func remove(_ name: String) throws { try store.remove(name) }

  /// Makes ready what the app needs to begin with the state, while it runs on.
  func prepare(_ name: String) throws -> PreparedState { try store.prepare(name, for: container) }
}
#endif
