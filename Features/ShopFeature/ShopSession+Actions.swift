import AppRuntime
import ElementTree
import Foundation

extension ShopSession {
  func handle(_ action: Action) {
    let shownTotal = catalog.map { bill(in: $0).total }
    look()
    if action == .tap(ShopID.placeOrder) {
      notice = nil
      return placeOrder(for: shownTotal)
    }
    switch action {
    case .tap(let identifier):
      notice = nil
      tap(identifier)
    case .edit(let identifier, let text): edit(identifier, text)
    case .back: goBack()
    case .focus: break
    }
  }

  func open(_ link: DeepLink) -> Bool {
    guard let path = ShopRoute.path(for: link, usesOnePage: usesOnePage) else { return false }
    for case .line(let index) in path where !basket.lines.indices.contains(index) { return false }
    look()
    notice = nil
    problems = [:]
    search = path.isEmpty ? link.query["search"] ?? "" : ""
    navigation.replace(root: .menu, path: path)
    prepareItem()
    return true
  }

  /// Begins with the usual choices when an item comes into sight.
  func prepareItem() {
    guard case .item(let id) = navigation.top, let item = catalog?.item(id) else { return }
    choices = item.firstChoices
    quantity = 1
  }

  private func push(_ route: ShopRoute) {
    navigation.push(route)
    problems = [:]
    prepareItem()
  }

  private func goBack() {
    notice = nil
    problems = [:]
    if case .thanks = navigation.top { navigation.replace(root: .menu) } else { navigation.pop() }
  }

  private func edit(_ identifier: String, _ text: String) {
    problems[identifier] = nil
    switch identifier {
    case ShopID.search: search = text
    case ShopID.voucher: voucherText = text
    case ShopID.name: changeDetails { $0.name = text }
    case ShopID.street: changeDetails { $0.street = text }
    case ShopID.postcode: changeDetails { $0.postcode = text }
    case ShopID.city: changeDetails { $0.city = text }
    default: break
    }
  }

  private func tap(_ identifier: String) {
    switch identifier {
    case ShopID.clearSearch: search = ""
    case ShopID.retry: load()
    case ShopID.toMenu: navigation.replace(root: .menu)
    case ShopID.openBasket: push(.basket)
    case ShopID.fewer: changeQuantity(by: -1)
    case ShopID.more: changeQuantity(by: 1)
    case ShopID.add: addToBasket()
    case ShopID.remove: removeLine()
    case ShopID.applyVoucher: applyVoucher()
    case ShopID.removeVoucher: changeBasket { $0.voucher = nil }
    case ShopID.checkout: push(usesOnePage ? .onePageCheckout : .checkout(.address))
    case ShopID.goOn: goOn()
    case ShopID.soon: changeDetails { $0.time = nil }
    default: tapOneOfMany(identifier)
    }
  }

  private func tapOneOfMany(_ identifier: String) {
    if let id = ShopID.rest(of: identifier, after: "category-") {
      push(.category(id))
    } else if let id = ShopID.rest(of: identifier, after: "item-") {
      push(.item(id))
    } else if let id = ShopID.rest(of: identifier, after: "choice-"), let item = shownItem {
      choices = item.choosing(id, from: choices)
    } else if let index = ShopID.rest(of: identifier, after: "line-").flatMap({ Int($0) }) {
      push(.line(index))
    } else if let seconds = ShopID.rest(of: identifier, after: "time-").flatMap({ Double($0) }) {
      guard DeliveryTimes.isPossible(Date(timeIntervalSince1970: seconds), at: now) else {
        notice = .failure("This time is too near by now. Please choose another.")
        return
      }
      changeDetails { $0.time = seconds }
    } else if let name = ShopID.rest(of: identifier, after: "payment-") {
      problems[ShopID.payment] = nil
      changeDetails { $0.payment = DeliveryDetails.Payment(rawValue: name) }
    }
  }

  private var shownItem: Catalog.Item? {
    guard case .item(let id) = navigation.top else { return nil }
    return catalog?.item(id)
  }

  /// Changes how many of the item in sight are to be added, or how many the line in sight has.
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
    changeBasket { $0.add(item.id, choices: choices, quantity: quantity) }
    navigation.pop()
    notice = .success("\(quantity) × \(item.name(with: choices)) is in your basket.")
  }

  private func removeLine() {
    guard case .line(let index) = navigation.top, basket.lines.indices.contains(index) else { return }
    changeBasket { $0.lines.remove(at: index) }
    navigation.pop()
  }

  private func applyVoucher() {
    guard let catalog else { return }
    do throws(VoucherProblem) {
      let voucher = try VoucherProblem.voucher(
        typed: voucherText, for: bill(in: catalog).subtotal, in: catalog, at: now)
      changeBasket { $0.voucher = voucher.code }
      voucherText = ""
      notice = .success("The voucher \(voucher.code) is used.")
    } catch {
      let format = format(of: catalog)
      switch error {
      case .unknown(""): notice = .failure("Type the code of your voucher first.")
      case .unknown(let code): notice = .failure("There is no voucher \(code).")
      case .expired(let code): notice = .failure("The voucher \(code) has expired.")
      case .belowMinimum(let code, let minimum):
        notice = .failure("The voucher \(code) is for baskets from \(format.price(minimum)).")
      }
    }
  }

  func changeBasket(_ change: (inout Basket) -> Void) {
    change(&basket)
    if basket.lines.isEmpty { basket.voucher = nil }
    keepingProblem = nil
    attempt("Your basket could not be kept") { try store.save(basket) }
  }

  private func changeDetails(_ change: (inout DeliveryDetails) -> Void) {
    change(&details)
    keepingProblem = nil
    attempt("Your address could not be kept") { try store.save(details) }
  }
}
