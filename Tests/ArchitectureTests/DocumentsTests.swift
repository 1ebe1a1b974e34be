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
    for module in try Repository.modules(in: layer) where module != "Tools" {
      #expect(try diagram.contains(Regex("\\b\(module)\\b")), "the diagram does not have \(module)")
      #expect(try rows.contains(Regex("[/`]\(module)`")), "the table does not have \(layer)/\(module)")
    }
  }

  @Test("name functions before a restart that are there, as many as they say")
  func pathOfReset() throws {
    let page = try text("docs/architecture.md")
    let table = try #require(
      page.firstMatch(of: /\| On \| Hand it on: (\d+) \| .* \|\n\|.*\n((?:\|.*\n)+)/)
    ).output
    let sources = try Repository.sources(in: ["Core", "TestScaffolding"]).map(\.text)
    let cells = table.2.split(separator: "\n").map { $0.split(separator: "|").map(String.init) }
    for column in 1...2 {
      let names = cells.flatMap { row in
        row[column].matches(of: /`(\w+)\.(\w+)(?:\(at:\))?`/).map { (type: $0.1, function: $0.2) }
      }
      #expect(column == 2 || names.count == Int(table.1))
      for (type, function) in names {
        let isThere = sources.contains { text in
          ["(", "<"].contains { text.contains("func \(function)\($0)") }
            && ["class", "struct", "enum", "extension"].contains {
              text.contains("\($0) \(type) ") || text.contains("\($0) \(type):")
            }
        }
        #expect(isThere, "\(type).\(function) is not there")
      }
    }
    #expect(page.contains("there are \(table.1) functions that the request is handed to"))
  }

  /// The public types that have no sentence of documentation above them, with their lines.
  private static func withoutSentence(in lines: [Substring]) -> [String] {
    let type =
      /^\s*(?:@[\w()]+ )*public (?:final |indirect |nonisolated )*(?:class|struct|enum|protocol|actor) .*/
    return lines.indices.compactMap { index in
      guard lines[index].wholeMatch(of: type) != nil else { return nil }
      let above = lines[..<index].map { $0.drop(while: \.isWhitespace) }.last { !$0.hasPrefix("@") }
      return above?.hasPrefix("///") == true
        ? nil : "\(index + 1): \(lines[index].trimmingCharacters(in: .whitespaces))"
    }
  }

  @Test("include a sentence about each public type")
  func types() throws {
    for source in try Repository.sources(in: ["Core", "TestScaffolding"]) {
      #expect(Self.withoutSentence(in: source.lines) == [], "\(source.path)")
    }
    let sample =
      "/// One.\n@MainActor\npublic struct A {\n  public enum B {}\n\n// Two.\npublic final class C {}"
    let lines = sample.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(Self.withoutSentence(in: lines) == ["4: public enum B {}", "7: public final class C {}"])
  }

  @Test("name the owners of each feature")
  func owners() throws {
    let owners = try text("CODEOWNERS").split(separator: "\n")
    for feature in try Repository.modules(in: "Features") {
      #expect(owners.contains { $0.hasPrefix("/Features/\(feature)/ ") }, "nobody owns \(feature)")
    }
  }
}
