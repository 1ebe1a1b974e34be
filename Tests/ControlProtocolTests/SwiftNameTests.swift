import ControlProtocol
import Testing

@Suite("A name in Swift")
struct SwiftNameTests {
  @Test(
    "has the words of a text, in letters of any script",
    arguments: [
      ("order-note.2 é", "OrderNote2É"), ("Größe wählen", "GrößeWählen"), ("日本", "日本"),
      ("sign_in", "SignIn"), ("le\u{301}ger", "Le\u{301}ger"), ("42 日本", "42日本"), ("\u{1F35C} soup", "Soup"),
      ("!!!", ""),
    ])
  func part(text: String, name: String) {
    #expect(SwiftName.part(text) == name)
  }

  @Test("of a type begins with a letter", arguments: ["42 日本", "!!!", "", "\u{301}a"])
  func type(text: String) {
    #expect(SwiftName.type(text) == nil)
    #expect(SwiftName.type("日本 " + text) != nil)
  }
}
