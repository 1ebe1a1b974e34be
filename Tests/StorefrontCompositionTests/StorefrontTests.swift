import AppRuntime
import ElementTree
import Foundation
import Observation
import StorefrontContracts
import Synchronization
import Testing

@testable import StorefrontComposition

@MainActor @Suite("The whole product")
struct StorefrontTests {
  let app: StorefrontFixture

  init() throws { app = try StorefrontFixture() }

  @Test("shows onboarding to new users, then the sign-in, then the tabs")
  func gates() async throws {
    try await app.start()
    #expect(app.screen == "welcome")
    #expect(app.tabs == [])
    try await app.start("userAlreadyOnboarded")
    #expect(app.screen == "account-sign-in")
    #expect(app.tabs == [])
    try await app.signIn()
    #expect(app.screen == "menu")
    #expect(app.tabs == ["[Menu]", "Orders", "Account", "Settings"])
  }

  @Test("goes from onboarding to the sign-in by what a user does")
  func onboarding() async throws {
    try await app.start()
    try await app.perform(
      .tap("continue"), .tap("skip"), .edit("name", text: "Ada"), .edit("email", text: "ada@example.com"),
      .tap("continue"), .tap("continue"), .tap("finish"))
    #expect(app.screen == "done")
    try await app.perform(.tap("continue"))
    #expect(app.screen == "account-sign-in")
  }

  @Test("shows a tab when it is pressed, as it was left")
  func tabs() async throws {
    try await app.start("threeOrders")
    try await app.perform(.tap("order-1001"), .tap("tab-settings"))
    #expect(app.screen == "settings")
    #expect(app.tabs == ["Menu", "Orders", "Account", "[Settings]"])
    try await app.perform(.tap("tab-orders"))
    #expect(app.screen == "order")
  }

  @Test("shows on the tab how many orders are on their way, at once")
  func badge() async throws {
    try await app.start("userAlreadyLoggedIn")
    let receiver = try #require(app.host.environment?.services.find((any OrderReceiver).self))
    _ = try receiver.receive(
      PlacedOrder(
        lines: [.init(itemID: "ramen", name: "Ramen", quantity: 1, unitPrice: 1200)], total: 1200,
        currency: "EUR", placedAt: .now))
    #expect(await app.host.settle(timeout: .seconds(600)) == [])
    #expect(app.tabs == ["[Menu]", "Orders: 1", "Account", "Settings"])
  }

  @Test("hands an order from the shop to the orders, and the lines of one back to the basket")
  func ordering() async throws {
    try await app.start("checkoutConfirm")
    try await app.perform(.tap("place-order"))
    #expect(app.label("order-number") == "The kitchen has your order 1001.")
    #expect(app.tabs == ["[Menu]", "Orders: 1", "Account", "Settings"])
    try await app.perform(.tap("tab-orders"), .tap("order-1001"))
    #expect(app.host.tree.allElements.contains { $0.label == "2 × Shoyu ramen, large, another egg" })
    try await app.perform(.tap("reorder"), .tap("tab-shop"), .tap("to-menu"))
    #expect(app.label("open-basket") == "Basket (5) · €50.40")
  }

  @Test("has something unsaved while a note is, on every tab")
  func unsavedElsewhere() async throws {
    try await app.start("threeOrders")
    try await app.perform(.tap("order-1001"), .tap("add-note"), .tap("tab-shop"))
    #expect(app.host.tree.screen?.traits.contains(.unsaved) == false)
    try await app.perform(.tap("tab-orders"), .edit("note-text", text: "No onions"), .tap("tab-shop"))
    #expect(app.screen == "menu")
    #expect(app.host.tree.screen?.traits.contains(.unsaved) == true)
    for link in ["settings", "nowhere"] {
      try await app.perform(.tap("tab-orders"))
      try app.host.open("storefront://\(link)")
      #expect(app.host.tree.screen?.traits.contains(.unsaved) == true, "\(link)")
    }
    try app.host.open("storefront://orders")
    try await app.perform(.tap("tab-shop"))
    #expect(app.host.tree.screen?.traits.contains(.unsaved) == false)
  }

