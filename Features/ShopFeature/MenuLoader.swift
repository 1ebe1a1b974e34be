import AppRuntime
import Observation

/// Brings the menu, and says how far it is.
@Observable
final class MenuLoader {
  enum Menu: Equatable {
    case loading
    /// It takes longer than people like to wait without a word.
    case slow
    case loaded(Catalog)
    case failed(String)
  }

  /// How long the app counts as busy while the menu comes.
  nonisolated static let patience = Duration.seconds(1)

  private(set) var menu = Menu.loading

  @ObservationIgnored private let client: Result<any CatalogClient, CatalogChoiceError>
  @ObservationIgnored private let clock: AppClock
  @ObservationIgnored private let tasks: TaskScope
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Ends with the menu, or with the patience of people.
  @ObservationIgnored private var waiting: Task<Void, Never>?

  init(environment: AppEnvironment) {
    clock = environment.clock
    tasks = environment.tasks
    client = Result { () throws(CatalogChoiceError) in
      try environment.launch.catalogClient(clock: environment.clock)
    }
  }

  deinit { loading?.cancel() }

  /// The catalogue, once it is there.
  var catalog: Catalog? { if case .loaded(let catalog) = menu { catalog } else { nil } }

  /// Brings the menu. The app is busy until it is there or has taken longer than people wait without a word.
  func load(whenLoaded: @escaping (Catalog) -> Void) {
    menu = .loading
    loading?.cancel()
    waiting?.cancel()
    // A menu that comes with the app is there before the first screen is drawn.
    loading = Task.immediate { [weak self, client] in
      let answer: Menu
      do {
        answer = .loaded(try await client.get().load())
      } catch {
        answer = .failed("\(error)")
      }
      guard !Task.isCancelled, let self else { return }
      waiting?.cancel()
      menu = answer
      if let catalog { whenLoaded(catalog) }
    }
    guard menu == .loading else { return }
    waiting = tasks.start("load the menu") { [weak self, clock] in
      do { try await clock.wait(Self.patience) } catch { return }
      if self?.menu == .loading { self?.menu = .slow }
    }
  }
}
