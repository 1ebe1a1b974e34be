import ElementTree
import Testing

import struct TestSupport.ID

@Suite("Floating elements")
struct FloatingTests {
  private let tree = Element(
    .window,
    children: [
      Screen("s", title: "S") {
        Button("Below", id: ID("below"))
        Alert("Really?", id: "alert") { Button("Yes", id: ID("yes")) }
      }.element,
      Group { Button("Help", id: ID("help")) }.traits(.floating).element,
    ])

  @Test("take actions in front of an alert, which covers all others")
  func alert() throws {
    try tree.check(.tap("help"))
    try tree.check(.tap("yes"))
    #expect(throws: ActionError.covered("below", by: "alert")) { try tree.check(.tap("below")) }
    #expect(tree.reachableParts.flatMap(\.identifiers) == ["alert", "yes", "help"])
  }

  @Test("are covered by an alert like the rest where they belong to the screen")
  func ofScreen() throws {
    let tree = Element(
      .window,
      children: [
        Screen("s", title: "S") {
          Button("Basket", id: ID("basket")).traits(.floating)
          Alert("Really?", id: "alert") { Button("Yes", id: ID("yes")) }
        }.element
      ])
    #expect(throws: ActionError.covered("basket", by: "alert")) { try tree.check(.tap("basket")) }
    #expect(tree.floatingElements.flatMap(\.identifiers) == ["basket"])
    #expect(tree.reachableFloats == [])
  }

  @Test("are part of the whole where nothing covers it")
  func whole() {
    let plain = Element(
      .window, children: [Group { Button("Help", id: ID("help")) }.traits(.floating).element])
    #expect(plain.reachableParts == [plain])
    #expect(plain.floatingElements.flatMap(\.identifiers) == ["help"])
  }
}
