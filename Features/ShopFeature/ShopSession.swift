import AppRuntime
import ElementTree
import FeatureFlags
import Foundation
import Observation

/// The shop while the app runs.
@Observable
final class ShopSession: FeatureSession {
  /// How far the menu is.
  enum Menu: Equatable {
    case loading
    /// It takes longer than people like to wait without a word.
    case slow
    case loaded(Catalog)
    case failed(String)
  }

  /// How long the app counts as busy while the menu comes.
  nonisolated static let patience = Duration.seconds(1)

  var menu = Menu.loading
  var navigation = NavigationStack(root: ShopRoute.menu)
  var search = ""
  var basket = Basket()
  var details = DeliveryDetails()
  /// What is chosen of the item in sight, and how many.
  var choices: [String] = []
  var quantity = 1
  var voucherText = ""
  var notice: ShopNotice?
  /// What is wrong in the fields in sight, by their identifiers.
  var problems: [String: String] = [:]
  /// Lines of an earlier order that wait for the menu.
  @ObservationIgnored var waitingLines: [PlacedOrder.Line] = []
  /// Why something could not be read or kept.
  var keepingProblem: String?
  var now: Date

  @ObservationIgnored let store: ShopStore
  @ObservationIgnored let services: AppServices
  @ObservationIgnored let usesOnePage: Bool
  @ObservationIgnored private let client: Result<any CatalogClient, CatalogChoiceError>
  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private var loading: Task<Void, Never>?
  /// Ends with the menu, or with the patience of people.
  @ObservationIgnored private var waiting: Task<Void, Never>?

  init(environment: AppEnvironment) {
    self.environment = environment
    store = ShopStore(data: environment.data)
    services = environment.services
    usesOnePage = environment.flags[ShopFeature.newCheckout]
    now = environment.clock.now()
    client = Result { () throws(CatalogChoiceError) in
      try environment.launch.catalogClient(clock: environment.clock)
    }
    attempt("Your basket could not be read") { basket = try store.loadBasket() }
    attempt("Your address could not be read") { details = try store.loadDelivery() }
  }

  deinit { loading?.cancel() }

  var body: Element {
    var screen: Element
    switch menu {
    case .loading: screen = LoadingScreen().element
    case .slow: screen = SlowMenuScreen().element
    case .failed(let reason): screen = MenuErrorScreen(reason: reason).element
    case .loaded(let catalog): screen = self.screen(for: catalog)
    }
    if let keepingProblem {
      screen.children.append(Text(keepingProblem, id: "keeping-problem").traits(.failure))
    }
    return screen
  }

  /// The catalogue, once it is there.
  var catalog: Catalog? { if case .loaded(let catalog) = menu { catalog } else { nil } }

  func bill(in catalog: Catalog) -> Bill { Bill(basket, in: catalog, at: now) }

  func format(of catalog: Catalog) -> ShopFormat {
    ShopFormat(
      locale: environment.locale, timeZone: environment.timeZone, currency: catalog.currency)
  }

  var locale: Locale { environment.locale }

  /// Brings the menu. The app is busy until it is there or has taken longer than people wait without a word.
  func load() {
    menu = .loading
    stopLoading()
    // A menu that comes with the app is there before the first screen is drawn.
    loading = Task.immediate { [weak self, client] in
      let answer: Menu
      do {
        answer = .loaded(try await client.get().load())
      } catch {
        answer = .failed("\(error)")
      }
      if !Task.isCancelled { self?.take(answer) }
    }
    guard menu == .loading else { return }
    waiting = environment.tasks.start("load the menu") { [weak self, clock = environment.clock] in
      do { try await clock.wait(Self.patience) } catch { return }
      self?.admitSlowness()
    }
  }

  private func take(_ answer: Menu) {
    waiting?.cancel()
    if case .loaded(let catalog) = answer { show(catalog) } else { menu = answer }
  }

  private func stopLoading() {
    loading?.cancel()
    waiting?.cancel()
  }

  func look() { now = environment.clock.now() }

  func attempt(_ failure: String, _ work: () throws -> Void) {
    do {
      try work()
    } catch {
      keepingProblem = "\(failure): \(error)"
    }
  }

  private func admitSlowness() {
    if menu == .loading { menu = .slow }
  }

  private func show(_ catalog: Catalog) {
    menu = .loaded(catalog)
    // A kitchen that is closed says nothing about what it will cook again.
    guard !catalog.items.isEmpty else { return }
    var kept = basket
    if kept.keepOnly(what: catalog) {
      changeBasket { $0 = kept }
      notice = .warning("Something in your basket is not on the menu any more. It was taken out.")
    }
    let missing = waitingLines.isEmpty ? [] : reorder(waitingLines)
    waitingLines = []
    if !missing.isEmpty {
      notice = .warning("Not on the menu any more: \(missing.joined(separator: ", ")).")
    }
    prepareItem()
  }
}

/// What an action came to.
nonisolated enum ShopNotice: Equatable {
  case success(String)
  case warning(String)
  case failure(String)

  @MainActor var element: Element {
    switch self {
    case .success(let text): Text(text, id: "notice").traits(.success)
    case .warning(let text): Text(text, id: "notice").traits(.warning)
    case .failure(let text): Text(text, id: "notice").traits(.failure)
    }
  }
}
