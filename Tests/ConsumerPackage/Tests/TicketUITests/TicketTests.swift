#if DEBUG
import AppDriver
import Foundation
import XCTest

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
#endif
