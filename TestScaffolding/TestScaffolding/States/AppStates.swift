#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import OperatingSystem

/// The named states of a running app.
///
/// After a reset to a state, another copy of it is made ready beside the app's data. So a reset that goes there again takes
/// no longer for many files than for few.
@MainActor
final class AppStates {
  private let container: AppContainer
  private let store: StateStore
  private var spare: Task<PreparedState?, Never>?

  /// Uses a folder for the states of all apps; without one, the usual one.
  init(of host: AppHost, in folder: String?, environment: [String: String]) {
    container = host.container
    store = StateStore(
      app: host.definition.id, appVersion: host.definition.version,
      in: folder ?? StateStore.usualFolder(environment: environment))
  }

  func list() throws -> [StateRecord] {
    let build = try FileStatus.ofThisProgram().build
    return try store.list().map { $0.record(for: build) }
  }

  func save(as name: String, madeBy: String?) throws -> StateRecord {
    let manifest = try store.save(container, as: name, madeBy: madeBy)
    return manifest.record(for: manifest.build)
  }

  func remove(_ name: String) throws { try store.remove(name) }

  /// Makes ready what the app needs to begin with the state, while it runs on. Waits for a copy that is being made.
  func prepare(_ name: String) async throws -> PreparedState {
    let ready = await takeSpare()
    return try await Self.beside { [store, container] in
      if let ready, store.isCurrent(ready, as: name) { return ready }
      ready?.discard()
      return try store.prepare(name, for: container)
    }
  }

  /// Makes another copy of a state that was used, beside what the app does next.
  ///
  /// It begins a moment later, so that the answer to the reset does not share the processors with it.
  func makeSpare(of used: PreparedState) {
    guard spare == nil, !used.folders.contains(where: \.part.isShared) else { return }
    spare = Task {
      try? await Task.sleep(for: .milliseconds(1))
      return try? await Self.beside { [store, container] in
        do {
          return try Task.isCancelled ? nil : store.prepare(used.manifest.name, for: container)
        } catch {
          // It fails again when the state is asked for, and is told then. Until then the app needs the room.
          _ = container.emptyTrash()
          throw error
        }
      }
    }
  }

  /// Lets go of the copy that is ready or being made, if there is one.
  func dropSpare() async {
    spare?.cancel()
    await takeSpare()?.discard()
  }

  private func takeSpare() async -> PreparedState? { await spare.take()?.value }

  /// Works on the disk while the app goes on.
  @concurrent private static func beside<Result: Sendable>(
    _ work: @Sendable () throws -> Result
  ) async throws -> Result { try work() }
}
#endif
