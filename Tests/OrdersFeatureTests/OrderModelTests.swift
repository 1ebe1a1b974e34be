import AppData
import AppRuntime
import Foundation
import StorefrontContracts
import Testing

@testable import OrdersFeature

@Suite("An order")
struct OrderTests {
  private let noon = Date(timeIntervalSince1970: 1_777_896_000)
  private var order: Order {
    Order(
      number: 1001,
      placed: PlacedOrder(
        lines: [.init(itemID: "a", name: "Ramen", quantity: 2, unitPrice: 1000)], total: 1890,
        currency: "EUR",
        placedAt: noon))
  }

  @Test(
    "is prepared for a quarter of an hour, and delivered forty minutes after it was placed",
    arguments: [
      (-60.0, OrderStatus.preparing), (0, .preparing), (899, .preparing), (900, .onItsWay), (2399, .onItsWay),
      (2400, .delivered), (1e9, .delivered),
    ])
  func status(age: Double, expected: OrderStatus) {
    #expect(order.status(at: noon + age) == expected)
    var cancelled = order
    cancelled.cancelledAt = noon
    #expect(cancelled.status(at: noon + age) == .cancelled)
  }

  @Test("can be cancelled for five minutes, once")
  func cancelWindow() {
    #expect(order.canBeCancelled(at: noon + 299))
    #expect(!order.canBeCancelled(at: noon + 300))
    var cancelled = order
    cancelled.cancelledAt = noon
    #expect(!cancelled.canBeCancelled(at: noon + 1))
  }

  @Test("knows when time alone changes it next")
  func nextChange() {
    #expect(order.nextChange(after: noon) == noon + 300)
    #expect(order.nextChange(after: noon + 300) == noon + 900)
    #expect(order.nextChange(after: noon + 900) == noon + 2400)
    #expect(order.nextChange(after: noon + 2400) == nil)
  }

  @Test("sums up what was ordered, and what came on top")
  func summary() {
    #expect(order.summary == "2 × Ramen")
    #expect(order.extras == -110)
  }

  @Test("gives no note the number of another, also after one was deleted and brought back")
  func notes() {
    var order = order
    order.write("one", note: nil, at: noon)
    order.write("two", note: nil, at: noon)
    let first = order.notes.removeFirst()
    order.write("three", note: nil, at: noon)
    order.restore(first)
    order.write("TWO", note: 2, at: noon + 60)
    order.write("three", note: 3, at: noon + 60)
    #expect(order.notes.map(\.id) == [1, 2, 3])
    #expect(order.notes.map(\.text) == ["one", "TWO", "three"])
    #expect(order.notes.map(\.editedAt) == [nil, noon + 60, nil])
  }

  @Test(
    "accepts notes of one to 500 characters, not counting spaces around them",
    arguments: [("", false), (" \n", false), (" a ", true), (String(repeating: "語", count: 500), true)])
  func noteLength(text: String, isValid: Bool) {
    #expect(OrderNote.isValid(text) == isValid)
    #expect(!OrderNote.isValid(text + String(repeating: "x", count: 501)))
  }
}

@Suite("The history")
struct OrderHistoryTests {
  private func order(_ number: Int, at seconds: Double, _ name: String, note: String? = nil) -> Order {
    let date = Date(timeIntervalSince1970: seconds)
    return Order(
      number: number,
      placed: PlacedOrder(
        lines: [.init(itemID: name, name: name, quantity: 1, unitPrice: 1)], total: 1, currency: "EUR",
        placedAt: date),
      notes: note.map { [OrderNote(id: 1, text: $0, writtenAt: date)] } ?? [])
  }

  private var history: OrderHistory {
    OrderHistory([
      order(1001, at: 100, "Crème brûlée"), order(1003, at: 300, "焼き餃子", note: "大盛り"),
      order(1002, at: 300, "Ramen", note: "No ONIONS please"), order(1004, at: 200, "Ramen"),
    ])
  }

  @Test("has the newest order first, and of two at once the one with the higher number")
  func newestFirst() {
    #expect(history.orders.map(\.number) == [1003, 1002, 1004, 1001])
    var changed = history
    changed.put(order(1002, at: 400, "Ramen"))
    #expect(changed.orders.map(\.number) == [1002, 1003, 1004, 1001])
  }

