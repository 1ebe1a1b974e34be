extension FeatureTemplate {
  var sessionTests: String {
    """
    import AppData
    import AppRuntime
    import ElementTree
    import \(name.feature)
    import TestSupport
    import Testing

    @MainActor @Suite("\(name.name)")
    struct \(name.name)SessionTests {
      private let home: TemporaryHome
      private let host: AppHost

      init() async throws {
        home = try TemporaryHome()
        let definition = AppDefinition(
          name: "\(name.name)", version: "1", id: "net.cleanslate.tests.\(name.slug)",
          linkScheme: "storefront", feature: \(name.feature)())
        host = AppHost(
          definition,
          container: try AppContainer.open(
            AppIdentity(id: definition.id), in: BaseDirectories(environment: home.environment)))
        try await host.restart(with: LaunchConfiguration())
      }

      @Test("counts visits, and remembers them")
      func visits() async throws {
        try host.perform(.tap("\(name.slug)-visit"))
        try host.perform(.tap("\(name.slug)-visit"))
        try await host.restart(with: LaunchConfiguration())
        #expect(
          host.tree.treeDescription == \"""
            window "\(name.name)"
              screen #\(name.slug) "\(name.name)"
                text #headline "Welcome to \(name.name)." heading
                text #\(name.slug)-visits "2 visits"
                button #\(name.slug)-visit "Visit" focused primary
            \""")
      }

      @Test("opens by its link alone")
      func links() throws {
        try host.open("storefront://\(name.slug)")
        #expect(throws: DeepLinkError.unknown("storefront://elsewhere")) {
          try host.open("storefront://elsewhere")
        }
      }
    }

    """
  }

  var page: String {
    """
    import AppDriver

    final class \(name.name)Page: PageObject {
      override var identifier: String { "\(name.slug)" }

      var visits: AppElement { app.staticTexts["\(name.slug)-visits"] }
      var visit: AppElement { app.buttons["\(name.slug)-visit"] }
    }

    """
  }

  var journeyTests: String {
    """
    import AppDriver
    import XCTest

    final class \(name.name)JourneyTests: AppTestCase {
      override class var appName: String { "\(name.sample)" }
      override class var launchArguments: [String] { ["--from", "here"] }

      func testVisitsAreCounted() throws {
        let page = try \(name.name)Page(app).waitUntilShown()
        try page.visit.tap()
        XCTAssertEqual(try page.visits.label, "1 visit")
      }

      func testRegularsAreKnown() throws {
        try launchApp(automationFlags: [Flag("simulate\(name.name)Regular", true)])
        XCTAssertEqual(try \(name.name)Page(app).visits.label, "100 visits")
      }

      func testAResetIsAFreshLaunch() throws {
        let fresh = try app.tree()
        try \(name.name)Page(app).visit.tap()
        try app.reset()
        XCTAssertEqual(try app.tree(), fresh)
        XCTAssertEqual(try \(name.name)Page(app).visits.label, "0 visits")
      }
    }

    """
  }
}
