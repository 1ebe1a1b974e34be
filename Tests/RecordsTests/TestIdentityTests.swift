import Testing

@testable import Records

@Suite("The identity of a test")
struct TestIdentityTests {
  @Test("has a folder of its own in any script, which every system can have")
  func folder() {
    func folder(_ name: String) -> String {
      TestIdentity(framework: .swiftTesting, id: "M.S/x", module: "M", suite: "S", name: name).folder
    }
    #expect(folder("買い物かごは空") == "M/S/買い物かごは空")
    #expect(folder("買い物かごは空") != folder("注文書を送れます"))
    #expect(folder("a/b: ..\\c()") == "M/S/a_b_ ___c__")
    let long = folder(String(repeating: "買", count: 100))
    #expect(long == "M/S/" + String(repeating: "買", count: 40))
  }
}
