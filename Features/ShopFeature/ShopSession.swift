import AppRuntime
import ElementTree
import FeatureFlags
import Foundation
import Observation
import StorefrontContracts

/// The shop while the app runs.
@Observable
final class ShopSession: FeatureSession {
  private(set) var basket = Basket()
  private(set) var details = DeliveryDetails()
  private(set) var notice: Notice?
  /// What the menu took away when it came. It is said until the user acts on a screen: a link does not hide it.
  private var news: (text: Notice, haveMovedLines: Bool)?
  private var navigation = NavigationStack(root: ShopRoute.menu)
  private var search = ""
  /// The choices for the item that is shown; `quantity` says how many of it to add.
  private var choices: [String] = []
  private var quantity = 1
  private var voucherText = ""
  /// The problems of the fields that are shown, by their identifiers.
  private var problems: [String: String] = [:]
  /// The identifier of what has to be put right before the user can go on.
  private var wrongField: String?
  /// The field that is being typed into: what is wrong with it is said when it is left.
  private var typing: ShopField?
  /// Why something could not be read or saved, by what it is.
  private var keepingProblems: [Kept: String] = [:]
  private var now: Date
  /// What is said of files that were set aside.
  @ObservationIgnored private var asideNotes: [Kept: String] = [:]
  /// Orders to put into the basket again, which wait until the menu is loaded.
  @ObservationIgnored private(set) var waitingLines: [[PlacedOrder.Line]] = []

  @ObservationIgnored private let environment: AppEnvironment
  @ObservationIgnored private let loader: MenuLoader
  @ObservationIgnored private var store: ShopStore
  @ObservationIgnored private let usesOnePage: Bool

  init(environment: AppEnvironment) throws {
    self.environment = environment
    loader = try MenuLoader(environment: environment)
    store = ShopStore(data: environment.data)
    usesOnePage = environment.flags[ShopFeature.newCheckout]
    now = environment.clock.now()
    attempt("could not be read", .basket) { basket = try store.loadBasket() }
    attempt("could not be read", .address) { details = try store.loadDelivery() }
    if let time = details.time, !DeliveryTimes.isPossible(Date(timeIntervalSince1970: time), at: now) {
      details.time = nil
    }
  }

  func load() { loader.load { [weak self] in self?.catalogDidLoad($0) } }

  private func catalogDidLoad(_ catalog: Catalog) {
    // An empty menu means that the kitchen is closed, not that its dishes are gone: the basket stays.
    guard !catalog.items.isEmpty else { return }
    var (kept, words, haveMoved) = (basket, [String](), false)
    if kept.keepOnly(what: catalog) {
      haveMoved = kept.lines != basket.lines
      changeBasket { $0 = kept }
      words = ["Something in your basket is not on the menu any more. It was taken out."]
      // Its number may be that of another line now.
      if haveMoved, case .line = navigation.top { navigation.pop() }
    }
    let left = waitingLines.isEmpty ? LeftOut() : add(waitingLines.flatMap(\.self), from: catalog)
    waitingLines = []
    if !left.isEmpty { words.append(left.text) }
    news = words.isEmpty ? nil : (.warning(words.joined(separator: " ")), haveMoved)
    prepareItem()
  }

  // MARK: - The screens

  var body: Element {
    var screen =
      switch loader.menu {
      case .loading: LoadingScreen().element
      case .slow: SlowMenuScreen().element
      case .failed(let reason): MenuErrorScreen(reason: reason).element
      case .loaded(let catalog): self.screen(for: catalog)
      }
    let problem = Kept.allCases.compactMap { keepingProblems[$0] }.joined(separator: ". ")
    if !problem.isEmpty { screen.children.append(Text(problem, id: "keeping-problem").traits(.failure)) }
    return screen
  }

