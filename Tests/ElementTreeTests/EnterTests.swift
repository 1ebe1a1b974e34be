import Testing

import struct TestSupport.ID

@testable import ElementTree

@Suite("Enter in a field")
struct EnterTests {
  private func enter(_ field: String, @ElementBuilder _ content: () -> [Element]) -> Action? {
    Screen("s", title: "") { content() }.element.actionOfEnter(in: field)
  }

  @Test("presses the button of the field's own group, whatever else the screen has")
  func ownGroup() {
    let action = enter("voucher") {
      Row {
        TextField("Voucher", id: ID("voucher"), text: "")
        Button("Use it", id: ID("use"))
      }
      Button("Check out", id: ID("checkout")).traits(.primary)
    }
    #expect(action == .tap("use"))
  }

  @ElementBuilder private static func form(isReady: Bool) -> [Element] {
    Group {
      TextField("E-mail", id: ID("email"), text: "")
      Text("Wrong.").traits(.failure)
      SecureField("Password", id: ID("password"), text: "")
    }
    Row {
      Button("Sign in", id: ID("sign-in")).traits(.primary).disabled(!isReady)
      Button("Help", id: ID("help"))
    }
  }

  @Test("leads to the next field, and submits the form from its last one")
  func form() {
    #expect(enter("email") { Self.form(isReady: true) } == .focus("password"))
    #expect(enter("password") { Self.form(isReady: true) } == .tap("sign-in"))
  }

  @Test("leads to the first field that is empty or wrong while the form's button is disabled, or stays")
  func incomplete() {
    func enter(name: String, email: String, problem: String? = nil) -> Action? {
      self.enter("email") {
        TextField("Name", id: ID("name"), text: name)
        if let problem { Text(problem).traits(.failure) }
        TextField("E-mail", id: ID("email"), text: email)
        Button("Continue", id: ID("go-on")).traits(.primary).disabled()
      }
    }
    #expect(self.enter("password") { Self.form(isReady: false) } == .focus("email"))
    #expect(enter(name: "", email: "ada@x") == .focus("name"))
    #expect(enter(name: "Ada", email: "ada@x", problem: "Too short.") == .focus("name"))
    #expect(enter(name: "Ada", email: "ada@x") == .focus("email"))
  }

  @Test("leads from a search to its first result, past what floats")
  func search() {
    let action = enter("search") {
      Button("Basket", id: ID("basket")).traits(.primary, .floating)
      TextField("Search", id: ID("search"), text: "")
      List(id: "found") { for name in ["soup", "rice"] { Cell(name, id: ID(name)) } }
    }
    #expect(action == .focus("soup"))
  }

  @Test("leads to what else has to be answered, and does not order yet")
  func questions() {
    let action = enter("city") {
      Group { TextField("City", id: ID("city"), text: "") }
      List(id: "times") { RadioButton("Now", id: ID("now"), isChosen: true) }
      Button("Order", id: ID("order")).traits(.primary)
    }
    #expect(action == .focus("now"))
  }

  @Test("never leads to a destructive button")
  func destructive() {
    let action = enter("note") {
      TextField("Note", id: ID("note"), text: "")
      Button("Delete", id: ID("delete")).traits(.destructive)
    }
    #expect(action == .focus("note"))
  }

  @Test("does nothing outside of fields, and behind an alert")
  func elsewhere() {
    let field = TextField("Name", id: ID("name"), text: "")
    #expect(enter("b") { Button("B", id: ID("b")) } == nil)
    #expect(enter("x") { field } == nil)
    let covered = enter("name") {
      field
      Alert("Sure?", id: "sure") { Button("Yes", id: ID("yes")) }
    }
    #expect(covered == nil)
  }
}
