import AppData
import ElementTree
import Foundation
import StorefrontContracts
import Testing

@testable import AppRuntime
@testable import OrdersFeature

@MainActor @Suite("Somebody with orders")
struct OrdersJourneyTests {
  @Test("finds the latest on top, and each behind its row")
  func list() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders")
    #expect(
      fixture.rows == [
        "1003  Margherita, extra basil | Cancelled", "1002  Falafel bowl · 2 × Tiramisù | May 5, 2025",
        "1001  2 × Shoyu ramen · Gyoza | May 4, 2025",
      ])
    try await fixture.perform(.tap("order-1002"))
    #expect(fixture.host.tree.screen?.label == "Order 1002")
    try await fixture.perform(.back)
    #expect(fixture.screen == "orders")
  }

  @Test("finds orders by what is in them and by what was noted, and everything again after that")
  func search() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders")
    try await fixture.perform(.edit("search", text: "noodles"))
    #expect(fixture.rows == ["1001  2 × Shoyu ramen · Gyoza | May 4, 2025"])
    try await fixture.perform(.edit("search", text: "noodles pizza"))
    #expect(fixture.label("no-match") == "Nothing matches \"noodles pizza\".")
    try await fixture.perform(.tap("clear-search"))
    #expect(fixture.rows.count == 3)
  }

  @Test("has the keyboard where it was, on the way back from an order and from a question")
  func keyboard() async throws {
    let fixture = try OrdersFixture()
    var focused: String? { fixture.host.tree.first(where: \.isFocused)?.identifier }
    try await fixture.start("manyOrders")
    try await fixture.perform(.focus("order-1001"), .tap("order-1001"), .back)
    #expect(focused == "order-1001")
    try await fixture.start("oneOpenOrder")
    try await fixture.perform(.tap("order-1001"), .focus("cancel-order"), .tap("cancel-order"), .back)
    #expect(focused == "cancel-order")
    // The newest order is not the first one that is shown.
    try await fixture.start()
    let older = try fixture.place()
    let newer = try fixture.place()
    try await fixture.perform(.tap("order-\(newer)"), .tap("cancel-order"), .tap("confirm-cancel"))
    try fixture.host.open("storefront://orders")
    #expect(focused == "order-\(older)")
  }

  @Test("can cancel an order within five minutes, and is asked first")
  func cancel() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    #expect(try fixture.place() == 1001)
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    try await fixture.perform(.tap("order-1001"))
    #expect(fixture.label("status")?.hasPrefix("Preparing, with you by ") == true)
    try await fixture.perform(.tap("cancel-order"))
    try await fixture.perform(.back)
    #expect(fixture.screen == "order")
    #expect(fixture.alert == nil)
    try await fixture.perform(.tap("cancel-order"), .tap("keep-order"))
    #expect(fixture.alert == nil)
    fixture.time.advance(minutes: 4.9)
    try await fixture.perform(.tap("cancel-order"))
    #expect(fixture.alert == "cancel-alert")
    try await fixture.perform(.tap("confirm-cancel"))
    #expect(fixture.label("status") == "Cancelled")
    #expect(fixture.label("notice") == "The order is cancelled. You will not be charged.")
    #expect(!fixture.has("cancel-order"))
    try await fixture.start(link: "storefront://orders/1001")
    #expect(fixture.label("status") == "Cancelled")
  }

  @Test("is told when the kitchen was faster than the answer to the question")
  func tooLate() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start()
    try fixture.place()
    #expect(await fixture.host.settle(timeout: .seconds(600)) == [])
    try await fixture.perform(.tap("order-1001"), .tap("cancel-order"))
    fixture.time.advance(minutes: 5)
    try await fixture.perform(.tap("confirm-cancel"))
    #expect(fixture.label("notice") == "It is too late to cancel: the kitchen is already cooking.")
    #expect(!fixture.has("cancel-order"))
    #expect(try fixture.session().history[1001]?.cancelledAt == nil)
  }

  @Test("rates a delivered order from one to five, changes it and takes it back")
  func rating() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1002")
    #expect(fixture.label("rating") == "How was it?")
    try await fixture.perform(.tap("rate-2"), .tap("rate-5"))
    #expect(fixture.label("rating") == "You gave 5 of 5 stars")
    #expect(try fixture.file(1002).contains("\"rating\":5"))
    try await fixture.perform(.tap("rate-5"))
    #expect(fixture.label("rating") == "How was it?")
    #expect(try !fixture.file(1002).contains("rating"))
    try await fixture.perform(.back, .tap("order-1003"))
    #expect(!fixture.has("rating"))
  }

  @Test("writes notes, edits them, deletes them and has them back")
  func notes() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1002")
    #expect(fixture.has("no-notes"))
    try await fixture.perform(.tap("add-note"))
    #expect(fixture.host.tree.first(withIdentifier: "save-note")?.isEnabled == false)
    try await fixture.perform(.edit("note-text", text: "  More sauce "), .tap("save-note"))
    #expect(fixture.label("note-1") == "More sauce")
    #expect(fixture.label("notice") == "The note is saved.")
    #expect(fixture.host.tree.first(withIdentifier: "note-1")?.isFocused == true)
    try await fixture.perform(.tap("note-1"), .edit("note-text", text: "No sauce"), .tap("save-note"))
    #expect(fixture.label("note-1") == "No sauce")
    try await fixture.perform(.tap("note-1"))
    #expect(!fixture.has("notice"))
    #expect(
      fixture.label("note-history")
        == "Written May 4, 2026 at 12:00\u{202f}PM, edited May 4, 2026 at 12:00\u{202f}PM")
    try await fixture.perform(.tap("delete-note"))
    #expect(!fixture.has("note-1"))
    #expect(fixture.label("notice") == "The note is deleted.")
    #expect(try !fixture.file(1002).contains("sauce"))
    try await fixture.perform(.tap("undo-delete"))
    #expect(fixture.label("note-1") == "No sauce")
    #expect(!fixture.has("undo-delete"))
    try await fixture.start(link: "storefront://orders/1002/notes/1")
    #expect(fixture.host.tree.first(withIdentifier: "note-text")?.value == "No sauce")
  }

  @Test("is asked before words are thrown away, and not when there are none")
  func discard() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1001/notes/1")
    try await fixture.perform(.back)
    #expect(fixture.screen == "order")
    try await fixture.perform(.tap("add-note"), .edit("note-text", text: " "), .back)
    #expect(fixture.screen == "order")
    try await fixture.perform(.tap("note-1"))
    #expect(fixture.host.tree.screen?.traits == [.allowsBack])
    try await fixture.perform(.edit("note-text", text: "Other"), .back)
    #expect(fixture.alert == "discard-alert")
    try await fixture.perform(.back)
    #expect(fixture.host.tree.screen?.traits == [.allowsBack, .unsaved])
    #expect(fixture.host.tree.first(withIdentifier: "note-text")?.value == "Other")
    try await fixture.perform(.back, .tap("discard-note"))
    #expect(fixture.screen == "order")
    #expect(fixture.label("note-1") == "Ask for more noodles.")
  }

  @Test("cannot write a note that is too long")
  func longNote() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1001/notes")
    try await fixture.perform(.edit("note-text", text: String(repeating: "a", count: 501)))
    #expect(fixture.label("note-problem") == "Please use at most 500 characters; these are 501.")
    #expect(fixture.host.tree.first(withIdentifier: "save-note")?.isEnabled == false)
  }

  @Test("is told what could not be saved, and nothing looks as if it were")
  func saveFailure() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1002")
    fixture.closeGate()
    try await fixture.perform(.tap("rate-2"))
    #expect(fixture.label("rating") == "How was it?")
    #expect(fixture.label("notice")?.hasPrefix("This could not be saved: ") == true)
    try await fixture.perform(.tap("add-note"), .edit("note-text", text: "Kept"), .tap("save-note"))
    #expect(fixture.screen == "order-note")
    #expect(fixture.label("notice")?.contains("the test says so") == true)
    #expect(fixture.host.tree.first(withIdentifier: "note-text")?.value == "Kept")
  }

  @Test("keeps a deleted note, and what brings it back, where that cannot be saved")
  func undoFailure() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1001/notes/1")
    try await fixture.perform(.tap("delete-note"))
    let (documents, path) = (fixture.data.files.documents, "orders/1001.json")
    try documents.remove(path)
    try documents.write(Data("a file should be here".utf8), to: "\(path)/folder")
    for _ in 1...2 {
      try await fixture.perform(.tap("undo-delete"))
      let notices = fixture.host.tree.all { $0.identifier == "notice" }
      #expect(notices.map { $0.label.hasPrefix("This could not be saved: ") } == [true])
      #expect(fixture.host.tree.first(withIdentifier: "undo-delete")?.isFocused == true)
    }
    try documents.remove(path)
    try await fixture.perform(.tap("undo-delete"))
    #expect(fixture.label("note-1") == "Ask for more noodles.")
    #expect(!fixture.has("notice") && !fixture.has("undo-delete"))
    #expect(try fixture.file(1001).contains("Ask for more noodles."))
  }

  @Test("opens every screen by its link, and none that is not there")
  func links() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders")
    for (link, screen) in [
      ("storefront://orders/1002", "order"), ("storefront://orders/1002/notes", "order-note"),
      ("storefront://orders/1001/notes/1", "order-note"), ("storefront://orders?search=gyoza", "orders"),
    ] {
      try fixture.host.open(link)
      #expect(fixture.screen == screen, "\(link)")
    }
    #expect(fixture.rows.count == 1)
    for link in ["1004", "1001/notes/2", "1004/notes", "x"] {
      #expect(throws: DeepLinkError.self) { try fixture.host.open("storefront://orders/\(link)") }
    }
    #expect(throws: DeepLinkError.self) { try fixture.host.open("storefront://shop") }
    #expect(fixture.rows.count == 1)
  }

  @Test("sees what is wrong with the files, and everything else")
  func damaged() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("damagedFile")
    #expect(fixture.rows.count == 3)
    #expect(fixture.label("problem-1")?.contains("orders-set-aside/1004.json") == true)
    #expect(fixture.label("problem-2")?.contains("orders/1005.json") == true)
  }
}

