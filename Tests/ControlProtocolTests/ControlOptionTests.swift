import ControlProtocol
import Foundation
import Testing

@Suite("The options of the scaffolding")
struct ControlOptionTests {
  @Test("are named with their values")
  func parts() {
    #expect(ControlOption.resetOn.name == "--reset-on" && ControlOption.resetOn.valueName == "LIST")
    #expect(ControlOption.headless.name == "--headless" && ControlOption.headless.valueName == nil)
    #expect("\(ControlOption.port)" == "--control-port")
  }

  @Test("are what the documentation's table says", arguments: ControlOption.allCases)
  func documented(option: ControlOption) throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "docs/command-line.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    #expect(lines.contains("| `\(option.rawValue)` | \(option.summary) |"))
  }
}
