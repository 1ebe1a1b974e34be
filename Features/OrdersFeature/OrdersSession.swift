import AppData
import AppRuntime
import ElementTree
import Foundation
import Observation
import StorefrontContracts

/// The orders of one person while the app runs.
@Observable
final class OrdersSession: FeatureSession {
  /// A question that the user has to answer before something is done.
  private enum Question {
    case cancel(Order)
    case discardNote
  }

  /// How often the other apps' orders are read while nothing happens in this app.
  private static let lookInterval: TimeInterval = 30

  private(set) var history = OrderHistory()
  /// Problems with the stored orders, found at the start.
  private var loadProblems: [String] = []
  /// Why the badge, the shortcuts or the other apps are out of date.
  private var publishProblem: String?
  private var latestElsewhere: SharedOrder?
  private var now: Date
  private var navigation = NavigationStack(root: OrdersRoute.list)
  private var search = ""
  private var draft = ""
  private var question: Question?
  private var notice: Notice?
  /// What was done to a note last, until something else is done.
  private var noteChange: NoteChange?

  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let appName: String
  @ObservationIgnored private let store: OrderStore
  @ObservationIgnored private let format: OrderFormat
  @ObservationIgnored private var watch: Task<Void, Never>?

  init(environment: AppEnvironment, appName: String) {
    self.environment = environment
    self.appName = appName
    store = OrderStore(data: environment.data)
    format = OrderFormat(
      locale: environment.locale, timeLocale: environment.timeLocale, timeZone: environment.timeZone)
    now = environment.clock.now().wholeSecond
    do {
      (history, loadProblems) = try store.load()
    } catch {
      loadProblems = ["Your orders could not be read: \(error)"]
    }
    look()
    watch = refreshAsTimePasses()
  }

  deinit { watch?.cancel() }

  // MARK: - The screens

  var body: Element {
    var screen = screen
    switch question {
    case .cancel(let order): screen.children.append(CancelAlert(order: order).element)
    case .discardNote: screen.children.append(DiscardNoteAlert().element)
    case nil: break
    }
    return screen
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
    return OrderScreen(
      order: order, notice: notice, noteChange: noteChange, problem: publishProblem, now: now,
      format: format
    ).element
  }

  /// The order that is shown, or whose note is shown.
  private var shownOrder: Order? {
    switch navigation.top {
    case .list: nil
    case .order(let number), .note(let number, _): history[number]
    }
  }

  /// The note that is edited; nil for a new one.
  private var shownNote: OrderNote? {
    guard case .note(_, let id) = navigation.top else { return nil }
    return shownOrder?.notes.first { $0.id == id }
  }

  // MARK: - Actions

  func tap(_ action: OrdersAction) {
    now = environment.clock.now().wholeSecond
    defer { look() }
    let lastChange = noteChange
    (notice, noteChange) = (nil, nil)
    switch action {
    case .button(.clearSearch): search = ""
    case .button(.reorder): reorder()
    case .button(.cancel): question = shownOrder.map(Question.cancel)
    case .button(.confirmCancel): cancel()
    case .button(.keep), .button(.keepWriting): question = nil
    case .button(.addNote): editNote(nil)
    case .button(.saveNote): saveNote()
    case .button(.deleteNote): deleteNote()
    case .button(.discardNote): leaveNote()
    case .button(.undoDelete):
      // What was not saved can be tried again: nothing else has the note.
      if case .deleted(let note)? = lastChange, !change({ $0.restore(note) }) { noteChange = lastChange }
    case .order(let number): navigation.push(.order(number))
    case .note(let id): editNote(id)
    case .rate(let stars): change { $0.rating = $0.rating == stars ? nil : stars }
    }
  }

  func edit(_ field: OrdersField, to text: String) {
    defer { look() }
    switch field {
    case .search: search = text
    case .noteText: draft = text
    }
  }

  func goBack() {
    defer { look() }
    (notice, noteChange) = (nil, nil)
    guard case .note = navigation.top else { return navigation.pop() }
    if OrderNote.kept(draft) == shownNote?.text ?? "" { leaveNote() } else { question = .discardNote }
  }

  func open(_ link: DeepLink) -> Bool {
    guard let route = OrdersRoute(link: link) else { return false }
    switch route {
    case .list: search = link.query["search"] ?? ""
    case .order(let number), .note(let number, nil):
      guard history[number] != nil else { return false }
    case .note(let number, let id?):
      guard history[number]?.notes.contains(where: { $0.id == id }) == true else { return false }
    }
    (question, notice, noteChange) = (nil, nil, nil)
    navigation.replace(root: .list, path: route.path)
    if case .note = route { draft = shownNote?.text ?? "" }
    look()
    return true
  }

