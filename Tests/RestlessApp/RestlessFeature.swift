import AppRuntime
import ElementTree
import Observation

struct RestlessFeature: FeaturePlugin {
  let id: FeatureID = "restless"

  func makeSession(in environment: AppEnvironment) -> any FeatureSession { RestlessSession() }
}

@Observable
final class RestlessSession: FeatureSession {
  var pace = Unrest.shared.pace
  @ObservationIgnored let meadow = Meadow()
  @ObservationIgnored var keepsake: Keepsake?

  init() { Unrest.shared.turn(to: meadow) }

  var body: Element {
    Screen("restless", title: "Unrest") {
      List("How often others change what the app has", id: "paces") {
        for pace in Pace.allCases { Cell(pace.rawValue, id: pace.rawValue) }
      }
      Cell("Forget a keepsake", id: "forget")
      Cell("Forget one behind a lock", id: "forget-behind-lock")
      Cell("Let go of what was forgotten", id: "let-go")
      Text("\(pace)", id: "pace")
    }.element
  }

  func handle(_ action: Action) {
    guard case .tap(let identifier) = action else { return }
    if let pace = Pace(rawValue: identifier) {
      Unrest.shared.begin(pace)
      self.pace = pace
    }
    switch identifier {
    case "forget": keepsake = Keepsake.forgotten()
    case "forget-behind-lock": meadow.chest.put(Keepsake.forgotten())
    case "let-go": Keepsake.all = []
    default: break
    }
  }
}

/// What is not let go of with its session.
nonisolated final class Keepsake: Sendable {
  @MainActor static var all: [Keepsake] = []

  @MainActor static func forgotten() -> Keepsake {
    let keepsake = Keepsake()
    all.append(keepsake)
    return keepsake
  }
}