  @Test("builds one screen for each that it shows")
  func shownTab() async throws {
    try await app.start("userAlreadyLoggedIn")
    let features = (0..<5).map { _ in CountingSession() }
    let session = StorefrontSession(
      StorefrontSessions(
        onboarding: features[0], shop: features[1], orders: features[2], account: features[3],
        settings: features[4]), environment: try #require(app.host.environment))
    _ = session.body
    #expect(features.map(\.drawings) == [0, 1, 0, 0, 0])
  }

  @Test("says what is wrong with a field that was left for a tab")
  func fieldLeftForTab() async throws {
    try await app.start("checkoutAddress")
    try await app.perform(.edit("delivery-street", text: "Dorset Street"))
    #expect(app.label("delivery-street-problem") == nil)
    try await app.perform(.tap("tab-orders"), .tap("tab-shop"))
    #expect(app.label("delivery-street-problem") == "The number of the house is missing.")
  }

  @Test("closes the tabs when the user signs out, and opens them for the next")
  func signOut() async throws {
    try await app.start("userAlreadyLoggedIn", link: "storefront://account/sign-out")
    #expect(app.tabs == ["Menu", "Orders", "[Account]", "Settings"])
    try await app.perform(.tap("confirm-sign-out"))
    #expect(app.screen == "account-sign-in")
    #expect(app.tabs == [])
    try await app.signIn()
    #expect(app.screen == "account")
  }

  @Test("shows the sign-in for what is pressed after the session has run out, and does nothing else")
  func expiredSession() async throws {
    let time = Mutex(Date(timeIntervalSince1970: 1_777_896_000))
    let app = try StorefrontFixture(
      clock: AppClock(now: { time.withLock(\.self) }) { _ in try await Task.sleep(for: .seconds(1_000_000)) })
    try await app.start("userAlreadyOnboarded")
    try await app.signIn()
    time.withLock { $0 += 31 * 86_400 }
    try await app.perform(.tap("category-pizza"))
    #expect(app.screen == "account-sign-in")
    try await app.signIn()
    #expect(app.screen == "menu")
  }

  @Test(
    "opens every feature by link",
    arguments: [
      ("storefront://shop/items/ramen", "item"), ("storefront://orders/1001", "order"),
      ("storefront://account", "account"),
      ("storefront://settings", "settings"),
      ("storefront://settings/flags/onboarding.shortTour", "settings-flag"),
    ])
  func links(link: String, screen: String) async throws {
    try await app.start("threeOrders", link: link)
    #expect(app.screen == screen)
  }

  @Test("keeps a link until the user is signed in, and follows it then")
  func waitingLink() async throws {
    try await app.start("userAlreadyOnboarded", link: "storefront://settings")
    #expect(app.screen == "account-sign-in")
    try await app.perform(.tap("help"), .tap("leave-help"))
    #expect(app.screen == "account-sign-in")
    try await app.signIn()
    #expect(app.screen == "settings")
  }

  @Test("says of an unknown link that it leads nowhere, and lets the user go on")
  func unknownLink() async throws {
    try await app.start("threeOrders", link: "storefront://orders/77")
    #expect(app.screen == "lost")
    #expect(app.label("lost-link") == "storefront://orders/77")
    #expect(app.tabs == ["Menu", "Orders", "Account", "Settings"])
    try await app.perform(.back)
    #expect(app.screen == "menu")
    try app.host.open("storefront://nowhere")
    try await app.perform(.tap("tab-account"))
    #expect(app.screen == "account")
    try app.host.open("storefront://nowhere")
    try await app.perform(.tap("lost-home"))
    #expect(app.screen == "menu")
  }

  @Test("refuses the link of another product")
  func foreignLink() async throws {
    try await app.start("threeOrders")
    #expect(throws: DeepLinkError.foreign("elsewhere://orders/1001", scheme: "storefront")) {
      try app.host.open("elsewhere://orders/1001")
    }
    #expect(app.screen == "orders")
  }

  @Test("gives every situation a name of its own")
  func situationNames() {
    let names = app.host.definition.feature.situations.map(\.name)
    #expect(names.count == Set(names).count, "\(names.filter { name in names.count { $0 == name } > 1 })")
  }

  @Test("has the situations of each feature side by side, under the name of its tab")
  func topics() {
    let topics = app.host.definition.feature.situations.map { $0.topic ?? "" }
    let runs = topics.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } }
    #expect(runs == ["Onboarding", "Account", "Menu", "Orders"])
  }

  @Test(
    "starts each situation on the screen that it is about",
    arguments: [
      ("userAlreadyOnboarded", "account-sign-in"), ("userAlreadyLoggedIn", "menu"),
      ("lockedOut", "account-locked-out"), ("signInHelp", "account-help"), ("longName", "account"),
      ("manyOrders", "orders"), ("noteEditor", "order-note"),
      ("emptyMenu", "menu"), ("brokenMenu", "menu-error"), ("fullBasket", "basket"),
    ])
  func situations(name: String, screen: String) async throws {
    try await app.start(name)
    #expect(app.screen == screen)
  }
}

/// A feature that counts how often its screen is built.
@Observable
private final class CountingSession: FeatureSession {
  @ObservationIgnored private(set) var drawings = 0

  var body: Element {
    drawings += 1
    return Screen("counting", title: "Counting") {}.element
  }
}
