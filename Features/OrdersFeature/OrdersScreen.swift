import ElementTree
import Foundation
import StorefrontContracts

/// Lists the orders: open ones first, then earlier ones.
struct OrdersScreen: ElementConvertible {
  /// The orders that match the search.
  let orders: [Order]
  /// Whether there are no orders at all.
  let isEmpty: Bool
  let search: String
  let problems: [String]
  let latestElsewhere: SharedOrder?
  let now: Date
  let format: OrderFormat

  var element: Element {
    Screen("orders", title: "Orders") {
      for (index, problem) in problems.enumerated() {
        Text(problem, id: "problem-\(index + 1)").traits(.failure)
      }
      if let latestElsewhere { elsewhere(latestElsewhere) }
      if isEmpty {
        Text("No orders yet", id: "empty").traits(.heading)
        Text("Choose something in the shop. It shows up here at once, and you can follow it to your door.")
      } else {
        TextField("Search", id: OrdersField.search, text: search, placeholder: "Dish, number or note")
        if orders.isEmpty {
          Group {
            Text("Nothing matches \"\(search)\".", id: "no-match").traits(.heading)
            Text("Try fewer words: a dish, an order number, or something you noted.")
          }
          Button("Clear the search", id: OrdersButton.clearSearch)
        } else {
          list
        }
      }
    }.element
  }

  private var list: Element {
    let open = orders.filter { $0.status(at: now).isOpen }
    let earlier = orders.filter { !$0.status(at: now).isOpen }
    return List(id: "order-list") {
      if !open.isEmpty { Text("On the way").traits(.heading) }
      for order in open { row(order, isFirst: order == open.first) }
      if !earlier.isEmpty { Text("Earlier").traits(.heading) }
      for order in earlier { row(order, isFirst: open.isEmpty && order == earlier.first) }
    }.element
  }

  private func row(_ order: Order, isFirst: Bool) -> Element {
    let status = order.status(at: now)
    let value = status == .delivered ? format.day(order.placed.placedAt, now: now) : status.text
    let cell = Cell("\(order.number)  \(order.summary)", id: OrdersAction.order(order.number), value: value)
      .focused(isFirst)
    return switch status {
    case .preparing, .onItsWay: cell.traits(.primary)
    case .cancelled: cell.traits(.secondary)
    case .delivered: cell
    }
  }

  private func elsewhere(_ order: SharedOrder) -> Element {
    let day = order.isCancelled ? "cancelled" : format.dayAndTime(order.placedAt)
    return Group("Latest in your apps", id: "latest-elsewhere") {
      Text("Order \(order.number) in \(order.app): \(order.summary)", id: "latest-order")
      Text(day, id: "latest-day").traits(.secondary)
    }.element
  }
}

/// Writes prices and times in the user's locale and time zone.
nonisolated struct OrderFormat: Sendable {
  let locale: Locale
  let timeLocale: Locale
  let timeZone: TimeZone

  /// A price in the smallest unit of the currency.
  func price(_ amount: Int, _ currency: String) -> String {
    Money(amount, currency).formatted(for: locale)
  }

  /// A day, with its year unless that is the current one.
  func day(_ date: Date, now: Date) -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let isThisYear = calendar.component(.year, from: date) == calendar.component(.year, from: now)
    let day = style.month(.abbreviated).day()
    return date.formatted(isThisYear ? day : day.year())
  }

  func time(_ date: Date) -> String { date.formatted(style.hour().minute()) }

  func dayAndTime(_ date: Date) -> String {
    date.formatted(style.year().month(.wide).day().hour().minute())
  }

  private var style: Date.FormatStyle {
    Date.FormatStyle(locale: timeLocale, calendar: timeLocale.calendar, timeZone: timeZone)
  }
}
