#if DEBUG
import AppDriver
import ControlProtocol
import ElementTree
import Leaks
import XCTest

/// The names by which tests read what a reset has found.
final class ReceiptTests: AppTestCase {
  override class var appName: String { "TicketApp" }

  func testAReceiptSaysWhatWasClearedAndThatNothingIsLeft() throws {
    let fresh: Element = try app.tree()
    try app.buttons["take"].tap()
    let receipt: ResetReceipt = try XCTUnwrap(app.reset())
    XCTAssertTrue(receipt.isClean && receipt.nanoseconds > 0, "\(receipt)")
    XCTAssertTrue(receipt.cleared.contains { $0.count > 0 }, "\(receipt.cleared)")
    XCTAssertEqual(receipt.leaks + receipt.survivesInStatic, [])
    XCTAssertTrue(receipt.processDifferences.allSatisfy(\.restored))
    XCTAssertEqual(try app.tree(), fresh)
  }

  @available(*, deprecated, message: "It reads a name that is.")
  func testALeakSaysWhatHoldsIt() {
    let path = LeakPath(["static Till.shared"])
    let leak = Leak(type: "Basket", name: "shop.basket", holders: [LeakHolder(.root, path)])
    XCTAssertEqual(leak.type, "Basket")
    XCTAssertEqual(leak.name, "shop.basket")
    XCTAssertEqual(leak.summary, "Basket is still alive; it was shop.basket")
    XCTAssertTrue(leak.description.hasPrefix(leak.summary) && leak.description.contains("\(path)"))
    XCTAssertEqual(leak.heldByRoot, path)
  }
}
#endif
