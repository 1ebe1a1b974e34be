import AppRuntime
import ElementTree
import Foundation
import Observation

/// The orders of one person while the app runs.
@Observable
final class OrdersSession: FeatureSession {
  var history = OrderHistory()
  /// What was found wrong with the kept orders at the start.
  var loadProblems: [String] = []
  /// Why the badge, the shortcuts or the other apps are not up to date.
  var publishProblem: String?
  var latestElsewhere: SharedOrder?
  var now: Date
  var navigation = NavigationStack(root: OrdersRoute.list)
  var search = ""
  var draft = ""
  var question: OrdersQuestion?
  var notice: OrdersNotice?

  @ObservationIgnored let store: OrderStore
  @ObservationIgnored let clock: AppClock
  @ObservationIgnored let services: AppServices
  @ObservationIgnored let appName: String
  @ObservationIgnored private let format: OrderFormat
  @ObservationIgnored private var watch: Task<Void, Never>?

  init(environment: AppEnvironment, appName: String) {
    store = OrderStore(data: environment.data)
    clock = environment.clock
    services = environment.services
    format = OrderFormat(locale: environment.locale, timeZone: environment.timeZone)
    self.appName = appName
    now = environment.clock.now().wholeSecond
    do {
      (history, loadProblems) = try store.load()
    } catch {
      loadProblems = ["Your orders could not be read: \(error)"]
    }
    services.provide(self, as: (any OrderReceiver).self)
    services.provide(self, as: (any OpenOrders).self)
    look()
    watch = watchTheTime()
  }

  deinit { watch?.cancel() }

  var body: Element {
    var screen = screen
    switch question {
    case .cancel(let order): screen.children.append(CancelAlert(order: order).element)
    case .discardNote: screen.children.append(DiscardNoteAlert().element)
    case nil: break
    }
    return screen
  }

  /// The order whose screen, or whose note, is in sight.
  var shownOrder: Order? {
    switch navigation.top {
    case .list: nil
    case .order(let number), .note(let number, _): history[number]
    }
  }

  /// The note that is being edited; nothing while a new one is written.
  var shownNote: OrderNote? {
    guard case .note(_, let id) = navigation.top else { return nil }
    return shownOrder?.notes.first { $0.id == id }
  }

  private var screen: Element {
    guard let order = shownOrder else {
      return OrdersScreen(
        orders: history.matching(search, locale: format.locale), isEmpty: history.orders.isEmpty,
        search: search, problems: loadProblems + [publishProblem].compactMap(\.self),
        latestElsewhere: latestElsewhere, now: now, format: format
      ).element
    }
    if case .note = navigation.top {
      return NoteScreen(order: order, note: shownNote, draft: draft, notice: notice, format: format).element
    }
    return OrderScreen(order: order, notice: notice, problem: publishProblem, now: now, format: format)
      .element
  }
}

/// What is asked before it is done.
nonisolated enum OrdersQuestion: Equatable {
  case cancel(Order)
  case discardNote
}

/// What an action came to.
nonisolated enum OrdersNotice: Equatable {
  case success(String)
  case warning(String)
  case failure(String)
  /// The note can be had back.
  case noteDeleted(OrderNote)
}

extension Date {
  /// The time without fractions of a second, which are not kept.
  nonisolated var wholeSecond: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
  }
}
