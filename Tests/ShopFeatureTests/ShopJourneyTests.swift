import AppData
import ElementTree
import Foundation
import StorefrontContracts
import Testing

@testable import AppRuntime
@testable import ShopFeature

@MainActor @Suite("Somebody hungry")
struct ShopJourneyTests {
  let app: ShopFixture

  init() throws { app = try ShopFixture() }

  @Test("chooses a dish with options, and finds it in the basket")
  func choosing() async throws {
    try await app.start()
    try await app.perform(
      .tap("category-noodles"), .tap("item-ramen"), .tap("choice-large"), .tap("choice-egg"), .tap("more"))
    #expect(app.label("add-to-basket") == "Add to the basket · €34.80")
    try await app.perform(.tap("add-to-basket"))
    #expect(app.screen == "category")
    #expect(app.label("notice") == "2 × Shoyu ramen, large, another egg is in your basket.")
    try await app.perform(.tap("open-basket"))
    #expect(
      app.rows == [
        "2 × Shoyu ramen, large, another egg | €34.80", "Subtotal | €34.80", "Delivery | free",
        "Total | €34.80",
      ])
  }

  @Test("finds the basket again at the next start")
  func relaunch() async throws {
    try await app.start()
    try await app.perform(
      .edit("menu-search", text: "gyoza"), .tap("item-gyoza"), .tap("add-to-basket"))
    try await app.start()
    #expect(app.label("open-basket") == "Basket (1) · €5.80")
  }

  @Test("changes a line of the basket, and takes it out")
  func lines() async throws {
    try await app.start("fullBasket")
    try await app.perform(.tap("line-1"), .tap("more"), .tap("more"))
    #expect(app.label("price") == "€5.80 each, €17.40 together")
    try await app.perform(.back, .tap("line-0"), .tap("remove-line"))
    #expect(app.screen == "basket")
    #expect(app.rows.first == "3 × Gyoza | €17.40")
    try await app.perform(.tap("line-0"), .tap("fewer"), .tap("fewer"), .tap("fewer"))
    #expect(app.rows.first == "2 × Tiramisù | €9.80")
  }

  @Test("is told where the basket has no room for all that was chosen")
  func fullLine() async throws {
    try await app.start("fullBasket", "--open", "storefront://shop/items/gyoza")
    for _ in 1..<Basket.highestQuantity { try await app.perform(.tap("more")) }
    try await app.perform(.tap("add-to-basket"))
    #expect(app.label("notice") == "98 of 99 × Gyoza went into your basket: it takes 99 of one kind.")
  }

  @Test("uses a voucher, and is told why another is none")
  func voucher() async throws {
    try await app.start("fullBasket")
    try await app.perform(.tap("remove-voucher"), .edit("voucher-code", text: "nope"), .tap("apply-voucher"))
    #expect(app.label("notice") == "There is no voucher NOPE.")
    try await app.perform(.edit("voucher-code", text: "fiveoff"), .tap("apply-voucher"))
    #expect(app.rows.contains("Voucher FIVEOFF | -€5.00"))
  }

  private func enter(in field: String) async throws {
    try await app.perform(try #require(app.host.tree.actionOfEnter(in: field)))
  }

  private var focused: String? { app.host.tree.first(where: \.isFocused)?.identifier }

  @Test("uses a voucher with Enter, and has the keyboard in its field after a wrong one")
  func voucherByEnter() async throws {
    try await app.start("fullBasket")
    try await app.perform(.tap("remove-voucher"), .edit("voucher-code", text: "nope"))
    try await enter(in: "voucher-code")
    #expect(app.label("notice") == "There is no voucher NOPE.")
    #expect(focused == "voucher-code")
    try await app.perform(.edit("voucher-code", text: "fiveoff"))
    try await enter(in: "voucher-code")
    #expect(app.rows.contains("Voucher FIVEOFF | -€5.00"))
  }

  @Test("finds the category with a search as well, first of all, and goes there with Enter")
  func searchForCategory() async throws {
    try await app.start("fullBasket", "--open", "storefront://shop")
    try await app.perform(.edit("menu-search", text: "pizza"))
    #expect(app.rows.first == "Pizza | 3 dishes")
    #expect(app.label("dishes") == "1 category")
    try await enter(in: "menu-search")
    #expect(focused == "category-pizza")
  }

  @Test("is led to the first field that is wrong, and told on leaving one what is wrong with it")
  func wrongFields() async throws {
    try await app.start("fullBasket")
    try await app.perform(.tap("checkout"), .edit("delivery-name", text: "Ada"), .tap("go-on"))
    #expect(focused == "delivery-street")
    try await app.perform(.edit("delivery-street", text: "Dorset Street"))
    #expect(!app.has("delivery-street-problem"))
    try await app.perform(.focus("delivery-postcode"))
    #expect(app.label("delivery-street-problem") == "The number of the house is missing.")
    try await app.fillInAddress()
    try await app.perform(.tap("go-on"), .tap("go-on"), .tap("go-on"))
    #expect(focused == "payment-card")
  }

  @Test("is led from the last step to the one in which something is missing")
  func wrongStep() async throws {
    try await app.start("fullBasket", "--open", "storefront://shop/checkout/confirm")
    let answers = app.host.tree.first(withIdentifier: "answers")?.children
    #expect(
      answers?.map(\.value) == ["Not given yet", "Not given yet", "As soon as possible", "Not given yet"])
    try await app.perform(.tap("place-order"))
    #expect(app.screen == "checkout-address")
    #expect(focused == "delivery-name")
    #expect(app.label("notice") == "Something is missing. Please look at what is marked.")
  }

  private func chosen(_ role: Role) -> [String] {
    app.host.tree.all { $0.role == role && $0.isSelected }.compactMap(\.identifier)
  }

  @Test("chooses one size and several extras, one time and one way to pay")
  func roles() async throws {
    try await app.start("fullBasket", "--open", "storefront://shop/items/ramen")
    try await app.perform(.tap("choice-large"), .tap("choice-egg"))
    #expect(chosen(.radioButton) == ["choice-large"])
    #expect(chosen(.toggle) == ["choice-egg"])
    try await app.start("checkoutTime")
    #expect(chosen(.radioButton) == ["time-soon"])
    try await app.start("checkoutPayment")
    try await app.perform(.tap("payment-cash"))
    #expect(chosen(.radioButton) == ["payment-cash"])
    #expect(app.rows == [])
  }

  @Test("cannot check out below the minimum")
  func minimum() async throws {
    try await app.start("smallBasket")
    #expect(app.label("below-minimum") == "€6.50 more, and the kitchens can bring it.")
    await #expect(throws: ActionError.disabled("checkout")) { try await app.perform(.tap("checkout")) }
  }

  @Test("orders step by step, and is held back where something is missing")
  func checkout() async throws {
    try await app.start("fullBasket")
    try await app.perform(.tap("checkout"), .tap("go-on"))
    #expect(app.screen == "checkout-address")
    #expect(app.label("delivery-name-problem") == "Who is it for?")
    try await app.fillInAddress()
    #expect(!app.has("delivery-name-problem"))
    try await app.perform(.tap("go-on"), .tap("time-1"), .tap("go-on"), .tap("go-on"))
    #expect(app.label("delivery-payment-problem") == "Please choose how you pay.")
    try await app.perform(.tap("payment-cash"), .tap("go-on"))
    #expect(
      app.rows.prefix(4) == [
        "To | Ada, Dorset Street 1", "City | 10997 Berlin", "When | At 1:30\u{202F}PM",
        "Payment | In cash at the door",
      ])
    try await app.perform(.tap("place-order"))
    #expect(app.screen == "thanks")
    #expect(app.label("order-number") == "The kitchen has your order.")
    try await app.perform(.tap("to-menu"))
    #expect(!app.has("open-basket"))
  }

  @Test("orders on one page where the flag says so, and is shown all that is missing at once")
  func onePage() async throws {
    try app.data.preferences.set("{\"shop.newCheckout\":true}", forKey: "cleanslate.userFlags")
    try await app.start("fullBasket")
    try await app.perform(.tap("checkout"), .tap("place-order"))
    #expect(app.screen == "checkout")
    #expect(app.label("notice") == "Something is missing. Please look at what is marked.")
    #expect(app.has("delivery-city-problem") && app.has("delivery-payment-problem"))
    try await app.fillInAddress()
    try await app.perform(.tap("payment-card"), .tap("place-order"))
    #expect(app.screen == "thanks")
  }

  @Test("keeps basket and address where the order cannot be taken")
  func refused() async throws {
    try await app.start("checkoutConfirm")
    let receiver = RefusingReceiver()
    app.host.environment?.services.provide(receiver, as: (any OrderReceiver).self)
    try await app.perform(.tap("place-order"))
    #expect(app.screen == "checkout-confirm")
    #expect(app.label("notice") == "Your order was not placed: the kitchen is on fire")
    try await app.perform(.back, .back, .back, .back)
    #expect(app.rows.first == "2 × Shoyu ramen, large, another egg | €34.80")
  }

  @Test("is never charged more than was shown")
  func changedPrice() async throws {
    try await app.start("checkoutConfirm")
    #expect(app.label("place-order") == "Order for €45.36")
    // The voucher is gone between the look and the tap, as one that expires.
    let session = try #require(app.host.session as? ShopSession)
    session.placeOrder(for: 4536 - 1)
    #expect(app.host.tree.screen?.identifier == "checkout-confirm")
    #expect(session.notice == .warning("The price has changed meanwhile. Please look at it again."))
    #expect(session.basket.lines.count == 3)
  }

  @Test("cannot choose a time that has come too near, and chooses the one that is tapped")
  func times() async throws {
    try await app.start("checkoutAddress", "--open", "storefront://shop/checkout/time")
    let session = try #require(app.host.session as? ShopSession)
    #expect(app.label("time-0") == "1:00\u{202F}PM")
    app.now.date += 30 * 60
    try await app.perform(.tap("time-0"))
    #expect(session.details.time == nil)
    #expect(session.notice == .failure("This time is too near by now. Please choose another."))
    #expect(app.label("time-0") == "1:30\u{202F}PM")
    app.now.date += 10 * 60
    try await app.perform(.tap("time-1"))
    #expect(session.details.time == 1_777_903_200)
    #expect(app.label("time-1") == "2:00\u{202F}PM")
    #expect(chosen(.radioButton) == ["time-1"])
  }

  @Test("finds the same identifiers whatever the time is")
  func identifiers() async throws {
    func identifiers(after hours: Double) async throws -> [String] {
      app.now.date = ShopFixture.noon + hours * 3600
      try await app.start("checkoutAddress", "--open", "storefront://shop/checkout/time")
      return app.host.tree.allElements.compactMap(\.identifier)
    }
    let today = try await identifiers(after: 0)
    #expect(today.contains("time-5"))
    #expect(try await identifiers(after: 1000.7) == today)
  }

  @Test("finds the basket as it was after a day without a menu, and is told once what is gone")
  func closedKitchen() async throws {
    try await app.start("fullBasket", "--catalog", "empty")
    try await app.start()
    #expect(app.label("open-basket") == "Basket (5) · €50.40")
    try await app.start(nil, "--catalog", "japanese")
    #expect(app.label("notice")?.hasPrefix("Something in your basket") == true)
    try await app.start(nil, "--catalog", "japanese")
    #expect(!app.has("notice"))
  }

  @Test(
    "orders nothing again without a dish on the menu, neither now nor when there are some",
    arguments: [("broken", Reordered.noMenu), ("empty", .closed)])
  func reorderWithoutMenu(catalog: String, answer: Reordered) async throws {
    try await app.start(nil, "--catalog", catalog)
    let session = try #require(app.host.session as? ShopSession)
    #expect(session.reorder([.init(itemID: "gyoza", name: "Gyoza", quantity: 2, unitPrice: 580)]) == answer)
    try await app.perform(.tap("retry"))
    #expect(session.basket.lines == [] && session.waitingLines == [])
  }

  @Test(
    "does not order again twice where the menu fails or is empty after the first try, and forgets nothing else",
    arguments: [("broken", Reordered.noMenu), ("empty", .closed)])
  func reorderBeforeFailure(catalog: String, answer: Reordered) async throws {
    try await app.start(nil, "--catalog", catalog)
    let lines = [PlacedOrder.Line(itemID: "gyoza", name: "Gyoza", quantity: 2, unitPrice: 580)]
    let others = [PlacedOrder.Line(itemID: "ramen", name: "Shoyu ramen", quantity: 1, unitPrice: 1)]
    let session = try ShopSession(environment: #require(app.host.environment))
    #expect(session.reorder(lines) == .waiting && session.waitingLines == [lines])
    session.load()
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(session.reorder(others) == answer && session.waitingLines == [lines])
    #expect(session.reorder(lines) == answer && session.waitingLines == [])
  }

  @Test("orders again before the menu is there")
  func earlyReorder() async throws {
    let session = try ShopSession(
      environment: #require(
        await {
          try await app.start(); return app.host.environment
        }()))
    let lines = [PlacedOrder.Line(itemID: "gyoza", name: "Gyoza", quantity: 2, unitPrice: 580)]
    #expect(session.reorder(lines) == .waiting && session.reorder(lines) == .waiting)
    #expect(session.basket.lines == [])
    session.load()
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(session.basket.lines == [.init(item: "gyoza", choices: [], quantity: 2)])
  }

  @Test("is told when the basket cannot be kept")
  func unkept() async throws {
    try await app.start("fullBasket")
    app.host.environment?.gate.close("the test says so")
    try await app.perform(.tap("line-0"), .tap("more"))
    #expect(app.label("keeping-problem")?.hasPrefix("Your basket could not be kept: ") == true)
  }

  @Test("is told when the kept basket cannot be read, and loses nothing by looking")
  func unreadable() async throws {
    try app.data.files.documents.write(Data("{".utf8), to: "shop/basket.json")
    try await app.start()
    #expect(
      app.label("keeping-problem")
        == "Your basket could not be read: the file shop/basket.json is not in the expected form")
    #expect(try app.data.files.documents.read("shop/basket.json") == Data("{".utf8))
  }

  @Test("orders again what is still on the menu, with the usual choices where none were made")
  func reorder() async throws {
    try await app.start()
    let shop = try #require(app.host.environment?.services.find((any Reordering).self))
    let answer = shop.reorder([
      .init(itemID: "ramen+large+egg", name: "Shoyu ramen, large, another egg", quantity: 1, unitPrice: 1),
      .init(itemID: "ramen", name: "Shoyu ramen", quantity: 2, unitPrice: 1),
      .init(itemID: "ramen+gold", name: "Golden ramen", quantity: 1, unitPrice: 1),
      .init(itemID: "haggis", name: "Haggis", quantity: 1, unitPrice: 1),
    ])
    #expect(answer == .inBasket(count: 3, LeftOut(missing: ["Golden ramen", "Haggis"])))
    try await app.perform(.tap("open-basket"))
    #expect(
      app.rows.prefix(2) == ["1 × Shoyu ramen, large, another egg | €17.40", "2 × Shoyu ramen | €25.80"])
  }

  @Test(
    "is told what the basket has no room for when an order is ordered again, now or when the menu arrives")
  func reorderTooMuch() async throws {
    try await app.start()
    let lines = [PlacedOrder.Line(itemID: "gyoza", name: "Gyoza", quantity: 60, unitPrice: 580)]
    let session = try ShopSession(environment: #require(app.host.environment))
    #expect(session.reorder(lines + lines) == .waiting)
    session.load()
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(
      session.body.first(withIdentifier: "notice")?.label == "The basket has no room for all of: Gyoza.")
    #expect(session.reorder(lines) == .inBasket(count: 99, LeftOut(full: ["Gyoza"])))
  }
}

@MainActor @Suite("The basket from anywhere in the menu")
struct BasketShortcutTests {
  private let app: ShopFixture

  init() throws { app = try ShopFixture() }

  @Test("floats above the dishes, and is a key away once something is in it")
  func shortcut() async throws {
    try await app.start()
    #expect(!app.host.offer(.control("b")))
    try await app.perform(
      .edit("menu-search", text: "gyoza"), .tap("item-gyoza"), .tap("add-to-basket"))
    let button = try #require(app.host.tree.first(withIdentifier: "open-basket"))
    #expect(button.treeDescription == #"button #open-basket "Basket (1) · €5.80" floating primary ctrl-b"#)
    #expect(!app.host.offer(.control("r")))
    #expect(app.host.offer(.control("b")))
    #expect(app.screen == "basket")
    #expect(!app.host.offer(.control("b")))
  }
}

private final class RefusingReceiver: OrderReceiver {
  struct Fire: Error, CustomStringConvertible { let description = "the kitchen is on fire" }

  func receive(_ order: PlacedOrder) throws -> Int { throw Fire() }
}
