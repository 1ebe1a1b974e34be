import ElementTree
import TestSupport
import Testing

@testable import Audit

@Suite("The names of controls")
struct NameRulesTests {
  private func findings(@ElementBuilder _ content: () -> [Element]) -> [String] {
    AccessibilityAudit.judge(Screen("basket", title: "Basket", content: content).element).map {
      "\($0.rule.rawValue) \($0.screen) \($0.element): \($0.message)"
    }
  }

  @Test("A control, a picture and an alert need a name")
  func missing() {
    #expect(
      findings {
        Group { Button(" ", id: ID("pay")) }
        Image("", drawing: "~o~")
        Text("")
        Cell("", value: "€5.80")
        Text("Total")
        Cell(" ", value: "€7.00")
        Progress("", fraction: 0.5)
      } == [
        "missingName basket pay: The button has no name. Give it a label that says what it is for.",
        "missingName basket screen \"basket\" > image: The image has no name. Give it a label that says what it is for.",
        "missingName basket screen \"basket\" > cell 1 of 2: The cell has no name. Give it a label that says what it is for.",
        "missingName basket screen \"basket\" > cell 2 of 2: The cell has no name. Give it a label that says what it is for.",
        "missingName basket screen \"basket\" > progress: The progress has no name. Give it a label that says what it is for.",
      ])
  }

  @Test("A control is not called by its identifier")
  func identifier() {
    #expect(
      findings {
        Button("pay-now", id: ID("pay-now"))
        Text("total", id: "total")
        Button("signOut", id: ID("signOut"))
        Cell("Basel", id: ID("Basel"))
        Cell("the old town", id: ID("the old town"))
      } == [
        "identifierAsName basket pay-now: The button is called \"pay-now\", like its identifier. Name it for people.",
        "identifierAsName basket signOut: The button is called \"signOut\", like its identifier. Name it for people.",
      ])
  }

  @Test("Controls beside each other have different names; the value of a row is part of its name")
  func twice() {
    #expect(
      findings {
        Group("Ramen") { Button("Remove", id: ID("remove-0")) }
        Group("Gyoza") { Button("Remove", id: ID("remove-1")) }
        List(id: "lines") {
          Cell("Gyoza", id: ID("line-0"), value: "€5.80")
          Cell("Gyoza", id: ID("line-1"), value: "€6.80")
          Cell("Gyoza", id: ID("line-2"), value: "€5.80")
        }
        Toggle("News", id: ID("news"), isOn: true)
        Toggle("News ", id: ID("more-news"), isOn: false)
      } == [
        "sameName basket line-2: The cell \"Gyoza\" is called like \"line-0\" beside it. "
          + "Say in the label in what they differ.",
        "sameName basket more-news: The toggle \"News \" is called like \"news\" beside it. "
          + "Say in the label in what they differ.",
      ])
  }
}