  @Test(
    "is searched for every word, whatever its case, accents and width",
    arguments: [
      ("", [1003, 1002, 1004, 1001]), ("  ", [1003, 1002, 1004, 1001]), ("ramen", [1002, 1004]),
      ("RAMEN onions", [1002]), ("creme", [1001]), ("1002", [1002]), ("１００２", [1002]), ("餃子", [1003]),
      ("大盛", [1003]), ("pizza", []), ("ramen pizza", []),
    ])
  func search(text: String, numbers: [Int]) {
    #expect(history.matching(text, locale: Locale(identifier: "en_US")).map(\.number) == numbers)
  }

  @Test("leads to its latest three orders")
  func shortcuts() {
    #expect(
      history.shortcuts { "storefront://\($0)" } == [
        ShortcutItem(id: "storefront://orders/1003", title: "Order 1003", subtitle: "焼き餃子"),
        ShortcutItem(id: "storefront://orders/1002", title: "Order 1002", subtitle: "Ramen"),
        ShortcutItem(id: "storefront://orders/1004", title: "Order 1004", subtitle: "Ramen"),
      ])
    #expect(history.shortcuts { _ in nil } == [])
  }

  @Test("counts the open orders")
  func open() {
    #expect(history.openCount(at: Date(timeIntervalSince1970: 300)) == 4)
    #expect(history.openCount(at: Date(timeIntervalSince1970: 2600)) == 2)
    #expect(history.openCount(at: Date(timeIntervalSince1970: 1e9)) == 0)
  }
}

@Suite("A format")
struct OrderFormatTests {
  private func format(_ locale: String) -> OrderFormat {
    OrderFormat(
      locale: Locale(identifier: locale), timeLocale: Locale(identifier: locale), timeZone: .gmt)
  }

  @Test(
    "writes prices with as many decimal places as the currency has",
    arguments: [
      ("en_US", 2140, "EUR", "€21.40"), ("en_US", -110, "EUR", "-€1.10"),
      ("de_DE", 2140, "EUR", "21,40\u{a0}€"),
      ("ja_JP", 2140, "JPY", "￥2,140"), ("en_US", 2140, "JPY", "¥2,140"),
      ("en_US", 2140, "KWD", "KWD\u{a0}2.140"),
    ])
  func price(locale: String, amount: Int, currency: String, text: String) {
    // Japanese prices have the wide sign or the narrow one, as the system's tables would have it.
    #expect(
      format(locale).price(amount, currency).replacing("¥", with: "￥") == text.replacing("¥", with: "￥"))
  }

  @Test("writes a day with its year only where that is another one")
  func day() {
    let date = Date(timeIntervalSince1970: 1_777_896_000)
    #expect(format("en_US").day(date, now: date) == "May 4")
    #expect(format("en_US").day(date, now: date + 366 * 86_400) == "May 4, 2026")
    #expect(format("ja_JP").day(date, now: date + 366 * 86_400) == "2026年5月4日")
    #expect(format("de_DE").time(date) == "12:00")
  }
}

@Suite("A place")
struct OrdersRouteTests {
  @Test(
    "leads to a screen",
    arguments: [
      ("orders", OrdersRoute.list), ("orders?search=a", .list),
      ("orders/1003", .order(1003)),
      ("orders/1003/notes", .note(order: 1003, id: nil)),
      ("orders/1003/notes/2", .note(order: 1003, id: 2)),
    ])
  func route(text: String, route: OrdersRoute) throws {
    #expect(OrdersRoute(link: try #require(DeepLink(place: text))) == route)
    #expect(OrdersRoute(link: try #require(DeepLink(place: route.place))) == route)
  }

  @Test(
    "of others leads nowhere",
    arguments: [
      "1003", "", "shop/1003", "orders/x",
      "orders/1003/cancel", "orders/1003/notes/x",
      "orders/1003/notes/1/2",
      "orders/9223372036854775808",
    ])
  func none(text: String) throws {
    #expect(OrdersRoute(link: try #require(DeepLink(place: text))) == nil)
  }
}
