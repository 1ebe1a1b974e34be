import ElementTree
import Testing

@Suite("A family of identifiers")
struct IdentifierFamilyTests {
  private enum Family: String, IdentifierFamily { case time, timeZone = "time-zone", line }

  @Test("names each of its elements, and finds what was named")
  func members() {
    #expect(Family.line.identifier(of: 3) == "line-3")
    #expect(Family.timeZone.identifier(of: "Europe-Berlin") == "time-zone-Europe-Berlin")
    for (family, member) in [(Family.line, "3"), (.time, "1000"), (.timeZone, "a-b"), (.line, "")] {
      let found = Family.split(family.identifier(of: member))
      #expect(found?.family == family && found?.member == member)
    }
  }

  @Test("has nothing to do with other identifiers", arguments: ["", "line", "lines-3", "-3", "outline-3"])
  func others(identifier: String) {
    #expect(Family.split(identifier) == nil)
  }
}
