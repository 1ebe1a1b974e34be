import ElementTree
import TestSupport
import Testing

@Suite("A monkey, let loose on an app whose resets are not fresh launches,")
struct PlantedSlipTests {
  @Test("finds what is only seen later, and shrinks its walk to the three steps that do it")
  func later() throws {
    let finding = try find("search")
    #expect(
      finding.script == """
        let app = App("ForgetfulApp")
        app.launchArguments = []
        app.launchEnvironment = ["LANG": "C.UTF-8", "SLIP": "search", "TZ": "UTC"]
        try app.launch()
        try app.switches["remember"].tap()
        try app.textFields["search"].replaceText("a")
        try app.buttons["go"].tap()
        app.launchArguments = []
        app.launchEnvironment = ["LANG": "C.UTF-8", "SLIP": "search", "TZ": "UTC"]
        try app.reset()
        try app.switches["remember"].tap()
        try app.buttons["history"].tap()
        """)
    #expect(
      finding.difference.lines == [
        #"-     text #last-search "Nothing yet""#, #"+     text #last-search "a""#,
      ])
  }

  @Test("finds what only the data show")
  func data() throws {
    let finding = try find("count")
    #expect(finding.walk.steps == [.tap(.button, "share")])
    #expect(
      finding.difference.lines == [
        "- data documents: 0 entries, digest e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "+ data documents: 1 entries, digest 10e2716e5c63d438bbd608a746b37a2553017719140b998c4183eef7e37b9309",
        "+ data documents shares.txt: 1 bytes, digest 6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
      ])
  }

  @Test("finds what shows when a reset comes while work is pending")
  func pending() async throws {
    // Each tap on what is to be cut short waits for a second, unless a reset comes.
    let finding = try await OwnThread.run { try find("interruption") }
    #expect(
      finding.script == """
        let app = App("ForgetfulApp")
        app.launchArguments = []
        app.launchEnvironment = ["LANG": "C.UTF-8", "SLIP": "interruption", "TZ": "UTC"]
        try app.launch()
        Thread.detachNewThread { try? app.buttons["download"].tap() }
        while try app.status().busy.isEmpty {}
        app.launchArguments = []
        app.launchEnvironment = ["LANG": "C.UTF-8", "SLIP": "interruption", "TZ": "UTC"]
        try app.reset()
        """)
    #expect(finding.difference.lines == [#"+     text "The download was cut short.""#])
  }

  @Test("finds nothing where the app makes no mistake")
  func none() throws {
    var figures = Figures()
    let findings = try figures.search(
      .forgetful(""), walks: 3, walksPerProcess: 20, effort: Effort(environment: [:]))
    #expect(findings.isEmpty)
    #expect(figures.walks == 3)
  }

  private func find(_ slip: String) throws -> Finding {
    var figures = Figures(mostFindings: 1)
    let findings = try figures.search(
      .forgetful(slip), walks: 30, walksPerProcess: 20, effort: Effort(environment: [:]))
    let finding = try #require(findings.first)
    #expect(finding.isRepeatable)
    return finding
  }
}
