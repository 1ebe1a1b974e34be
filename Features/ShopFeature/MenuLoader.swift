import AppRuntime
import Observation

/// Loads the menu, and tells its progress.
@Observable
final class MenuLoader {
  enum Menu: Equatable {
    case loading
    /// Loading takes so long that the user should be told.
    case slow
    case loaded(Catalog)
    case failed(String)
  }

  /// How long the app counts as busy with loading the menu; after that, the menu is `slow`, and loading goes on.
  nonisolated static let patience = Duration.seconds(1)

  private(set) var menu = Menu.loading

  @ObservationIgnored private let client: any CatalogClient
  @ObservationIgnored private let clock: AppClock
  @ObservationIgnored private let tasks: TaskScope
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Runs until the menu is loaded or `patience` is over.
  @ObservationIgnored private var waiting: Task<Void, Never>?

  init(environment: AppEnvironment) throws {
    clock = environment.clock
    tasks = environment.tasks
    client = try CatalogChoice(environment.launch).client(environment)
  }

  deinit {
    loading?.cancel()
    waiting?.cancel()
  }

  /// The catalogue, once it is loaded.
  var catalog: Catalog? { if case .loaded(let catalog) = menu { catalog } else { nil } }

  /// Loads the menu. The app counts as busy until the menu is loaded or `patience` is over.
  func load(whenLoaded: @escaping (Catalog) -> Void) {
    menu = .loading
    loading?.cancel()
    waiting?.cancel()
    // Started immediately, so that a menu that comes with the app is there before the first screen is drawn.
    loading = tasks.start("load the menu", immediately: true) { [weak self, client] in
      let answer: Menu
      do {
        answer = .loaded(try await client.load())
      } catch {
        answer = .failed("\(error)")
      }
      guard !Task.isCancelled, let self else { return }
      waiting?.cancel()
      menu = answer
      if let catalog { whenLoaded(catalog) }
    }
    guard menu == .loading, let loading else { return }
    waiting = Task { [weak self, clock] in
      do { try await clock.wait(Self.patience) } catch { return }
      guard let self, menu == .loading else { return }
      menu = .slow
      tasks.stopCounting(loading)
    }
  }
}
