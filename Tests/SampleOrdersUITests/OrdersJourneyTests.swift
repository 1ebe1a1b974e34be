import AppDriver
import Foundation
import XCTest

final class OrdersJourneyTests: AppTestCase {
  override class var appName: String { "SampleOrders" }
  override class var launchArguments: [String] { pastStartPage }

  private func start(_ situation: String, envVariables: [String: String] = [:]) throws -> OrdersPage {
    try launchApp(automationFlags: [Flag("simulate\(situation)", true)], envVariables: envVariables)
    return OrdersPage(app)
  }

  func testNewUserIsToldWhatToDo() throws {
    let orders = try OrdersPage(app).waitUntilShown()
    XCTAssertEqual(try orders.empty.label, "No orders yet")
    XCTAssertFalse(orders.search.exists)
  }

  func testOpenOrderCanBeCancelledOnceAndLeavesTheBadge() throws {
    let order = try start("OneOpenOrder").waitUntilShown().open(1001)
    XCTAssertTrue(try order.status.label.hasPrefix("Preparing"))
    try order.confirmCancelling()
    XCTAssertEqual(try order.status.label, "Cancelled")
    XCTAssertFalse(order.cancel.exists)
    let orders = try order.goBack()
    try orders.waitUntilShown()
    try app.lists["order-list"].assertTree(
      """
      list #order-list
        text "Earlier" heading
        cell #order-1001 "1001  Margherita, extra basil · 2 × Tiramisù" value: "Cancelled" secondary
      """)
  }

  func testOrderGoesFromPlacedToDelivered() throws {
    let order = try start("OneOpenOrder").waitUntilShown().open(1001)
    XCTAssertTrue(order.cancel.exists)
    try app.clock.advance(by: .seconds(4 * 60))
    XCTAssertFalse(order.cancel.exists)
    XCTAssertTrue(try order.status.label.hasPrefix("Preparing"))
    try app.clock.advance(by: .seconds(10 * 60))
    XCTAssertTrue(try order.status.label.hasPrefix("On its way"))
    try app.clock.advance(by: .seconds(25 * 60))
    XCTAssertEqual(try order.status.label, "Delivered")
    XCTAssertTrue(order.star(5).exists)
  }

  func testRunningClockIsMovedToTheVeryTime() throws {
    let goal = try app.clock.now.addingTimeInterval(3_600)
    try app.clock.advance(to: goal)
    XCTAssertEqual(try app.clock.now.timeIntervalSince(goal), 0, accuracy: 0.0005)
  }

  func testYearEndsWhileTheOrdersAreShown() throws {
    try launchApp(
      automationFlags: [Flag("simulateOneOpenOrder", true)], envVariables: ["TZ": "UTC"],
      otherArgs: ["--pause-clock-at", "2026-12-31T23:15:00Z"])
    let orders = try OrdersPage(app).waitUntilShown()
    try app.clock.advance(to: Date("2026-12-31T23:59:59Z", strategy: .iso8601))
    XCTAssertEqual(try orders.row(1001).value, "Dec 31")
    try app.clock.advance(by: .seconds(31))
    XCTAssertEqual(try orders.row(1001).value, "Dec 31, 2026")
    XCTAssertThrowsError(try app.clock.advance(to: Date("2026-12-31T23:59:59Z", strategy: .iso8601))) {
      error in
      XCTAssertTrue("\(error)".contains("cannot turn it back"), "\(error)")
    }
  }

  func testSummerTimeBeginsWhileAnOrderIsOnItsWay() throws {
    try launchApp(
      automationFlags: [Flag("simulateOneOpenOrder", true)], envVariables: ["TZ": "Europe/Berlin"],
      otherArgs: ["--pause-clock-at", "2026-03-29T00:50:00Z"])
    let order = try OrdersPage(app).waitUntilShown().open(1001)
    // It was placed at 1:49, and the hour from two to three is left out.
    XCTAssertEqual(try order.status.label, "Preparing, with you by 03:29")
    try app.clock.advance(by: .seconds(39 * 60))
    XCTAssertEqual(try order.status.label, "Delivered")
  }

