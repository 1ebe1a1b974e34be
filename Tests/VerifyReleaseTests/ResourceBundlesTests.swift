import Foundation
import TestSupport
import Testing

@testable import ReleaseProof

@Suite("Resources beside an executable")
struct ResourceBundlesTests {
  @Test("are read to the last file where they belong to its targets, and nowhere else")
  func files() throws {
    let folder = try TestFolder()
    for bundle in ["Slate_Shop.resources/menu/deep", "Slate_Other.resources", "Shop"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + bundle, withIntermediateDirectories: true)
    }
    for file in [
      "Slate_Shop.resources/a.json", "Slate_Shop.resources/menu/deep/b.json",
      "Slate_Other.resources/c.json", "Shop/d.json", "e.json",
    ] {
      try folder.write(file, to: file)
    }
    let found = try Inspector.resources(of: ["App", "Shop"], beside: folder.path + "/App")
    let names = ["Slate_Shop.resources/a.json", "Slate_Shop.resources/menu/deep/b.json"]
    #expect(found.map(\.path) == names)
    #expect(found.map(\.contents) == names.map { Array($0.utf8) })
  }

  @Test("give a module or a literal of the scaffolding away, but no name of a type, which are words like any")
  func traces() {
    let traces = [
      Trace(.module, "AppDriver"), Trace(.type, "Basket", source: "Driver.swift:1"),
      Trace(.literal, "--driven", source: "Driver.swift:2"),
    ]
    let check = StringCheck(traces: traces, harmless: [])
    let text = "{\"Basket\": \"see AppDriver\", \"run\": \"app --driven /s\"}"
    #expect(
      check.findings(in: Array(text.utf8), at: "menu.json") == [
        Finding(.string, "AppDriver", in: "menu.json"),
        Finding(.string, "--driven", in: "menu.json", from: "Driver.swift:2"),
      ])
  }
}
