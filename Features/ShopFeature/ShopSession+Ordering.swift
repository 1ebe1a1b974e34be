import AppRuntime
import Foundation

extension ShopSession {
  /// Goes on with the next question once this one is answered.
  func goOn() {
    guard case .checkout(let step) = navigation.top, let next = step.next else { return }
    problems = details.problems(in: step)
    if problems.isEmpty { navigation.push(.checkout(next)) }
  }

  /// Orders what is in the basket, for the total that was seen and no other.
  func placeOrder(for shownTotal: Int?) {
    guard let catalog else { return }
    problems = details.problems(in: .confirm)
    guard problems.isEmpty else {
      notice = .failure("Something is missing. Please look at what is marked.")
      return
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
      let number = try services.find((any OrderReceiver).self)?.receive(PlacedOrder(bill, catalog, at: now))
      details.time = nil
      changeBasket { $0 = Basket() }
      navigation.replace(root: .menu, path: [.thanks(order: number)])
    } catch {
      notice = .failure("Your order was not placed: \(error)")
    }
  }
}

extension ShopSession: Reordering {
  func reorder(_ lines: [PlacedOrder.Line]) -> [String] {
    guard catalog != nil else {
      waitingLines += lines
      return []
    }
    var missing: [String] = []
    changeBasket { basket in
      for line in lines {
        let words = line.itemID.split(separator: "+").map(String.init)
        if let id = words.first, let item = catalog?.item(id),
          let choices = item.completed(Array(words.dropFirst()))
        {
          basket.add(id, choices: choices, quantity: line.quantity)
        } else {
          missing.append(line.name)
        }
      }
    }
    return missing
  }
}

extension Catalog.Item {
  /// Returns the choices with the usual ones where none was made, or nothing if one of them is not there any more.
  nonisolated fileprivate func completed(_ chosen: [String]) -> [String]? {
    var ids = Set(chosen)
    for option in options ?? [] where option.kind == .one {
      if let first = option.choices.first, !option.choices.contains(where: { ids.contains($0.id) }) {
        ids.insert(first.id)
      }
    }
    let ordered = allChoices.map(\.id).filter(ids.contains)
    return ordered.count == ids.count && choices(ordered) != nil ? ordered : nil
  }
}

extension PlacedOrder {
  /// The order of what is in the basket; an item's identifier is followed by those of what was chosen.
  fileprivate init(_ bill: Bill, _ catalog: Catalog, at time: Date) {
    self.init(
      lines: bill.entries.map { entry in
        Line(
          itemID: ([entry.item.id] + entry.line.choices).joined(separator: "+"), name: entry.name,
          quantity: entry.line.quantity, unitPrice: entry.unitPrice)
      },
      total: bill.total, currency: catalog.currency, placedAt: time)
  }
}
