import AppRuntime
import ElementTree
import Observation

struct RestlessFeature: FeaturePlugin {
  func makeSession(in environment: AppEnvironment) -> any FeatureSession { RestlessSession() }
}

@Observable
final class RestlessSession: FeatureSession {
  var pace = Unrest.shared.pace
  @ObservationIgnored let meadow = Meadow()
  @ObservationIgnored let aviary = Aviary()
  @ObservationIgnored var keepsake: Keepsake?

  init() {
    Unrest.shared.turn(to: meadow)
    Cat.shared.turn(to: aviary)
  }

  var body: Element {
    Screen("restless", title: "Unrest") {
      List("How often others change what the app has", id: "paces") {
        for pace in Pace.allCases { Cell(pace.rawValue, id: RestlessAction.pace(pace)) }
      }
      Cell("Forget a keepsake", id: RestlessAction.keepsake(.forget))
      Cell("Forget one behind a lock", id: RestlessAction.keepsake(.forgetBehindLock))
      Cell("Let go of what was forgotten", id: RestlessAction.keepsake(.letGo))
      List("How often birds come and go, by one queue", id: "birds") {
        for pause in BirdPause.allCases { Cell(pause.rawValue, id: RestlessAction.birds(pause)) }
      }
      Text("\(pace)", id: "pace")
      Text("\(Cat.shared.changes)", id: "bird-changes")
    }.element
  }

  func tap(_ action: RestlessAction) {
    switch action {
    case .pace(let pace):
      Unrest.shared.begin(pace)
      self.pace = pace
    case .birds(let pause): Cat.shared.begin(pause.duration)
    case .keepsake(.forget): keepsake = Keepsake.forgotten()
    case .keepsake(.forgetBehindLock): meadow.chest.put(Keepsake.forgotten())
    case .keepsake(.letGo): Keepsake.all = []
    }
  }
}

nonisolated enum RestlessAction: RawRepresentable {
  case pace(Pace)
  case birds(BirdPause)
  case keepsake(KeepsakeAction)

  init?(rawValue: String) {
    guard
      let action = Pace(rawValue: rawValue).map(Self.pace)
        ?? BirdPause(rawValue: rawValue).map(Self.birds)
        ?? KeepsakeAction(rawValue: rawValue).map(Self.keepsake)
    else { return nil }
    self = action
  }

  var rawValue: String {
    switch self {
    case .pace(let pace): pace.rawValue
    case .birds(let pause): pause.rawValue
    case .keepsake(let action): action.rawValue
    }
  }
}

nonisolated enum BirdPause: String, CaseIterable {
  case twentyMicroseconds = "birds-each-20-us"
  case millisecond = "birds-each-ms"
  case tenMilliseconds = "birds-each-10-ms"

  var duration: Duration {
    switch self {
    case .twentyMicroseconds: .microseconds(20)
    case .millisecond: .milliseconds(1)
    case .tenMilliseconds: .milliseconds(10)
    }
  }
}

nonisolated enum KeepsakeAction: String {
  case forget
  case forgetBehindLock = "forget-behind-lock"
  case letGo = "let-go"
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