  /// The screen on top of the navigation.
  private func screen(for catalog: Catalog) -> Element {
    let (format, bill, notice) = (format(of: catalog), bill(in: catalog), notice ?? news?.text)
    switch navigation.top {
    case .menu:
      return MenuScreen(
        catalog: catalog, search: search,
        foundCategories: catalog.categories(matching: search, locale: environment.locale),
        found: catalog.items(matching: search, locale: environment.locale), basket: bill, notice: notice,
        format: format
      ).element
    case .category(let id):
      guard let category = catalog.category(id) else { return GoneScreen(notice: notice).element }
      return CategoryScreen(
        category: category, items: catalog.items(in: category), basket: bill, notice: notice, format: format
      ).element
    case .item(let id):
      guard let item = catalog.item(id) else { return GoneScreen(notice: notice).element }
      return ItemScreen(item: item, choices: choices, quantity: quantity, notice: notice, format: format)
        .element
    case .thanks(let order): return ThanksScreen(order: order, notice: notice).element
    case .basket, .line, .checkout, .onePageCheckout:
      if catalog.items.isEmpty, !basket.lines.isEmpty { return ClosedKitchensScreen().element }
      return bill.entries.isEmpty
        ? EmptyBasketScreen(notice: notice).element : basketScreen(for: bill, notice, format)
    }
  }

  private func basketScreen(for bill: Bill, _ notice: Notice?, _ format: ShopFormat) -> Element {
    let form = CheckoutForm(
      details: details, times: DeliveryTimes.offered(at: now, in: environment.timeZone), problems: problems,
      wrongField: wrongField, format: format)
    switch navigation.top {
    case .line(let index) where bill.entries.indices.contains(index):
      return BasketLineScreen(entry: bill.entries[index], notice: notice, format: format).element
    case .checkout(let step):
      return CheckoutScreen(step: step, form: form, bill: bill, notice: notice).element
    case .onePageCheckout:
      return OnePageCheckoutScreen(form: form, bill: bill, notice: notice).element
    case .basket, .line, .menu, .category, .item, .thanks:
      return BasketScreen(
        bill: bill, voucherText: voucherText, isVoucherWrong: wrongField == ShopField.voucher.rawValue,
        notice: notice, format: format
      ).element
    }
  }

  private func bill(in catalog: Catalog) -> Bill { Bill(basket, in: catalog, at: now) }

  private func format(of catalog: Catalog) -> ShopFormat {
    ShopFormat(
      locale: environment.locale, timeLocale: environment.timeLocale, timeZone: environment.timeZone,
      currency: catalog.currency)
  }

  private var shownItem: Catalog.Item? {
    guard case .item(let id) = navigation.top else { return nil }
    return loader.catalog?.item(id)
  }

  // MARK: - Actions

  func tap(_ action: ShopAction) {
    let shownTotal = loader.catalog.map { bill(in: $0).total }
    let shownTimes = DeliveryTimes.offered(at: now, in: environment.timeZone)
    now = environment.clock.now()
    (notice, news) = (nil, nil)
    leaveField()
    switch action {
    case .button(.clearSearch): search = ""
    case .button(.retry): load()
    case .button(.toMenu): navigation.replace(root: .menu)
    case .button(.openBasket): push(.basket)
    case .button(.fewer): changeQuantity(by: -1)
    case .button(.more): changeQuantity(by: 1)
    case .button(.add): addToBasket()
    case .button(.remove): removeLine()
    case .button(.applyVoucher): applyVoucher()
    case .button(.removeVoucher): changeBasket { $0.voucher = nil }
    case .button(.checkout): push(usesOnePage ? .onePageCheckout : .checkout(.address))
    case .button(.goOn): goOn()
    case .button(.placeOrder): placeOrder(for: shownTotal)
    case .button(.soon): changeDetails { $0.time = nil }
    case .category(let id): push(.category(id))
    case .item(let id): push(.item(id))
    case .choice(let id): if let item = shownItem { choices = item.choosing(id, from: choices) }
    case .line(let index): push(.line(index))
    case .time(let index): if shownTimes.indices.contains(index) { choose(shownTimes[index]) }
    case .payment(let payment):
      problems[DeliveryDetails.Payment.identifier] = nil
      changeDetails { $0.payment = payment }
    }
  }

