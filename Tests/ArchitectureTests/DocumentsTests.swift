import Foundation
import Testing

@Suite("The documents about the modules")
struct DocumentsTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
  }

  @Test(
    "draw each module and say what it owns",
    arguments: ["Core", "Features", "SampleApps", "TestScaffolding"])
  func modules(layer: String) throws {
    let page = try text("docs/architecture.md")
    let diagram = try #require(page.firstMatch(of: /```mermaid\nflowchart(?s:.*?)```/)).output
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `\(layer)/") }.joined(separator: "\n")
    for module in try Repository.modules(in: layer) where module != "Plugins" {
      #expect(try diagram.contains(Regex("\\b\(module)\\b")), "the diagram does not have \(module)")
      #expect(try rows.contains(Regex("[/`]\(module)`")), "the table does not have \(layer)/\(module)")
    }
  }

  @Test("name the owners of each feature")
  func owners() throws {
    let owners = try text("CODEOWNERS").split(separator: "\n")
    for feature in try Repository.modules(in: "Features") {
      #expect(owners.contains { $0.hasPrefix("/Features/\(feature)/ ") }, "nobody owns \(feature)")
    }
  }
}
