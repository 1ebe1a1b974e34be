extension FeatureTemplate {
  var plugin: String {
    """
    import AppData
    package import AppRuntime

    /// Counts visits, until its team makes it something better.
    package struct \(name.feature): FeaturePlugin {
      package let id: FeatureID = "\(name.slug)"
      package var situations: [Situation] { [Self.\(name.variable)Regular] }

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

  var session: String {
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

  var screen: String {
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

  var sample: String {
    """
    import AppRuntime
    import \(name.feature)
    import SampleAppKit

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
}
