import Foundation
import TestSupport
import Testing

@testable import CleanSlateCommand

@Suite("The text of a call in a source")
struct SnapshotCallTests {
  private func calls(_ source: String) -> [SnapshotCall] {
    SnapshotCall.all(of: ["assertScreen", "assertTree"], in: Array(source.utf8))
  }

  private func values(_ source: String) -> [String?] {
    calls(source).map { $0.literal?.value(in: Array(source.utf8)) }
  }

  /// The source with another text in its only call.
  private func changed(_ source: String, to text: String) throws -> String {
    let bytes = Array(source.utf8)
    let call = try #require(calls(source).first)
    let edit = try #require(call.replacement(by: text, in: bytes))
    var change = SourceChange(path: "a.swift", bytes)
    change.replace([edit])
    let new = String(decoding: change.new, as: UTF8.self)
    #expect(values(new) == [text], "\(new)")
    return new
  }

  @Test(
    "is what the compiler takes it for",
    arguments: [
      (#"assertTree("a \"b\" \\ \n \t \u{2026} \'")"#, "a \"b\" \\ \n \t … '"),
      (##"assertTree(#"a "b" \n \#n \"#)"##, "a \"b\" \\n \n \\"),
      ("assertTree(\"\"\"\n  a\n    b\n\n  \\\"\\\"\\\" c \\\n  d\n  \"\"\")", "a\n  b\n\n\"\"\" c d"),
      ("assertTree(##\"\"\"\n\ta \"\"\" \\#n\n\tb \"# \"\"\"#\n\t\"\"\"##)", "a \"\"\" \\#n\nb \"# \"\"\"#"),
      ("assertTree(\"\"\"\r\n  a\r\n  b\r\n  \"\"\")", "a\nb"),
      ("assertTree(\n  of: session, // a \"comment\"\n  /* \" /* \"\"\" */ */ \"a\")", "a"),
      ("assertScreen(of: make({ $0 + \"(\" }, [1, 2]), \"a\")", "a"),
      ("assertTree(of: session, \"a\",)", "a"), ("assertTree(\n  \"a\",\n)", "a"),
      ("let way = /[^/*]+/\nassertTree(\"a\") /* so */", "a"),
      ("let name = /name=\"\\(/\nassertTree(\"a\")", "a"),
      ("let all = f(\"\\(g(\"\"\"\n  \"\n  \"\"\"))\", assertTree(\"a\"))", "a"),
      ("func `12\" /* pizza`() { assertTree(\"a\") }", "a"), ("let tick = /`/, b = assertTree(\"a\")", "a"),
    ])
  func values(source: String, value: String) { #expect(values(source) == [value], "\(source)") }

  @Test(
    "is none that only the compiler knows",
    arguments: [
      #"assertTree("a\(b)")"#, #"assertTree("a" + "b")"#, "assertTree(text)", #"assertTree(text: "a")"#,
      #"assertTree("a", line: line)"#, "assertTree()", #"assertTree { "a" }"#,
      "assertTree(\"a\", \"\"\"\nb\n  c\n \"\"\")",
      "assertTree(\"\"\"\n  a \\(b(\")\"))\n  \"\"\")", #"assertTree(("a"))"#, #"assertTree(text: "a",)"#,
      #"assertTree("a".lowercased())"#,
    ])
  func none(source: String) { #expect(values(source).allSatisfy { $0 == nil }, "\(source)") }

  @Test("is found where it stands, whatever is around it")
  func places() {
    let source = """
      // assertTree("comment")
      /* assertTree("more") /* */ assertTree("nested") */
      let a = "assertTree(\\"text\\") \\(app.assertTree("inner"))"
      let b = #"assertTree("raw")"#, c = /"/, d = #/assertTree("x")"/#
      func assertTree(_ text: String = "") { my.assertTreeOf("x") }
      try app.cells["a"]
        .assertTree("one")
      try app.assertScreen(
        \"""
        two
        \"""); try app.assertTree("three")
      """
    let found = calls(source)
    #expect(found.map(\.line).suffix(3) == [7, 8, 11])
    #expect(values(source).suffix(3) == ["one", "two", "three"])
    #expect(found.allSatisfy { ![1, 2, 3, 5].contains($0.line) }, "\(found)")
  }

  @Test("is written as swift-format wants it, where it was on one line")
  func oneLine() throws {
    #expect(
      try changed("  try app.assertScreen(\"\")\n", to: "screen\n  text \"a\"")
        == "  try app.assertScreen(\n    \"\"\"\n    screen\n      text \"a\"\n    \"\"\")\n")
    #expect(
      try changed("\tassertScreen(of: session, \"x\") // so", to: "screen")
        == "\tassertScreen(\n\t\tof: session,\n\t\t\"\"\"\n\t\tscreen\n\t\t\"\"\") // so")
    #expect(
      try changed("assertScreen(\n  of: session, \"x\")", to: "screen")
        == "assertScreen(\n  of: session,\n  \"\"\"\n  screen\n  \"\"\")")
    #expect(
      try changed("assertScreen(\n    \"\")", to: "screen")
        == "assertScreen(\n    \"\"\"\n    screen\n    \"\"\")")
    #expect(
      try changed("assertScreen(of: session, // so\n             \"\")", to: "screen")
        == "assertScreen(of: session, // so\n             \"\"\"\n             screen\n             \"\"\")")
    #expect(
      try changed("assertScreen(of: session, \"\",)", to: "screen")
        == "assertScreen(\n  of: session,\n  \"\"\"\n  screen\n  \"\"\",)")
    #expect(
      try changed("assertTree(\"\")", to: #"text "a \"b\"""#)
        == "assertTree(\n  #\"\"\"\n  text \"a \\\"b\\\"\"\n  \"\"\"#)")
  }

  @Test("keeps its indentation, its line ends and its hashes")
  func kept() throws {
    #expect(
      try changed("  assertTree(\"\"\"\n      a\n      \"\"\")", to: "b \\ c\nd")
        == "  assertTree(\"\"\"\n      b \\\\ c\n      d\n      \"\"\")")
    #expect(
      try changed("assertTree(##\"\"\"\r\n\t\ta\r\n\t\t\"\"\"##)\r\n", to: "b \\ c\nd")
        == "assertTree(##\"\"\"\r\n\t\tb \\ c\r\n\t\td\r\n\t\t\"\"\"##)\r\n")
    #expect(try changed("\r\nassertTree(\"\")", to: "a") == "\r\nassertTree(\r\n  \"\"\"\r\n  a\r\n  \"\"\")")
    #expect(
      try changed("assertTree(#\"\"\"\n  a\n  \"\"\"#)", to: "\\#n \"\"\"#")
        == "assertTree(##\"\"\"\n  \\#n \"\"\"#\n  \"\"\"##)")
    #expect(
      try changed("assertTree(\"\")", to: "a\u{202E}b\u{85}")
        == "assertTree(\n  \"\"\"\n  a\\u{202e}b\\u{85}\n  \"\"\")")
  }

  @Test("is read as it was written, whatever it is")
  func random() throws {
    let effort = try Effort()
    var random = effort.generator("literals")
    let parts = [
      "a", " ", "\\", "\"", "\"\"\"", "#", "\n", "\t", "\\#", "\\(", "…", "\u{1}", "\u{202E}", "é", "  ",
      "//", "*/",
    ]
    for _ in 0..<effort.rounds(500) {
      let text = (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
        parts.randomElement(using: &random)
      }.joined()
      let hashes = Int.random(in: 0...2, using: &random)
      let source =
        "assertTree("
        + StringLiteral.source(of: text, hashes: hashes, indent: "   ", newline: "\n") + ")"
      #expect(values(source) == [text], "\(source)")
    }
  }
}
