import ControlProtocol
import ElementTree
import TestSupport
import Testing

@testable import AppDriver
@testable import Audit

@Suite("Everybody can use the screens of the features")
struct FeatureAuditTests {
  /// What may stay, and why.
  private static let reasons: [String: String] = [:]

  @Test(
    "in each situation and at each linked place",
    arguments: ["SampleOnboarding", "SampleAccount", "SampleShop", "SampleOrders", "SampleStorefront"])
  func screens(app name: String) async throws {
    let app = App(name)
    try app.launch()
    defer { app.terminate() }
    var found: [String: Set<String>] = [:]
    var screens: Set<String> = []
    func look(_ way: String) throws {
      let tree = try app.tree()
      screens.insert(tree.screen?.identifier ?? "")
      for finding in AccessibilityAudit.judge(tree).findings {
        found[
          "\(finding.screen) \(finding.rule.rawValue) \(finding.element): \(finding.message)", default: []
        ].insert(way)
      }
    }
    try look("the start page")
    let situations: [SetupReply.Situation?] = [nil] + (try setup(of: app).situations)
    let links = try await ChildProcess.run(
      BuiltProduct.path(name), ["--list-links"], environment: TemporaryHome().environment
    ).standardOutput.text.matches(of: /\w+:\/\/[^\s]+/).map { String($0.0) }
    for situation in situations {
      let name = situation?.name ?? "nothing"
      try app.launchApp(otherArgs: situation.map { [$0.argument] } ?? [])
      try look(name)
      for link in links {
        try? app.open(link)
        try look("\(name) \(link)")
      }
    }
    print("SCREENS", name, situations.count, links.count, screens.count, screens.sorted())
    let open = found.filter { Self.reasons[$0.key] == nil }
    for (finding, ways) in open.sorted(by: { $0.key < $1.key }) {
      print("FOUND", name, finding, "|", ways.sorted().prefix(1), ways.count)
    }
    #expect(open.keys.sorted() == [])
  }

  private func setup(of app: App) throws -> SetupReply {
    try app.request(.setup, within: app.settings.requestTimeout, as: SetupReply.self).reply
  }
}