  func testOrderOnItsWayCannotBeCancelled() throws {
    let order = try start("OrderOnItsWay").waitUntilShown().open(1001)
    XCTAssertTrue(try order.status.label.hasPrefix("On its way"))
    XCTAssertFalse(order.cancel.exists)
  }

  func testNoteIsWrittenFoundEditedDeletedAndBroughtBack() throws {
    let order = try start("ThreeOrders").waitUntilShown().open(1002)
    _ = try order.addNote().save("Blue gate")
    let orders = try order.goBack()
    try orders.search.typeText("blue")
    XCTAssertEqual(try app.cells.count, 1)
    _ = try orders.open(1002).edit(note: 1).save("Green gate")
    XCTAssertEqual(try order.note(1).label, "Green gate")
    _ = try order.edit(note: 1).delete()
    XCTAssertFalse(order.note(1).exists)
    try order.undo.tap()
    XCTAssertEqual(try order.note(1).label, "Green gate")
  }

  func testRatingAndNotesAreThereAfterARelaunch() throws {
    let order = try start("ThreeOrders").waitUntilShown().open(1002)
    try order.star(3).tap()
    _ = try order.addNote().save("大盛り")
    // The situation would write its orders once more.
    app.launchArguments = pastStartPage
    try app.relaunch(reason: "the test quits the app", keepData: true)
    _ = try OrdersPage(app).waitUntilShown().open(1002)
    XCTAssertEqual(try OrderPage(app).rating.label, "You gave 3 of 5 stars")
    XCTAssertEqual(try OrderPage(app).note(1).label, "大盛り")
  }

  func testReorderingSaysThatThereIsNoShop() throws {
    let order = try start("ThreeOrders").waitUntilShown().open(1001)
    try order.reorder.tap()
    XCTAssertTrue(try order.notice.label.hasPrefix("There is no shop"))
  }

  func testFilesOfTheVersionBeforeAreRead() throws {
    let order = try start("VersionOneFiles").waitUntilShown().open(1001)
    XCTAssertEqual(try order.total.value, "€28.70")
    XCTAssertEqual(try order.rating.label, "You gave 4 of 5 stars")
    XCTAssertEqual(try order.note(1).label, "Ask for more noodles.")
  }

  func testDamagedFilesAreNamedAndHideNothingElse() throws {
    let orders = try start("DamagedFile").waitUntilShown()
    XCTAssertTrue(try orders.problem(1).label.contains("orders-set-aside/1004.json"))
    XCTAssertTrue(try orders.problem(2).label.contains("orders/1005.json"))
    XCTAssertEqual(try app.cells.count, 3)
  }

  func testTwoHundredOrdersAreSearched() throws {
    let orders = try start("ManyOrders").waitUntilShown()
    XCTAssertEqual(try app.cells.count, 200)
    try orders.search.typeText("1123")
    XCTAssertEqual(try app.cells.count, 1)
    try orders.search.replaceText("sushi")
    XCTAssertEqual(try orders.noMatch.label, "Nothing matches \"sushi\".")
  }

  func testPricesAndDatesAreWrittenForTheLocale() throws {
    let german = try start("ThreeOrders", envVariables: ["LC_ALL": "de_DE.UTF-8"]).waitUntilShown().open(1001)
    XCTAssertEqual(try german.total.value, "34,50\u{a0}€")
    let japanese = try start("JapaneseOrders", envVariables: ["LC_ALL": "ja_JP.UTF-8"]).waitUntilShown()
    XCTAssertEqual(try japanese.row(1001).value, "2025年5月4日")
    XCTAssertEqual(try japanese.open(1001).total.value?.hasSuffix("3,340"), true)
  }

  func testDeepLinkOpensAnOrder() throws {
    _ = try start("ThreeOrders").waitUntilShown()
    try app.open("storefront://orders/1003")
    try OrderPage(app).waitUntilShown()
    XCTAssertThrowsError(try app.open("storefront://orders/42"))
    XCTAssertEqual(app.screen, "order")
  }
}
