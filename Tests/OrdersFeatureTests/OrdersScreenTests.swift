import AppRuntime
import ElementTree
import Foundation
import StorefrontContracts
import Testing

@testable import OrdersFeature

@MainActor @Suite("A screen of the orders")
struct OrdersScreenTests {
  private let format = OrderFormat(
    locale: Locale(identifier: "de_DE"), timeLocale: Locale(identifier: "de_DE"), timeZone: .gmt)
  private let orders = OrderSituations.three

  private func expect(
    _ screen: some ElementConvertible, _ description: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(screen.element.treeDescription == description, sourceLocation: location)
  }

  @Test("says what to do where there are no orders")
  func empty() {
    expect(
      OrdersScreen(
        orders: [], isEmpty: true, search: "", problems: ["Oh."], latestElsewhere: nil,
        now: OrdersFixture.noon, format: format),
      """
      screen #orders "Orders"
        text #problem-1 "Oh." failure
        text #empty "No orders yet" heading
        text "Choose something in the shop. It shows up here at once, and you can follow it to your door."
      """)
  }

  @Test("has open orders apart from earlier ones")
  func list() {
    expect(
      OrdersScreen(
        orders: orders.reversed(), isEmpty: false, search: "", problems: [], latestElsewhere: nil,
        now: orders[1].placed.placedAt + 900, format: format),
      """
      screen #orders "Orders"
        textField #search "Search" value: "" placeholder: "Dish, number or note"
        list #order-list
          text "On the way" heading
          cell #order-1002 "1002  Falafel bowl · 2 × Tiramisù" value: "On its way" focused primary
          text "Earlier" heading
          cell #order-1003 "1003  Margherita, extra basil" value: "Cancelled" secondary
          cell #order-1001 "1001  2 × Shoyu ramen · Gyoza" value: "4. Mai"
      """)
  }

  @Test("has all there is to say about an order")
  func details() {
    expect(
      OrderScreen(
        order: orders[0], notice: nil, noteChange: nil, problem: nil, now: OrdersFixture.noon,
        format: format),
      """
      screen #order "Order 1001" allowsBack
        group
          text #status "Delivered" success
          text #placed "Placed 4. Mai 2025 um 12:00" secondary
        group #receipt
          cell "2 × Shoyu ramen" value: "25,80\u{a0}€"
          cell "1 × Gyoza" value: "5,80\u{a0}€"
          cell "Delivery and vouchers" value: "2,90\u{a0}€"
          cell "Total" value: "34,50\u{a0}€" primary
        group
          group row
            button #reorder "Order again" primary
        group
          text #rating "You gave 4 of 5 stars" heading
          group row
            radioButton #rate-1 "1 star"
            radioButton #rate-2 "2 stars"
            radioButton #rate-3 "3 stars"
            radioButton #rate-4 "4 stars" selected
            radioButton #rate-5 "5 stars"
          text "Press the same star again to take it back." secondary
        group
          text "Your notes" heading
          list #note-list
            cell #note-1 "Ask for more noodles." value: "4. Mai 2025"
          group row
            button #add-note "Add a note"
      """)
  }

  @Test("makes sure before an order is cancelled")
  func cancel() {
    expect(
      CancelAlert(order: orders[0]),
      """
      alert #cancel-alert "Cancel order 1001?"
        text "The kitchen stops, and you will not be charged. This cannot be undone."
        group row
          button #keep-order "Keep it" primary
          button #confirm-cancel "Cancel order" destructive
      """)
  }

  @Test("can be drawn in every situation, on the screen that the situation opens")
  func situations() async throws {
    let fixture = try OrdersFixture()
    for situation in fixture.feature.situations {
      let fixture = try OrdersFixture()
      try situation.prepare(fixture.data)
      try await fixture.start(link: situation.place.map { "storefront://\($0)" }, locale: "ja_JP")
      #expect(
        fixture.screen != FailureScreen.identifier, "\(situation.name): \(fixture.host.tree.treeDescription)")
      #expect(fixture.has("problem-1") == (situation.name == "damagedFile"), "\(situation.name)")
    }
    let names = fixture.feature.situations.map(\.name)
    #expect(Set(names).count == names.count)
  }
}
