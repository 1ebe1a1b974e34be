import AppData
import Testing

@Suite struct IdentityTests {
  @Test("An id of names with dots between them is accepted")
  func goodIDs() throws {
    for id in ["net.example.sample-onboarding", "a.b", "Net.Example_2.x"] {
      #expect(try AppIdentity(id: id).id == id)
    }
  }

  @Test(
    "An id that could name another place is refused",
    arguments: [
      "", ".", "..", "...", "groups", "a/b.c", "/a.b", "a.b/", "a..b", ".a.b", "a.b.", "a b.c", "ä.b",
      "a.b\0",
      "a.\u{301}b", "a.b\n",
    ])
  func badIDs(_ id: String) {
    #expect(throws: AppDataError.self) { try AppIdentity(id: id) }
    #expect(throws: AppDataError.self) { try AppIdentity(id: "net.example", groups: [id]) }
  }

  @Test("An id of more than 128 bytes is refused, one of 128 is not")
  func longIDs() throws {
    #expect(try AppIdentity(id: "a." + String(repeating: "b", count: 126)).id.utf8.count == 128)
    #expect(throws: AppDataError.self) { try AppIdentity(id: "a." + String(repeating: "b", count: 127)) }
  }

  @Test("A group that is named twice is refused with its name")
  func doubleGroup() {
    #expect(throws: AppDataError.invalidIdentifier("g.one", reason: "it is among the groups twice")) {
      try AppIdentity(id: "net.example", groups: ["g.one", "g.one"])
    }
  }

  @Test("The error says what is wrong with the id and what a good one looks like")
  func message() {
    let error = AppDataError.invalidIdentifier("a/b", reason: "it has a slash")
    #expect(
      error.description
        == "The id \"a/b\" cannot name a container: it has a slash. A good one looks like \"net.example.sample\"."
    )
  }
}