  private func reorder() {
    guard let order = shownOrder else { return }
    guard let shop = environment.services.find((any Reordering).self) else {
      notice = .warning("There is no shop in this app, so it cannot be ordered again from here.")
      return
    }
    notice =
      switch shop.reorder(order.placed.lines) {
      case .waiting: .success("It will be in your basket when the menu is here.")
      case .closed:
        .failure("It is not in your basket: the kitchens are closed. Order it again when they are open.")
      case .noMenu:
        .failure("It is not in your basket: the menu did not arrive. Load it in the shop, then order again.")
      case .inBasket(let count, let left) where left.isEmpty:
        .success("It is in your basket again: \(count) item\(count == 1 ? "" : "s") now.")
      case .inBasket(_, let left) where left.missing.count == order.placed.lines.count:
        .warning("None of it is on the menu any more.")
      case .inBasket(let count, let left):
        .warning("Your basket has \(count) item\(count == 1 ? "" : "s") now. \(left.text)")
      }
  }

  private func cancel() {
    question = nil
    guard shownOrder?.canBeCancelled(at: now) == true else {
      notice = .failure("It is too late to cancel: the kitchen is already cooking.")
      return
    }
    if change({ $0.cancelledAt = now }) {
      notice = .success("The order is cancelled. You will not be charged.")
    }
  }

  private func editNote(_ id: Int?) {
    guard let order = shownOrder else { return }
    navigation.push(.note(order: order.number, id: id))
    draft = shownNote?.text ?? ""
  }

  private func saveNote() {
    let (text, id) = (OrderNote.kept(draft), shownNote?.id)
    guard change({ $0.write(text, note: id, at: now) }) else { return }
    // A new note has the highest number.
    noteChange = (id ?? shownOrder?.notes.map(\.id).max()).map(NoteChange.saved)
    leaveNote()
  }

  private func deleteNote() {
    guard let note = shownNote, change({ $0.notes.removeAll { $0.id == note.id } }) else { return }
    leaveNote()
    noteChange = .deleted(note)
  }

  private func leaveNote() {
    question = nil
    draft = ""
    navigation.pop()
  }

  /// Changes the shown order and saves it; returns false, and changes nothing, if it could not be saved.
  @discardableResult
  private func change(_ change: (inout Order) -> Void) -> Bool {
    guard var order = shownOrder else { return false }
    change(&order)
    do {
      try store.save(order)
      history.put(order)
      return true
    } catch {
      notice = .failure("This could not be saved: \(error)")
      return false
    }
  }
}

// MARK: - Changes by time and by other apps

extension OrdersSession: OrderReceiver, OpenOrders {
  func receive(_ order: PlacedOrder) throws -> Int {
    var placed = order
    placed.placedAt = placed.placedAt.wholeSecond
    if let flaw = placed.flaw { throw OrderRefused(reason: flaw) }
    let order = Order(number: try store.claimNumber(), placed: placed)
    try store.save(order)
    history.put(order)
    look()
    return order.number
  }

  var openOrderCount: Int { history.openCount(at: now) }

  /// Updates `now`, and what is shown of the orders outside of the app.
  private func look() {
    now = environment.clock.now().wholeSecond
    do {
      let properties = store.data.properties
      let (open, shortcuts) = (openOrderCount, history.shortcuts(link: environment.link))
      if try properties.badgeCount != open { try properties.setBadgeCount(open) }
      if try properties.shortcutItems != shortcuts { try properties.setShortcutItems(shortcuts) }
      let shared = try SharedOrders(store.data, app: appName)
      try shared?.publish(history.orders.first)
      latestElsewhere = try shared?.latestElsewhere()
      publishProblem = nil
    } catch {
      publishProblem = "Not everything is up to date: \(error)"
    }
  }

  /// Looks again whenever an order changes by time alone, and at regular intervals.
  ///
  /// This is a task of the session, not of the environment's scope: only waiting does not make the app busy.
  private func refreshAsTimePasses() -> Task<Void, Never> {
    Task { [weak self, clock = environment.clock] in
      while let pause = self?.pause(from: clock.now()) {
        let before = clock.now()
        do { try await clock.wait(pause) } catch { return }
        // While the clock stands still, nothing ever changes, so the task ends. It goes on if the clock was set back.
        guard clock.now() != before else { return }
        self?.look()
      }
    }
  }

  private func pause(from current: Date) -> Duration {
    let change = history.nextChange(after: current)?.timeIntervalSince(current) ?? Self.lookInterval
    return .seconds(min(max(change, 0.01), Self.lookInterval))
  }
}

/// An order from another feature cannot be stored.
nonisolated struct OrderRefused: Error, Equatable, CustomStringConvertible {
  let reason: String

  var description: String { "The order cannot be taken: \(reason)." }
}

extension Date {
  /// The date without fractions of a second, which are not stored.
  nonisolated var wholeSecond: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.rounded(.down))
  }
}
