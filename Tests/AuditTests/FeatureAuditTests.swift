import ControlProtocol
import ElementTree
import TestSupport
import Testing

@testable import AppDriver
@testable import Audit

@Suite("Everybody can use the screens of the features")
struct FeatureAuditTests {
  /// What may stay, as "screen rule element", and why.
  private static let reasons: [String: String] = [:]

  @Test(
    "in each situation and at each linked place",
    arguments: ["SampleOnboarding", "SampleAccount", "SampleShop", "SampleOrders", "SampleStorefront"])
  func screens(app name: String) async throws {
    let app = App(name)
    try app.launch()
    defer { app.terminate() }
    var found: [String: String] = [:]
    func look(_ way: String) throws {
      let tree = try app.tree()
      try #require(tree.screen?.identifier != nil, "\(way)")
      for finding in AccessibilityAudit.judge(tree) {
        let name = "\(finding.screen) \(finding.rule.rawValue) \(finding.element)"
        if Self.reasons[name] == nil { found[name] = "\(way): \(finding.message)" }
      }
    }
    try look("the start page")
    let situations: [SetupReply.Situation?] = [nil] + (try setup(of: app).situations)
    let links = try await ChildProcess.run(
      BuiltProduct.path(name), ["--list-links"], environment: TemporaryHome().environment
    ).standardOutput.text.matches(of: /\w+:\/\/[^\s]+/).map { String($0.0) }
    var opened: Set<String> = []
    let isLong = try Effort().isLong
    for situation in situations {
      let name = situation?.name ?? "nothing"
      try app.launchApp(otherArgs: situation.map { [$0.argument] } ?? [])
      try look(name)
      // The short form opens a link only in the first situation that takes it.
      for link in links where isLong || !opened.contains(link) {
        guard (try? app.open(link)) != nil else { continue }
        opened.insert(link)
        try look("\(name) \(link)")
      }
    }
    #expect(opened == Set(links))
    #expect(found == [:])
  }

  private func setup(of app: App) throws -> SetupReply {
    try app.request(.setup, as: SetupReply.self).reply
  }
}
