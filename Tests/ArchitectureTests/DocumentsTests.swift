import Foundation
import Testing

@Suite("The documents")
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
          ["(", "<"].contains { text.has("func \(function)\($0)") }
            && ["class", "struct", "enum", "extension"].contains {
              text.has("\($0) \(type) ") || text.has("\($0) \(type):")
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

  private static func withoutBlocks(_ text: String) -> String {
    text.replacing(/(?m)^ *```(?s:.*?)^ *```$/, with: "")
  }

  /// The links of a document that lead nowhere: no file, or no heading of that name in it.
  private static func brokenLinks(in text: String, at path: String) -> [String] {
    withoutBlocks(text).matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { link in
      guard !link.contains(/^[a-z]+:/) else { return false }
      let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let file =
        parts[0].isEmpty
        ? path : (path as NSString).deletingLastPathComponent + "/" + parts[0]
      let target = Repository.root.appending(path: file)
      guard parts.count == 2 else { return !FileManager.default.fileExists(atPath: target.path) }
      guard let page = parts[0].isEmpty ? text : try? String(contentsOf: target, encoding: .utf8) else {
        return true
      }
      return !withoutBlocks(page).matches(of: /(?m)^#+ (.*)$/).contains { heading in
        heading.1.lowercased().replacing(/[^\w\- ]/, with: "").replacing(" ", with: "-") == parts[1]
      }
    }
  }

  @Test("have links that lead somewhere")
  func links() throws {
    let top = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path)
      .filter { $0.hasSuffix(".md") }.map { SourceFile(path: $0, text: try text($0)) }
    let documents = try top + Repository.sources(in: ["docs"] + Repository.layers, endingWith: ".md")
    #expect(documents.count > 40)
    for document in documents {
      #expect(Self.brokenLinks(in: document.text, at: document.path) == [], "\(document.path)")
    }
    let sample =
      "# A `b`: C\n[1](#a-b-c) [2](#d) [3](data.md) [4](nowhere.md)\n```\n[5](nowhere.md)\n```\n[6](https://x)"
    #expect(Self.brokenLinks(in: sample, at: "docs/x.md") == ["#d", "nowhere.md"])
  }

  @Test("give the version of a trace that the code writes")
  func versions() throws {
    let record = try text("TestScaffolding/Records/TestRecord.swift")
    let version = try #require(record.firstMatch(of: /static let version = (\d+)/)).1
    let report = try text("docs/report.md")
    #expect(
      report.contains("`version` (\(version))") && report.contains("A report reads version \(version) "))
    #expect(try text("docs/CleanSlate.docc/AdoptCleanSlate.md").contains("a trace version \(version),"))
  }

  @Test("say what to write for each name that is deprecated")
  func deprecated() throws {
    let rows = try text("docs/CleanSlate.docc/AdoptCleanSlate.md").split(separator: "\n")
    let before = rows.filter { $0.hasPrefix("| ") }.map { $0.split(separator: "|")[0] }.joined(
      separator: "\n")
    let pattern =
      /@available\(\*, deprecated.*\s+(?:public |nonisolated |static |final |indirect )+(?:(?:class|struct|enum|protocol|typealias|func|var|let) (\w+)|init\((\w+))/
    for source in try Repository.sources(in: ["Core", "TestScaffolding"])
    where source.text.contains("deprecated") {
      let names = source.text.matches(of: pattern).map { $0.1 ?? $0.2 ?? "" }
      #expect(names.count == source.text.matches(of: /@available\(\*, deprecated/).count, "\(source.path)")
      for name in names {
        #expect(try before.contains(Regex("\\b\(name)\\b").wordBoundaryKind(.simple)), "no row for \(name)")
      }
    }
  }
}
