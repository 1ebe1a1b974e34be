import TestSupport
import Testing

@testable import ReleaseProof

@Suite("Sources that repeat one of the scaffolding")
struct CopyCheckTests {
  private static let lines = (1...12).map { "  let greeting\($0) = makeGreeting(number: \($0))" }
  private static let original =
    "#if DEBUG\nimport Foundation\n" + lines.joined(separator: "\n") + "\n#endif\n"

  /// What is found in an app with this one source, beside the original in the scaffolding.
  private func findings(
    in source: String, at copy: String = "Shop.swift", repeating name: String = "Driver.swift",
    of package: String = ""
  ) throws -> [Finding] {
    let folder = try TestFolder()
    let original = try folder.write(Self.original, to: name)
    let copy = try folder.write(source, to: copy)
    let graph = TargetGraph(
      package: folder.path + package,
      targets: [
        .init("AppDriver", folder: folder.path + "/AppDriver", sources: [original]),
        .init("App", folder: folder.path + "/App", uses: ["Shop"]),
        .init("Shop", folder: folder.path + "/Shop", sources: [copy]),
      ],
      executables: [.init("App", target: "App")])
    return try CopyCheck(rules: ReleaseRules(), graph: graph).findings(for: graph.executables[0])
  }

  @Test("without its gate are found, with the original")
  func copy() throws {
    #expect(
      try findings(in: Self.lines.joined(separator: "\n"))
        == [Finding(.source, "12 lines of Driver.swift", in: "Shop.swift", from: "Driver.swift")])
  }

  @Test("are found in C, and where a package that the app uses has them")
  func otherCopies() throws {
    #expect(
      try findings(in: Self.lines.joined(separator: "\n"), at: "shop.c", repeating: "Driver.c").map(\.what)
        == [
          "12 lines of Driver.c"
        ])
    #expect(
      try findings(in: Self.original.replacing("#if DEBUG", with: "#ifdef DEBUG"), at: "shop.c") == [])
    #expect(try findings(in: Self.lines.joined(separator: "\n"), of: "/App").count == 1)
  }

  @Test("are found where lines end as on Windows")
  func windows() throws {
    #expect(
      try findings(in: Self.lines.joined(separator: "\r\n") + "\r\n").map(\.what) == [
        "12 lines of Driver.swift"
      ])
  }

  @Test("are found when they repeat a file that is embedded into the scaffolding")
  func embedded() throws {
    #expect(
      try findings(in: "let text = \"\"\"\n" + Self.original + "\"\"\"", repeating: "page.js").map(\.what)
        == [
          "12 lines of page.js"
        ])
  }

  @Test("are found in the middle of other code, indented otherwise, if it is most of the original")
  func part() throws {
    let lines = Self.lines.prefix(8).map { "      \($0)" }
    let others = (1...40).map { "let dish\($0) = Dish(number: \($0))" }
    #expect(
      try findings(in: (others + lines + others).joined(separator: "\n")).map(\.what)
        == ["8 lines of Driver.swift"])
  }

  @Test(
    "are found in a file that begins with the gate, where something stands outside of it",
    arguments: [
      "#if DEBUG\n#endif\n" + lines.joined(separator: "\n"),
      "#if DEBUG\nimport Testing\n#else\n" + lines.joined(separator: "\n") + "\n#endif\n",
      "#if DEBUG\n#endif\n" + lines.joined(separator: "\n") + "\n#if DEBUG\n#endif\n",
      "#if DEBUG || os(Linux)\n" + lines.joined(separator: "\n") + "\n#endif\n",
    ])
  func halfGated(source: String) throws {
    #expect(try findings(in: source).map(\.what) == ["12 lines of Driver.swift"])
  }

  @Test(
    "are none when they are gated, share fewer than eight lines, or only what any file says",
    arguments: [
      original, "// Ours.\n" + original, lines.prefix(7).joined(separator: "\n"), "",
      lines.map { "// \($0)" }.joined(separator: "\n"),
      "import Foundation\n}\n}\nreturn\n",
    ])
  func clean(source: String) throws {
    #expect(try findings(in: source) == [])
  }
}
