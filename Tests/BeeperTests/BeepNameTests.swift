import Testing

@testable import Beeper

@Suite("The name of a beep")
struct BeepNameTests {
  @Test(
    "is good as a file name, whatever it was",
    arguments: [
      ("SampleShop.reset-with_stub", "SampleShop.reset-with_stub"), ("../etc/x", "%2E.%2Fetc%2Fx"),
      (".", "%2E"), ("a b@c", "a%20b%40c"), ("ö\0", "%C3%B6%00"), ("50%", "50%25"),
    ])
  func encoding(identifier: String, file: String) throws {
    #expect(try BeepName(identifier).text == file)
  }

  @Test("is refused when it is empty or too long", arguments: [0, 65])
  func length(count: Int) {
    let identifier = String(repeating: "x", count: count)
    #expect(throws: BeepError.unusableIdentifier(identifier, limit: 64)) { try BeepName(identifier) }
  }

  @Test("owns the sockets of its listeners, and none of a name that begins alike")
  func ownership() throws {
    let name = try BeepName("reset")
    #expect(name.owns(file: "reset@1f"))
    #expect(!name.owns(file: "reset.real@1f"))
    #expect(!name.owns(file: "reset"))
    #expect(name.newFile() != name.newFile())
  }
}
