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
    #expect(folder("a.b: c()") == "M/S/a.b_ c__")
    let long = folder(String(repeating: "買", count: 100))
    #expect(long.hasPrefix("M/S/" + String(repeating: "買", count: 40) + " ") && long.utf8.count < 140)
  }

  @Test("has a folder whose name every system can have, whatever its test calls the app")
  func role() {
    let long = String(repeating: "x", count: 150)
    var test = TestIdentity(framework: .swiftTesting, id: "M.S/x", module: "M", suite: "S", name: long)
    (test.role, test.number, test.isCase) = (long, "4194304-100000", true)
    #expect(test.folder.split(separator: "/").allSatisfy { $0.utf8.count <= 255 })
  }

  @Test(
    "has a folder of its own where names differ in their signs alone, or behind what a folder's name has room for",
    arguments: [
      ["`a-b?`()", "`a-b!`()", "`a-b_`()"], ["a/b", "../b", "a\\b", "a.b", "a_b"],
      ["1", "2"].map { String(repeating: "x", count: 150) + $0 },
    ])
  func folders(of names: [String]) {
    let folders = names.map {
      TestIdentity(framework: .swiftTesting, id: "M.S/x", module: "M", suite: "S", name: $0).folder
    }
    #expect(Set(folders).count == names.count, "\(folders)")
    #expect(folders.allSatisfy { $0.split(separator: "/").count == 3 && !$0.contains("..") })
  }
}
