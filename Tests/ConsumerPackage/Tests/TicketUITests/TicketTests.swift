#if DEBUG
import AppDriver
import Foundation
import XCTest

extension AppState {
  static let threeTickets = AppState("three tickets") { app in
    for _ in 0..<3 { try app.buttons["take"].tap() }
  }
}

final class TicketTests: AppTestCase {
  override class var appName: String { "TicketApp" }

  func testTicketsAreCounted() throws {
    try app.buttons["take"].tap()
    try app.buttons["Take a ticket"].tap()
    XCTAssertEqual(try app.staticTexts["ticket"].label, "Ticket 2")
  }

  func testATicketShowsWhenItWasTaken() throws {
    try launchApp(envVariables: ["TZ": "UTC", "LC_ALL": "de_DE"])
    try app.clock.pause(at: Date("2026-12-31T23:59:30Z", strategy: .iso8601))
    try app.buttons["take"].tap()
    XCTAssertEqual(try app.staticTexts["taken"].label, "Taken at 23:59")
    try app.clock.advance(by: .seconds(30))
    try app.buttons["take"].tap()
    XCTAssertEqual(try app.staticTexts["taken"].label, "Taken at 0:00")
  }

  func testAStateIsSavedAndGoneTo() throws {
    try app.buttons["take"].tap()
    try app.saveState("one ticket")
    try app.buttons["take"].tap()
    try app.reset(to: "one ticket")
    XCTAssertEqual(try app.staticTexts["ticket"].label, "Ticket 1")
    try app.deleteState("one ticket")
  }

  func testTheQueueIsAsLongAsTheServerSays() throws {
    try app.network.reply(to: .get("https://tickets.example/queue"), with: .text("7"), once: true)
    try app.network.reply(to: .get("/queue"), with: .failure(.offline))
    try app.buttons["queue"].tap()
    XCTAssertEqual(try app.staticTexts["queue-length"].label, "7 people wait.")
    try app.buttons["queue"].tap()
    XCTAssertEqual(
      try app.staticTexts["queue-length"].label, "tickets.example cannot be reached: there is no network.")
    XCTAssertEqual(try app.network.requests.count, 2)
  }

  func testALiveResetIsAFreshLaunch() throws {
    let fresh = try app.tree()
    let process = app.processIdentifier
    try app.buttons["take"].tap()
    let receipt = try XCTUnwrap(app.reset())
    XCTAssertTrue(receipt.isClean, "\(receipt)")
    XCTAssertEqual(app.processIdentifier, process)
    XCTAssertEqual(try app.tree(), fresh)
  }
}

/// Two people with a machine each.
final class TwoMachinesTests: AppTestCase {
  override class var appNames: [String: String] { ["ada": "TicketApp", "ben": "TicketApp"] }

  func testEachHandsOutTicketsOfItsOwn() throws {
    try app("ada").buttons["take"].tap()
    XCTAssertEqual(try app("ada").staticTexts["ticket"].label, "Ticket 1")
    XCTAssertEqual(try app("ben").staticTexts["ticket"].label, "No ticket yet")
  }
}

final class ManyTicketsTests: AppTestCase {
  override class var appName: String { "TicketApp" }
  override class var state: AppState? { .threeTickets }

  func testTheNextTicketIsTheFourth() throws {
    try app.buttons["take"].tap()
    XCTAssertEqual(try app.staticTexts["ticket"].label, "Ticket 4")
  }
}
#endif
