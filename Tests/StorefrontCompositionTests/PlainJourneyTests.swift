import AppRuntime
import ElementTree
import Foundation
import TestSupport
import Testing

@testable import TerminalUI

@MainActor
@Suite("With a screen reader")
struct PlainJourneyTests {
  /// What is typed, and what is printed.
  private func transcript(_ lines: [String]) async throws -> String {
    let noon = Date(timeIntervalSince1970: 1_767_268_800)
    let app = try StorefrontFixture(
      clock: AppClock(now: { noon }) { _ in try await Task.sleep(for: .seconds(1_000_000)) })
    try await app.start()
    let conversation = LineConversation(host: app.host)
    var transcript = await conversation.begin()
    for line in lines { transcript += "> \(line)\n" + (await conversation.answer(.text(line)).text) }
    return transcript
  }

  @Test("the way through onboarding and sign-in to an order is words, and says each line of a screen once")
  func journey() async throws {
    let transcript = try await transcript([
      "tap continue", "tap skip", "type name Ada", "type email ada@example.com", "tap continue",
      "tap offers", "tap continue", "tap finish", "tap continue",
      "type password analytical", "tap sign-in", "tap use-demo-account", "tap sign-in",
      "tap category-small", "tap item-gyoza", "tap more", "tap add-to-basket", "tap open-basket",
      "tap checkout", "tap go-on", "type delivery-name Ada", "type delivery-street Dorset Street 1",
      "type delivery-postcode 10997", "type delivery-city Berlin", "tap go-on", "tap go-on",
      "tap payment-cash", "tap go-on", "tap place-order",
    ])
    let answers = transcript.split(separator: /\n?> .*\n/).map { $0.split(separator: "\n") }
    for (before, after) in zip([[]] + answers, answers) {
      let isNew = after.contains { $0.hasPrefix("Screen: ") }
      #expect(Set(after).count == after.count && (isNew || Set(after).isDisjoint(with: before)), "\(after)")
    }
    #expect(
      !transcript.unicodeScalars.contains { (0x2190...0x2BFF).contains($0.value) }, "signs in place of words")
    #expect(transcript == Self.expected)
  }

  private static let expected = """
    Screen: Welcome  (welcome)
    A covered dish, image  (welcome-picture)
    Good food is on its way.  (headline)
    Storefront brings the kitchens of your neighbourhood to your table. Let us show you around.
      1. Continue, button  continue
      2. Skip the tour, button  skip
    > tap continue

    Screen: Tour  (tour-1)
    Page 1 of 3, progress: 14%  (progress)
    A steaming bowl, image  (picture)
    Dinner, nearby  (headline)
    Browse the kitchens around you by what you feel like, and see at once what they cost.  (text)
      1. Continue, button  continue
      2. Skip, button  skip
      back  returns to the screen before
    > tap skip

    Screen: Your profile  (profile)
    About you, progress: 57%  (progress)
    Who is at the table?  (headline)
      1. Name, text field, empty (Ada Lovelace)  name
      2. E-mail, text field, empty (ada@example.com)  email
      3. Continue, button, disabled  continue
    Continue needs your name and your whole e-mail address.  (missing)
      back  returns to the screen before
    > type name Ada

      1. Name, text field: "Ada"  name
    Continue needs your whole e-mail address.  (missing)
    > type email ada@example.com

      2. E-mail, text field: "ada@example.com"  email
      3. Continue, button  continue
    Gone: Continue needs your whole e-mail address.  (missing)
    > tap continue

    Screen: Notifications  (notifications)
    Almost there, progress: 71%  (progress)
    What may we tell you about?  (headline)
      1. Where my order is, toggle, on  order-updates
      2. Offers from kitchens nearby, toggle, off  offers
    You can check your answers on the next page.
      3. Continue, button  continue
      back  returns to the screen before
    > tap offers

      2. Offers from kitchens nearby, toggle, on  offers
    > tap continue

    Screen: Summary  (summary)
    Last step, progress: 86%  (progress)
    Is everything right?  (headline)
    Your answers:  (answers)
      1. Name: Ada, cell 1 of 3  edit-name
      2. E-mail: ada@example.com, cell 2 of 3  edit-email
      3. Notifications: Orders and offers, cell 3 of 3  edit-notifications
    Choose an answer to change it.
      4. Finish, button  finish
      back  returns to the screen before
    > tap finish

    Screen: All set  (done)
    Thank you, Ada.  (headline)
    Success: Your profile is saved.  (saved)
      1. Start, button  continue
    > tap continue

    Screen: Sign in  (account-sign-in)
    Welcome back  (headline)
      1. E-mail, text field: "ada@example.com"  email
      2. Password, secure field, empty  password
    To look around: ada@example.com, password "analytical engine".  (demo-account)
      3. Sign in, button, disabled  sign-in
      4. Use that account, button  use-demo-account
      5. I need help, button  help
    To sign in, enter your password.  (missing)
    > type password analytical

      2. Password, secure field: 10 characters  password
      3. Sign in, button  sign-in
    Gone: To sign in, enter your password.  (missing)
    > tap sign-in

      2. Password, secure field, empty  password
    Error: E-mail and password do not match. 4 tries are left.  (problem)
      3. Sign in, button, disabled  sign-in
    To sign in, enter your password.  (missing)
    > tap use-demo-account

      2. Password, secure field: 17 characters  password
    Gone: Error: E-mail and password do not match. 4 tries are left.  (problem)
      3. Sign in, button  sign-in
    Gone: To sign in, enter your password.  (missing)
    > tap sign-in

    Screen: Menu  (menu)
      1. Search, text field, empty (Dish or ingredient)  menu-search
    What are you in the mood for?  (categories)
      2. Noodles: 3 dishes, cell 1 of 5  category-noodles
      3. Pizza: 3 dishes, cell 2 of 5  category-pizza
      4. Bowls and salads: 2 dishes, cell 3 of 5  category-bowls
      5. Small plates: 2 dishes, cell 4 of 5  category-small
      6. Sweet things: 2 dishes, cell 5 of 5  category-sweet
      7. Menu, tab 1 of 4, selected  tab-shop
      8. Orders, tab 2 of 4  tab-orders
      9. Account, tab 3 of 4  tab-account
      10. Settings, tab 4 of 4  tab-settings
    > tap category-small

    Screen: Small plates  (category)
      1. Gyoza: €5.80, cell 1 of 2  item-gyoza
      2. Flatbread: €3.50, cell 2 of 2  item-bread
      3. Menu, tab 1 of 4, selected  tab-shop
      4. Orders, tab 2 of 4  tab-orders
      5. Account, tab 3 of 4  tab-account
      6. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap item-gyoza

    Screen: Gyoza  (item)
    Gyoza  (headline)
    Five dumplings with cabbage and ginger, fried on one side.  (text)
    €5.80  (price)
      1. Fewer, button  fewer
    1  (quantity)
      2. More, button  more
      3. Add to the basket · €5.80, button  add-to-basket
      4. Menu, tab 1 of 4, selected  tab-shop
      5. Orders, tab 2 of 4  tab-orders
      6. Account, tab 3 of 4  tab-account
      7. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap more

    2  (quantity)
      3. Add to the basket · €11.60, button  add-to-basket
    > tap add-to-basket

    Screen: Small plates  (category)
      1. Gyoza: €5.80, cell 1 of 2  item-gyoza
      2. Flatbread: €3.50, cell 2 of 2  item-bread
    Success: 2 × Gyoza is in your basket.  (notice)
      3. Basket (2) · €11.60, button  open-basket
      4. Menu, tab 1 of 4, selected  tab-shop
      5. Orders, tab 2 of 4  tab-orders
      6. Account, tab 3 of 4  tab-account
      7. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap open-basket

    Screen: Basket  (basket)
      1. 2 × Gyoza: €11.60, cell 1 of 1  line-0
      Subtotal: €11.60, cell 1 of 3
      Delivery: €2.90, cell 2 of 3
      Total: €14.50, cell 3 of 3
      2. Voucher, text field, empty (WELCOME10)  voucher-code
      3. Use it, button  apply-voucher
      4. Check out, button  checkout
      5. Menu, tab 1 of 4, selected  tab-shop
      6. Orders, tab 2 of 4  tab-orders
      7. Account, tab 3 of 4  tab-account
      8. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap checkout

    Screen: Checkout  (checkout-address)
    Checkout, progress: 25%  (progress)
    Where to?  (headline)
      1. Name, text field, empty  delivery-name
      2. Street and number, text field, empty  delivery-street
      3. Postcode, text field, empty  delivery-postcode
      4. City, text field, empty  delivery-city
      5. Continue, button  go-on
      6. Menu, tab 1 of 4, selected  tab-shop
      7. Orders, tab 2 of 4  tab-orders
      8. Account, tab 3 of 4  tab-account
      9. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap go-on

    Error: Who is it for?  (delivery-name-problem)
    Error: Which street?  (delivery-street-problem)
    Error: A postcode looks like "10997".  (delivery-postcode-problem)
    Error: Which city?  (delivery-city-problem)
    > type delivery-name Ada

      1. Name, text field: "Ada"  delivery-name
    Gone: Error: Who is it for?  (delivery-name-problem)
    > type delivery-street Dorset Street 1

      2. Street and number, text field: "Dorset Street 1"  delivery-street
    Gone: Error: Which street?  (delivery-street-problem)
    > type delivery-postcode 10997

      3. Postcode, text field: "10997"  delivery-postcode
    Gone: Error: A postcode looks like "10997".  (delivery-postcode-problem)
    > type delivery-city Berlin

      4. City, text field: "Berlin"  delivery-city
    Gone: Error: Which city?  (delivery-city-problem)
    > tap go-on

    Screen: Checkout  (checkout-time)
    Checkout, progress: 50%  (progress)
    When?  (headline)
      1. As soon as possible, radio button 1 of 7, selected  time-soon
      2. 13:00, radio button 2 of 7  time-0
      3. 13:30, radio button 3 of 7  time-1
      4. 14:00, radio button 4 of 7  time-2
      5. 14:30, radio button 5 of 7  time-3
      6. 15:00, radio button 6 of 7  time-4
      7. 15:30, radio button 7 of 7  time-5
      8. Continue, button  go-on
      9. Menu, tab 1 of 4, selected  tab-shop
      10. Orders, tab 2 of 4  tab-orders
      11. Account, tab 3 of 4  tab-account
      12. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap go-on

    Screen: Checkout  (checkout-payment)
    Checkout, progress: 75%  (progress)
    How do you pay?  (headline)
      1. By card at the door, radio button 1 of 2  payment-card
      2. In cash at the door, radio button 2 of 2  payment-cash
      3. Continue, button  go-on
      4. Menu, tab 1 of 4, selected  tab-shop
      5. Orders, tab 2 of 4  tab-orders
      6. Account, tab 3 of 4  tab-account
      7. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap payment-cash

      2. In cash at the door, radio button 2 of 2, selected  payment-cash
    > tap go-on

    Screen: Checkout  (checkout-confirm)
    Checkout, progress: 100%  (progress)
    Everything right?  (headline)
      To: Ada, Dorset Street 1, cell 1 of 4
      City: 10997 Berlin, cell 2 of 4
      When: As soon as possible, cell 3 of 4
      Payment: In cash at the door, cell 4 of 4
      Subtotal: €11.60, cell 1 of 3
      Delivery: €2.90, cell 2 of 3
      Total: €14.50, cell 3 of 3
      1. Order for €14.50, button  place-order
      2. Menu, tab 1 of 4, selected  tab-shop
      3. Orders, tab 2 of 4  tab-orders
      4. Account, tab 3 of 4  tab-account
      5. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before
    > tap place-order

    Screen: Thank you  (thanks)
    Success: Enjoy your meal!  (headline)
    The kitchen has your order 1001.  (order-number)
    Follow it under Orders.
      1. To the menu, button  to-menu
      2. Menu, tab 1 of 4, selected  tab-shop
      3. Orders: 1, tab 2 of 4  tab-orders
      4. Account, tab 3 of 4  tab-account
      5. Settings, tab 4 of 4  tab-settings
      back  returns to the screen before

    """
}
