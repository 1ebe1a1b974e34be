import ElementTree
import Foundation
import OperatingSystem
import Testing

import struct TestSupport.ID

@testable import TerminalUI

@Suite("A terminal without Unicode")
struct ASCIITests {
  private func settings(_ environment: [String: String], isTerminal: Bool = true) -> TerminalSettings {
    TerminalSettings(
      environment: environment, inputIsTerminal: true, outputIsTerminal: isTerminal, plain: false)
  }

  @Test(
    "is one whose locale is set and not of UTF-8",
    arguments: [
      (["LANG": "C"], false), (["LANG": "POSIX"], false), (["LANG": "de_DE.ISO-8859-15@euro"], false),
      (["LANG": "de_DE@euro"], false), (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], false),
      (["LC_CTYPE": "C", "LANG": "de_DE.UTF-8"], false), (["LANG": "C.UTF-8"], true),
      (["LC_ALL": "", "LANG": "de_DE.utf8"], true), (["LC_CTYPE": "UTF-8", "LANG": "x.UTF-8"], false),
      ([:], true),
    ] as [([String: String], Bool)])
  func locales(environment: [String: String], hasUnicode: Bool) {
    #expect(settings(environment).usesUnicode == hasUnicode)
    #expect(settings(environment, isTerminal: false).usesUnicode)
  }

  @Test(
    "gets something alike, and as wide",
    arguments: [
      ("plain", "plain"), ("Tiramisù, Éclair", "Tiramisu, Eclair"),
      ("€5.80 – 2 × Käse…", "E5.80 - 2 x Kase~"),
      ("╭──╮│█░▲✓", "+--+|#.!v"), ("2:32\u{202F}PM", "2:32 PM"), ("山田", "????"), ("山\u{3000}田", "??  ??"),
      ("🍜", "??"), ("Ω", "?"),
      ("Cafe\u{301} o\u{302}\u{323}", "Cafe o"),
    ])
  func text(text: String, ascii: String) {
    #expect(ASCIIText.like(text) == ascii)
    #expect(ascii.utf8.count == TextWidth.columns(of: text))
  }

  @Test(
    "gets the name of a currency",
    arguments: [
      ("€5.80", "EUR 5.80"), ("-€5.04", "-EUR 5.04"), ("34,80 €", "34,80 EUR"), ("5€", "5 EUR"),
      ("in €, £", "in EUR, GBP"),
      ("€", "EUR"), ("Käse", "Käse"), ("€Käse", "EUR Käse"),
    ])
  func currencies(text: String, written: String) { #expect(ASCIIText.spelledOut(text) == written) }

  @Test("shows the name of a currency on a page, and the text of a field as it is")
  @MainActor func price() {
    let host = FakeHost(
      Screen("s", title: "Basket") {
        Cell("Gyoza", id: ID("gyoza"), value: "€5.80")
        TextField("Tip", id: ID("tip"), text: "€5")
      })
    var lines: [String] = []
    let screen = FullScreen(
      host: host, title: "Shop", size: Size(columns: 40, rows: 16), usesUnicode: false,
      present: { lines = $0.buffer.lines })
    screen.draw(host.tree)
    #expect(lines.contains { $0.contains("Gyoza") && $0.contains("EUR 5.80") }, "\(lines)")
    #expect(lines.contains { $0.contains("Tip") && $0.contains("€5 ") }, "\(lines)")
  }

  @Test("gets something alike for every sign that the pages are drawn with")
  func signs() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Core/TerminalUI")
    let sources = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    let signs = Set(sources.joined()).filter { !$0.isASCII }
    #expect(signs.isSuperset(of: "─│█▸…"))
    #expect(signs.filter { ASCIIText.like(String($0)) == "?" } == [])
  }

  @Test("is drawn with ASCII alone, each character in its place")
  func page() {
    var buffer = PageLayout(
      tree: Screen("s", title: "Käse") {
        Text("Tiramisù 山田, €5.80")
        Button("Start over", id: ID("b")).traits(.destructive)
      }.element, title: "Kitchen", size: Size(columns: 40, rows: 16)
    ).page().buffer
    buffer.reduceToASCII()
    #expect(buffer.cells.allSatisfy { $0.text.utf8.count == 1 })
    #expect(buffer.lines[0] == "  Kitchen                         Kase")
    #expect(buffer.lines[1] == String(repeating: "-", count: 40))
    #expect(buffer.lines[3] == "  Tiramisu ????, E5.80")
  }
}

@Suite("Printed lines")
struct LinePrinterTests {
  @Test("that are too long for a terminal break between words, with what belongs to them below")
  func wrapped() {
    let text = "Screen: A  (a)\n  1. Take the whole of it  take-all\nOne two three four five six\n"
    #expect(
      LinePrinter.wrapped(text, columns: 20) == """
        Screen: A  (a)
          1. Take the whole
            of it  take-all
        One two three four
          five six

        """)
    #expect(LinePrinter.wrapped(text, columns: 80) == text)
  }

  @Test("keep a word that is longer than the terminal whole, so that an address can be copied")
  func address() {
    let address = "http://127.0.0.1:8080/#token=0123456789"
    #expect(LinePrinter.wrapped(address, columns: 20) == address)
    #expect(
      LinePrinter.wrapped("Shop: open \(address) or quit", columns: 20)
        == "Shop: open\n  \(address)\n  or quit")
  }
}
