import Foundation
import TestSupport
import Testing
import ToolOptions

@testable import ReleaseProof

@Suite("The edges of a manifest")
struct ManifestEdgesTests {
  private static let dump = Data(
    """
    {"name": "slate", "targets": [
      {"name": "App", "dependencies": [
        {"byName": ["Shop", null]}, {"target": ["AppDriver", {"platformNames": ["windows"]}]},
        {"product": ["Elsewhere", "other", null, null]}]},
      {"name": "Shop", "dependencies": []}]}
    """.utf8)

  @Test("are read whatever their kind, with those that hold on other platforms only")
  func edges() throws {
    let edges = try TargetGraph.edges(in: Self.dump, of: "/p")
    #expect(edges == ["App": ["Shop", "AppDriver", "Elsewhere"], "Shop": []])
  }

  @Test("are those that SwiftPM tells of a manifest")
  func real() throws {
    let folder = try TestFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "slate",
        targets: [
          .executableTarget(
            name: "App",
            dependencies: ["Shop", .target(name: "AppDriver", condition: .when(platforms: [.macOS]))]),
          .target(name: "Shop"), .target(name: "AppDriver"),
        ])
      """, to: "Package.swift")
    let edges = try TargetGraph.edges(in: TargetGraph.dump(of: folder.path, until: nil), of: folder.path)
    #expect(edges == ["App": ["Shop", "AppDriver"], "Shop": [], "AppDriver": []])
  }

  @Test("are added to those that hold here, if they lead to a target of the package")
  func adding() throws {
    let graph = TargetGraph(
      package: "/p", targets: [.init("App", uses: ["Shop"]), .init("Shop"), .init("AppDriver")],
      executables: [.init("App", target: "App")])
    let whole = graph.adding(try TargetGraph.edges(in: Self.dump, of: "/p"))
    #expect(whole.target("App")?.uses == ["Shop", "AppDriver"])
    #expect(
      EdgeCheck(rules: ReleaseRules(), graph: whole).findings(for: whole.executables[0]).map(\.what)
        == ["App -> AppDriver"])
  }

  @Test("that cannot be read are an error and not an empty list", arguments: ["{}", "{\"targets\": [{}]}"])
  func unreadable(dump: String) {
    #expect(throws: ToolFailure("'swift package dump-package' in /p printed no targets with dependencies.")) {
      try TargetGraph.edges(in: Data(dump.utf8), of: "/p")
    }
  }
}
