/// The files of a new feature, which works, has tests, and says where to continue.
struct FeatureTemplate: Sendable {
  let name: FeatureName

  /// The folders to create; none of them may exist yet.
  var folders: [String] {
    [
      "Features/\(name.feature)", "SampleApps/\(name.sample)", "Tests/\(name.featureTests)",
      "Tests/\(name.uiTests)",
    ]
  }

  /// The files to write, each with its path relative to the package.
  var files: [(path: String, contents: String)] {
    [
      ("\(folders[0])/\(name.feature).swift", plugin),
      ("\(folders[0])/\(name.name)Session.swift", session),
      ("\(folders[0])/\(name.name)Screen.swift", screen),
      ("\(folders[1])/\(name.sample).swift", sample),
      ("\(folders[2])/\(name.name)SessionTests.swift", sessionTests),
      ("\(folders[3])/\(name.name)Page.swift", page),
      ("\(folders[3])/\(name.name)JourneyTests.swift", journeyTests),
      ("\(folders[3])/Accessibility.json", "{}\n"),
    ]
  }

  // MARK: - The feature and its sample app

  private var plugin: String {
    """
    import AppData
    package import AppRuntime

    /// Counts visits, until its team makes it something better.
    package struct \(name.feature): FeaturePlugin {
      package var situations: [Situation] { [Self.\(name.variable)Regular] }
      package let linkedPlaces = [LinkedPlace("\(name.slug)", "The first screen.")]

      package init() {}

      package func makeSession(in environment: AppEnvironment) -> any FeatureSession {
        \(name.name)Session(environment: environment)
      }
    }

    extension \(name.feature) {
      /// Somebody who has been here often.
      package static let \(name.variable)Regular = Situation(
        "\(name.variable)Regular", "Somebody who has been here a hundred times."
      ) { data in
        try data.preferences.set(100, forKey: \(name.name)Session.visitsKey)
      }
    }

    """
  }

  private var session: String {
    """
    import AppData
    import AppRuntime
    import ElementTree
    import Observation

    /// The feature while it runs.
    @Observable
    final class \(name.name)Session: FeatureSession {
      nonisolated static let visitsKey = "\(name.slug).visits"

      private(set) var visits = 0
      private(set) var problem: String?

      @ObservationIgnored private let data: AppData

      init(environment: AppEnvironment) {
        data = environment.data
        attempt { visits = try data.preferences.integer(forKey: Self.visitsKey) ?? 0 }
      }

      var body: Element { \(name.name)Screen(visits: visits, problem: problem).element }

      func tap(_ action: \(name.name)Action) {
        switch action {
        case .visit: attempt(countVisit)
        }
      }

      func open(_ link: DeepLink) -> Bool { link.path == ["\(name.slug)"] }

      private func countVisit() throws {
        try data.preferences.set(visits + 1, forKey: Self.visitsKey)
        visits += 1
      }

      private func attempt(_ work: () throws -> Void) {
        do {
          try work()
          problem = nil
        } catch {
          problem = "\\(error)"
        }
      }
    }

    """
  }

  private var screen: String {
    """
    import ElementTree

    /// What can be pressed, by its identifier; the session handles each.
    enum \(name.name)Action: String {
      case visit = "\(name.slug)-visit"
    }

    /// The feature's first screen.
    struct \(name.name)Screen: ElementConvertible {
      let visits: Int
      let problem: String?

      var element: Element {
        Screen("\(name.slug)", title: "\(name.name)") {
          Text("Welcome to \(name.name).", id: "headline").traits(.heading)
          Text(visits == 1 ? "1 visit" : "\\(visits) visits", id: "\(name.slug)-visits")
          if let problem { Text(problem, id: "\(name.slug)-problem").traits(.failure) }
          Button("Visit", id: \(name.name)Action.visit).traits(.primary)
        }.element
      }
    }

    """
  }

  /// In the order that `swift format lint` asks for.
  private func imports(_ modules: String...) -> String {
    modules.sorted().map { "import \($0)" }.joined(separator: "\n")
  }

  private var sample: String {
    """
    \(imports("AppRuntime", name.feature, "SampleAppKit"))

    @main
    struct \(name.sample) {
      static func main() async {
        await SampleApp.main(
          AppDefinition(
            name: "\(name.sample)", version: "0.1.0", id: "net.cleanslate.sample-\(name.slug)",
            linkScheme: "storefront", feature: \(name.feature)()), startPage: true)
      }
    }

    """
  }

  // MARK: - Their tests

  private var sessionTests: String {
    """
    \(imports("AppData", "AppRuntime", "ElementTree", name.feature, "TestSupport", "Testing"))

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

  private var page: String {
    """
    import AppDriver

    final class \(name.name)Page: PageObject {
      override var identifier: String { "\(name.slug)" }

      var visits: AppElement { app.staticTexts["\(name.slug)-visits"] }
      var visit: AppElement { app.buttons["\(name.slug)-visit"] }
    }

    """
  }

  private var journeyTests: String {
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
