import ElementTree
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("The Swift text for an element")
struct QueryTextTests {
  @Test("names it by its identifier, else by a label that only it has, else by its place")
  func queries() {
    let tree = Screen("order", title: "Order") {
      Text("Dinner", id: "title")
      Text("Soup")
      Text("Bread")
      Text("Bread")
      Text("title")
      Row { Button("Pay \"now\"", id: ID("pay\\now")) }
      Group { Text("Soup \"of the day\"") }
    }.element
    #expect(
      QueryText.queries(for: tree) == [
        #"app.otherElements["order"]"#, #"app.staticTexts["title"]"#, #"app.staticTexts["Soup"]"#,
        "app.staticTexts.element(boundBy: 2)", "app.staticTexts.element(boundBy: 3)",
        "app.staticTexts.element(boundBy: 4)", "app.otherElements.element(boundBy: 1)",
        #"app.buttons["pay\\now"]"#, "app.otherElements.element(boundBy: 2)",
        #"app.staticTexts["Soup \"of the day\""]"#,
      ])
  }

  @Test(
    "uses the driver's word for each role",
    arguments: [
      (.button, "buttons"), (.textField, "textFields"), (.secureField, "secureTextFields"),
      (.text, "staticTexts"), (.toggle, "switches"), (.radioButton, "radioButtons"), (.cell, "cells"),
      (.list, "lists"), (.image, "images"),
      (.alert, "alerts"), (.progress, "progressIndicators"), (.tab, "tabs"), (.tabBar, "otherElements"),
      (.group, "otherElements"), (.screen, "otherElements"), (.window, "otherElements"),
    ] as [(Role, String)])
  func kinds(role: Role, word: String) {
    #expect(QueryText.query(role, "x") == "app.\(word)[\"x\"]")
  }

  @Test("escapes what a literal cannot hold")
  func literals() {
    #expect(SwiftText.literal("a\"b\\c\n\t\\(d)\u{202e}é日") == #""a\"b\\c\n\u{9}\\(d)\u{202e}é日""#)
    #expect(SwiftText.literal(["b": "2", "a": "1"]) == #"["a": "1", "b": "2"]"#)
    #expect(SwiftText.literal([String: String]()) == "[:]")
  }
}