  func edit(_ field: ShopField, to text: String) {
    now = environment.clock.now()
    problems[field.rawValue] = nil
    if field != typing { leaveField() }
    (typing, wrongField) = (field, nil)
    switch field {
    case .search: search = text
    case .voucher: voucherText = text
    case .name: changeDetails { $0.name = text }
    case .street: changeDetails { $0.street = text }
    case .postcode: changeDetails { $0.postcode = text }
    case .city: changeDetails { $0.city = text }
    }
  }

  func focusMoved(to identifier: String) { leaveField() }

  /// Says what is wrong with what was typed.
  private func leaveField() {
    wrongField = nil
    guard let field = typing else { return }
    typing = nil
    if let problem = details.problem(with: field) { problems[field.rawValue] = problem }
  }

  func goBack() {
    beginAnew()
    news = nil
    if case .thanks = navigation.top { navigation.replace(root: .menu) } else { navigation.pop() }
  }

  func open(_ link: DeepLink) -> Bool {
    guard var path = ShopRoute.path(for: link, usesOnePage: usesOnePage) else { return false }
    // The number of a line may be from before the news.
    if news?.haveMovedLines == true, case .line? = path.last { path.removeLast() }
    for case .line(let index) in path where !basket.lines.indices.contains(index) { return false }
    beginAnew()
    search = path.isEmpty ? link.query["search"] ?? "" : ""
    navigation.replace(root: .menu, path: path)
    prepareItem()
    return true
  }

  /// Leaves behind what was said of the screen before.
  private func beginAnew() {
    now = environment.clock.now()
    notice = nil
    problems = [:]
    (typing, wrongField) = (nil, nil)
  }

  private func push(_ route: ShopRoute) {
    navigation.push(route)
    problems = [:]
    prepareItem()
  }

  /// Selects the first choices when an item is shown.
  private func prepareItem() {
    guard let item = shownItem else { return }
    choices = item.firstChoices
    quantity = 1
  }

  /// Changes how many of the shown item to add, or the quantity of the shown line.
  private func changeQuantity(by difference: Int) {
    if case .line(let index) = navigation.top {
      let count = basket.lines.count
      changeBasket { $0.change(index, by: difference) }
      if basket.lines.count < count { navigation.pop() }
    } else {
      quantity = min(max(quantity + difference, 1), Basket.highestQuantity)
    }
  }

  private func addToBasket() {
    guard let item = shownItem else { return }
    var added = 0
    changeBasket { added = $0.add(item.id, choices: choices, quantity: quantity) }
    navigation.pop()
    let (name, most) = (item.name(with: choices), Basket.highestQuantity)
    notice =
      added == quantity
      ? .success("\(added) × \(name) is in your basket.")
      : .warning("\(added) of \(quantity) × \(name) went into your basket: it takes \(most) of one kind.")
  }

  private func removeLine() {
    guard case .line(let index) = navigation.top, basket.lines.indices.contains(index) else { return }
    changeBasket { $0.lines.remove(at: index) }
    navigation.pop()
  }

  private func applyVoucher() {
    guard let catalog = loader.catalog else { return }
    do throws(VoucherProblem) {
      let voucher = try catalog.voucher(typed: voucherText, for: bill(in: catalog).subtotal, at: now)
      changeBasket { $0.voucher = voucher.code }
      voucherText = ""
      notice = .success("The voucher \(voucher.code) is used.")
    } catch {
      wrongField = ShopField.voucher.rawValue
      notice = .failure(error.text(format(of: catalog)))
    }
  }

  private func choose(_ time: Date) {
    guard DeliveryTimes.isPossible(time, at: now) else {
      notice = .failure("This time is too near by now. Please choose another.")
      return
    }
    changeDetails { $0.time = time.timeIntervalSince1970 }
  }

