import ElementTree
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@MainActor
@Suite("What is said after an action")
struct LineChangesTests {
  private static func basket(_ lines: [String], error: String = "") -> Screen {
    Screen("basket", title: "Basket", allowsBack: true) {
      Text("Your order")
      List(id: "lines") { for line in lines { Cell(line, id: ID(line.lowercased())) } }
      Text(error).traits(.failure)
      Button("Pay", id: ID("pay"))
    }
  }

  /// What is said when the screen becomes each of these, one after the other.
  private func said(_ screens: [Element]) async -> [String] {
    let host = FakeHost(screens[0])
    let conversation = LineConversation(host: host)
    var said = [await conversation.begin()]
    for screen in screens.dropFirst() {
      let button = host.tree.activeElement.last { $0.role == .button }?.identifier ?? ""
      host.next = screen
      said.append(await conversation.answer(.text("tap \(button)")).text)
    }
    return said
  }

  @Test("is also what the app changes by itself, once")
  func news() async {
    let host = FakeHost(Self.basket(["Ramen"]))
    let conversation = LineConversation(host: host)
    _ = await conversation.begin()
    #expect(conversation.news() == nil)
    host.show(Self.basket(["Ramen"], error: "The kitchen is closed."))
    #expect(conversation.news() == "\nError: The kitchen is closed.\n")
    #expect(conversation.news() == nil)
    #expect(await conversation.answer(.text("tap pay")).text == "Nothing changed on the screen.\n")
  }

  @Test("is what is new, and what is gone without anything in its place; what stays keeps its number")
  func changes() async {
    let screens = [
      Self.basket(["Ramen", "Gyoza"]), Self.basket(["Ramen", "Gyoza"], error: "Choose a day."),
      Self.basket(["Ramen", "Miso", "Gyoza"]), Self.basket(["Miso"]),
    ].map(\.element)
    #expect(
      await said(screens) == [
        """
        Screen: Basket  (basket)
        Your order
          1. Ramen, cell 1 of 2  ramen
          2. Gyoza, cell 2 of 2  gyoza
          3. Pay, button  pay
          back  returns to the screen before

        """,
        "\nError: Choose a day.\n",
        """

          4. Miso, cell 2 of 3  miso
        Gone: Error: Choose a day.

        """,
        """

        Gone: 1. Ramen, cell 1 of 3  ramen
        Gone: 2. Gyoza, cell 3 of 3  gyoza

        """,
      ])
  }

  @Test("keeps its numbers where the whole screen is asked for")
  func again() async {
    let host = FakeHost(Self.basket(["Ramen", "Gyoza"]))
    let conversation = LineConversation(host: host)
    _ = await conversation.begin()
    host.next = Self.basket(["Miso", "Gyoza"]).element
    let change = await conversation.answer(.text("tap pay")).text
    let all = await conversation.answer(.text("")).text
    for line in ["  4. Miso, cell 1 of 2  miso", "  2. Gyoza, cell 2 of 2  gyoza", "  3. Pay, button  pay"] {
      #expect(all.contains(line), "\(all)")
    }
    #expect(change.contains("4. Miso"))
  }

  @Test("is the row that is gone, and not those whose place it changes")
  func rows() async {
    func bill(_ rows: [(String, String)]) -> Element {
      Screen("bill", title: "Bill") {
        for (name, value) in rows { Cell(name, value: value) }
        Button("Pay", id: ID("pay"))
      }.element
    }
    let screens = [
      bill([("Subtotal", "€50"), ("Voucher", "-€5"), ("Delivery", "free"), ("Total", "€45")]),
      bill([("Subtotal", "€50"), ("Delivery", "free"), ("Total", "€50")]),
    ]
    #expect(
      await said(screens).last == """

        Gone: Voucher: -€5, cell 2 of 4
          Total: €50, cell 3 of 3

        """)
  }

  @Test("is a question alone, and behind it what its answer has changed")
  func question() async {
    let question = Alert("Empty it?", id: "sure") {
      Text("All is lost.")
      Button("Empty", id: ID("yes")).traits(.destructive)
      Button("Keep", id: ID("no"))
    }
    func window(_ screen: Screen, asks: Bool = false) -> Element {
      Element(.window, children: [screen.element] + (asks ? [question.element] : []))
    }
    let full = Self.basket(["Ramen"])
    #expect(
      await said([window(full), window(full, asks: true), window(full)]).dropFirst() == [
        """

        Alert: Empty it?  (sure)
        All is lost.
          3. Empty, button, destructive  yes
          4. Keep, button  no
          back  closes this question

        """, "The question is closed.\n",
      ])
    #expect(
      await said([window(full), window(full, asks: true), window(Self.basket([]))]).last
        == "\nGone: 1. Ramen, cell 1 of 1  ramen\n")
  }

  @Test("is all of another screen, with numbers from 1")
  func another() async {
    let other = Screen("done", title: "Done") { Button("Home", id: ID("home")) }.element
    #expect(
      await said([Self.basket(["Ramen"]).element, other]).last
        == "\nScreen: Done  (done)\n  1. Home, button  home\n")
  }

  @Test("is that a password is typed, also where another of its length stood")
  func password() async {
    func screen(_ text: String) -> Element {
      Screen("signIn", title: "Sign in") {
        TextField("Name", id: ID("name"), text: "ada")
        SecureField("Password", id: ID("password"), text: text)
      }.element
    }
    let host = FakeHost(screen("abc"))
    let conversation = LineConversation(host: host)
    _ = await conversation.begin()
    host.next = screen("xyz")
    #expect(await conversation.answer(.text("type password xyz")).text == "Password is typed.\n")
    host.next = screen("wxyz")
    #expect(
      await conversation.answer(.text("2 wxyz")).text
        == "\n  2. Password, secure field: 4 characters  password\n")
    #expect(await conversation.answer(.text("1 ada")).text == "Nothing changed on the screen.\n")
  }
}
