import AppData
import ElementTree
import Foundation
import StorefrontContracts
import TestSupport
import Testing

@testable import AppRuntime
@testable import OrdersFeature

@MainActor @Suite("What is seen of the orders from outside", .timeLimit(.minutes(60)))
struct OrdersOutsideTests {
  @Test("is the count of open orders and the way to the last three, as time goes by")
  func badge() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    #expect(try fixture.data.properties.badgeCount == 0)
    for _ in 0..<4 {
      try fixture.place(
        PlacedOrder(
          lines: [OrdersFixture.ramen], total: 2580, currency: "EUR", placedAt: fixture.host.clock.now()))
      fixture.time.advance(minutes: 10)
    }
    #expect(
      try fixture.data.properties.shortcutItems.map(\.id) == [
        "storefront://orders/1004", "storefront://orders/1003", "storefront://orders/1002",
      ])
    try await fixture.perform(.tap("order-1004"))
    #expect(try fixture.data.properties.badgeCount == 3)
    fixture.time.advance(minutes: 60)
    try await fixture.perform(.back)
    #expect(try fixture.data.properties.badgeCount == 0)
  }

  @Test("changes by itself when it is time, and an app that only waits is not busy")
  func time() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("oneOpenOrder", link: "storefront://orders/1001")
    #expect(fixture.has("cancel-order"))
    await fixture.time.waitForSleepers(1)
    #expect(fixture.host.activities == [])
    fixture.time.advance(minutes: 39)
    await fixture.time.waitForSleepers(2)
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.label("status") == "Delivered")
    #expect(!fixture.has("cancel-order"))
    #expect(try fixture.data.properties.badgeCount == 0)
  }

  @Test("goes on to change after the clock was set back")
  func clockSetBack() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("oneOpenOrder", link: "storefront://orders/1001")
    await fixture.time.waitForSleepers(1)
    fixture.time.advance(minutes: -60)
    await fixture.time.waitForSleepers(2)
    fixture.time.advance(minutes: 100)
    await fixture.time.waitForSleepers(3)
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.label("status") == "Delivered")
  }

  @Test("is not looked after by a session that has ended")
  func end() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("oneOpenOrder")
    await fixture.time.waitForSleepers(1)
    weak let late = try fixture.session()
    try await fixture.start()
    await fixture.time.waitForSleepers(2)
    #expect(late == nil)
    #expect(fixture.time.sleeperCount == 1)
  }

  @Test("is put right at the start, where a process was killed before it could")
  func repair() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("oneOpenOrder")
    #expect(try fixture.data.properties.badgeCount == 1)
    #expect(try fixture.data.group(OrdersFeature.group).files.list() == ["orders.latest/Tests.json"])
  }

  @Test("writes nothing where there is nothing to tell")
  func quiet() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    #expect(try fixture.home.tree() == ["data/cleanslate/net.cleanslate.tests.orders/.cleanslate-container"])
  }

  @Test("is told on the screen when it is not up to date")
  func failure() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("oneOpenOrder")
    fixture.closeGate()
    fixture.time.advance(minutes: 60)
    try await fixture.perform(.tap("order-1001"))
    #expect(fixture.label("problem")?.hasPrefix("Not everything is up to date: ") == true)
  }
}

@MainActor @Suite("Orders that are placed")
struct ReceivingTests {
  @Test("get the next number, are kept and shown at once")
  func receive() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders")
    #expect(try fixture.place() == 1004)
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    #expect(fixture.rows.first == "1004  2 × Shoyu ramen · Gyoza | Preparing")
    #expect(try fixture.place() == 1005)
    try await fixture.start()
    #expect(fixture.rows.count == 5)
  }

  @Test("are the same in memory and on disk, also when they were placed within a second")
  func fractions() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    var order = OrdersFixture.placed
    order.placedAt += 0.75
    try fixture.place(order)
    let kept = try fixture.session().history
    try await fixture.start()
    #expect(try fixture.session().history == kept)
  }

  @Test("are refused when they cannot be kept, and then take no number")
  func refused() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    var order = OrdersFixture.placed
    order.lines = []
    #expect(throws: OrderRefused(reason: "it has no lines")) { try fixture.place(order) }
    #expect(try fixture.place() == 1001)
    fixture.closeGate()
    #expect(throws: StoreClosedError.self) { try fixture.place() }
    #expect(try fixture.session().history.orders.count == 1)
  }
}

@MainActor @Suite("The apps of a group")
struct GroupTests {
  @Test("show the latest order of one another, and not their own")
  func latest() async throws {
    let fixture = try OrdersFixture()
    let other = try OrdersFixture(
      groups: [OrdersFeature.group], id: "net.cleanslate.tests.other", home: fixture.home, appName: "Bistro")
    try await fixture.start()
    try await other.start("threeOrders")
    try await fixture.start()
    #expect(fixture.label("latest-order") == "Order 1003 in Bistro: Margherita, extra basil")
    #expect(fixture.label("latest-day") == "cancelled")
    #expect(!other.has("latest-order"))
    try other.place()
    try fixture.place()
    try await fixture.perform(.tap("order-1001"), .back)
    #expect(fixture.label("latest-order") == "Order 1004 in Bistro: 2 × Shoyu ramen · Gyoza")
    #expect(fixture.label("latest-day") == "May 4, 2026 at 12:00\u{202f}PM")
  }

  @Test("do not have to be in one")
  func alone() async throws {
    let fixture = try OrdersFixture(groups: [])
    try await fixture.start("oneOpenOrder")
    #expect(!fixture.has("latest-order") && !fixture.has("problem-1"))
  }

  @Test("are told when another one writes what they cannot read")
  func unreadable() async throws {
    let fixture = try OrdersFixture()
    let files = try fixture.data.group(OrdersFeature.group).files
    try files.write(Data("{\"version\":2}".utf8), to: "orders.latest/Bistro.json")
    try await fixture.start()
    #expect(
      fixture.label("problem-1") == """
        Not everything is up to date: orders.latest/Bistro.json of your apps is in no form that this app knows. \
        Update the app.
        """)
  }
}