  /// Goes on to the next step, if this one has no problems.
  private func goOn() {
    guard case .checkout(let step) = navigation.top, let next = step.next else { return }
    problems = details.problems(in: step)
    wrongField = DeliveryDetails.first(of: problems)
    if problems.isEmpty { navigation.push(.checkout(next)) }
  }

  /// Shows the step in which something is missing.
  private func returnToProblem() {
    wrongField = DeliveryDetails.first(of: problems)
    guard case .checkout = navigation.top else { return }
    let step = wrongField == DeliveryDetails.Payment.identifier ? CheckoutStep.payment : .address
    while navigation.canGoBack, navigation.top != .checkout(step) { navigation.pop() }
  }

  /// Orders what is in the basket, but only for the total that the user saw.
  func placeOrder(for shownTotal: Int?) {
    guard let catalog = loader.catalog else { return }
    problems = details.problems(in: .confirm)
    guard problems.isEmpty else {
      notice = .failure("Something is missing. Please look at what is marked.")
      return returnToProblem()
    }
    if let time = details.time, !DeliveryTimes.isPossible(Date(timeIntervalSince1970: time), at: now) {
      notice = .failure("The time that you chose is too near by now. Please choose another.")
      return
    }
    let bill = bill(in: catalog)
    guard bill.missing == 0, !bill.entries.isEmpty else { return }
    guard bill.total == shownTotal else {
      notice = .warning("The price has changed meanwhile. Please look at it again.")
      return
    }
    do {
      let receiver = environment.services.find((any OrderReceiver).self)
      let number = try receiver?.receive(PlacedOrder(bill, catalog, at: now))
      // An order that is placed must not be there to be placed again.
      changeBasket { $0 = Basket() }
      if details.time != nil { changeDetails { $0.time = nil } }
      navigation.replace(root: .menu, path: [.thanks(order: number)])
    } catch {
      notice = .failure("Your order was not placed: \(error)")
    }
  }

  // MARK: - Saving

  private func changeBasket(_ change: (inout Basket) -> Void) {
    change(&basket)
    if basket.lines.isEmpty { basket.voucher = nil }
    keep(.basket) { try store.save(basket) }
  }

  private func changeDetails(_ change: (inout DeliveryDetails) -> Void) {
    change(&details)
    keep(.address) { try store.save(details) }
  }

  private enum Kept: String, CaseIterable { case basket, address }

  /// Saves something. Where its earlier file is kept that could not be read stays said until the next start.
  private func keep(_ what: Kept, _ save: () throws -> String?) {
    attempt("could not be kept", what) {
      if let place = try save() {
        asideNotes[what] = "Your earlier \(what.rawValue) could not be read: its file is kept as \(place)"
      }
      keepingProblems[what] = asideNotes[what]
    }
  }

  private func attempt(_ failure: String, _ what: Kept, _ work: () throws -> Void) {
    do {
      try work()
    } catch {
      keepingProblems[what] = "Your \(what.rawValue) \(failure): \(error)"
    }
  }
}

extension ShopSession: Reordering {
  func reorder(_ lines: [PlacedOrder.Line]) -> Reordered {
    switch loader.menu {
    case .loaded(let catalog) where !catalog.items.isEmpty:
      let left = add(lines, from: catalog)
      return .inBasket(count: basket.itemCount, left)
    case .loading, .slow:
      // Who is told that it waits, and presses again, wants it once.
      if !waitingLines.contains(lines) { waitingLines.append(lines) }
      return .waiting
    case .loaded, .failed:
      // Whoever is told that it is not in the basket orders it again.
      waitingLines.removeAll { $0 == lines }
      return loader.catalog == nil ? .noMenu : .closed
    }
  }

  private func add(_ lines: [PlacedOrder.Line], from catalog: Catalog) -> LeftOut {
    var left = LeftOut()
    changeBasket { left = $0.add(lines, from: catalog) }
    return left
  }
}