@MainActor @Suite("Ordering again")
struct ReorderTests {
  /// A shop that has some of the dishes no more.
  private final class Shop: Reordering {
    let answer: Reordered
    private(set) var lines: [PlacedOrder.Line] = []

    init(_ answer: Reordered) { self.answer = answer }

    func reorder(_ lines: [PlacedOrder.Line]) -> Reordered {
      self.lines = lines
      return answer
    }
  }

  @Test(
    "puts what there still is into the basket, and says what is not",
    arguments: [
      (.inBasket(count: 3, LeftOut()), "It is in your basket again: 3 items now."),
      (
        .inBasket(count: 1, LeftOut(missing: ["Gyoza"])),
        "Your basket has 1 item now. Not on the menu any more: Gyoza."
      ),
      (
        .inBasket(count: 99, LeftOut(missing: ["Ramen"], full: ["Gyoza"])),
        "Your basket has 99 items now. Not on the menu any more: Ramen. "
          + "The basket has no room for all of: Gyoza."
      ),
      (
        .inBasket(count: 0, LeftOut(missing: ["Shoyu ramen", "Gyoza"])), "None of it is on the menu any more."
      ),
      (.waiting, "It will be in your basket when the menu is here."),
      (
        .closed, "It is not in your basket: the kitchens are closed. Order it again when they are open."
      ),
      (
        .noMenu,
        "It is not in your basket: the menu did not arrive. Load it in the shop, then order again."
      ),
    ] as [(Reordered, String)])
  func withShop(answer: Reordered, notice: String) async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1001")
    let shop = Shop(answer)
    fixture.host.environment?.services.provide(shop, as: (any Reordering).self)
    try await fixture.perform(.tap("reorder"))
    #expect(fixture.label("notice") == notice)
    #expect(shop.lines == [OrdersFixture.ramen, OrdersFixture.gyoza])
  }

  @Test("says so where there is no shop")
  func alone() async throws {
    let fixture = try OrdersFixture()
    try await fixture.start("threeOrders", link: "storefront://orders/1001")
    try await fixture.perform(.tap("reorder"))
    #expect(
      fixture.label("notice") == "There is no shop in this app, so it cannot be ordered again from here.")
    try await fixture.perform(.back, .tap("order-1002"))
    #expect(!fixture.has("notice"))
  }
}
