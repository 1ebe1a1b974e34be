#if DEBUG
import AppDriver
import XCTest

final class TicketTests: AppTestCase {
  override class var appName: String { "TicketApp" }

  func testTicketsAreCounted() throws {
    try app.buttons["take"].tap()
    try app.buttons["Take a ticket"].tap()
    XCTAssertEqual(try app.staticTexts["ticket"].label, "Ticket 2")
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
