#if DEBUG
import AppRuntime
import Beeper
import ControlProtocol
import ElementTree

/// The ways to a reset that no request takes: a button that floats above the app, a gesture of keys, and beeps.
@MainActor
final class ResetWays {
  private let app: String
  private let beeper: Beeper
  /// Asks for a reset, with the arguments that are in force.
  private let ask: (ResetWish, ResetTrigger) -> Void
  private let arguments: () -> [String]
  private var recognizer: GestureRecognizer?
  private var registrations: [BeepRegistration] = []
  private var stubs = StubArguments()

  init(
    app: String, environment: [String: String], arguments: @escaping () -> [String],
    ask: @escaping (ResetWish, ResetTrigger) -> Void
  ) {
    self.app = app
    self.arguments = arguments
    self.ask = ask
    beeper = Beeper(environment: environment)
  }

  /// Opens the ways that are chosen, and closes the others.
  func follow(_ launch: ScaffoldingLaunch) throws {
    if !launch.opens(.gesture) {
      recognizer = nil
    } else if recognizer?.gesture != launch.gesture {
      recognizer = GestureRecognizer(launch.gesture)
    }
    guard launch.opens(.beep) else { return close() }
    guard registrations.isEmpty else { return }
    registrations = try ResetBeep.allCases.map { beep in
      try beeper.registerBeepHandler(identifier: beep.identifier(app: app)) { [weak self] in
        Task { @MainActor in self?.hear(beep) }
      }
    }
  }

  /// Listens to no beeps any more, and takes the sockets away.
  func close() { registrations = [] }

  /// Where beeps are heard.
  var addresses: [String] { registrations.map(\.address) }

  private func hear(_ beep: ResetBeep) {
    // What was on its way when the app stopped listening is not for it any more.
    guard !registrations.isEmpty else { return }
    ask(stubs.wish(for: beep, current: arguments()), .beep)
  }

  /// The button for the window of a start.
  func overlays(for launch: ScaffoldingLaunch) -> [Overlay] {
    guard launch.opens(.button) else { return [] }
    let button = Group { Element(.button, id: ResetButton.identifier, label: "Reset").traits(.secondary) }
    return [
      Overlay(button.element) { [weak self] action in
        if action == .tap(ResetButton.identifier) { self?.ask(ResetWish(), .button) }
      }
    ]
  }

  /// Returns whether the stroke belongs to the gesture.
  func take(_ stroke: KeyStroke, at time: ContinuousClock.Instant = .now) -> Bool {
    let finding = recognizer?.take(stroke, at: time) ?? .foreign
    if finding == .complete { ask(ResetWish(), .gesture) }
    return finding != .foreign
  }
}

/// Remembers the flags of an app while it runs without them on its real data.
struct StubArguments {
  private var aside: [String]?

  /// Returns what a beep asks for, when these launch arguments are in force.
  mutating func wish(for beep: ResetBeep, current: [String]) -> ResetWish {
    let isOnRealData = aside.map { Self.real($0) == current } ?? false
    let stubbed = isOnRealData ? aside ?? current : current
    aside = stubbed
    switch beep {
    case .stubData: return ResetWish(arguments: stubbed)
    case .realData: return ResetWish(arguments: Self.real(stubbed), keepsData: true)
    }
  }

  private static func real(_ arguments: [String]) -> [String] {
    arguments.filter { FlagArgument.kind(of: $0) == nil }
  }
}

/// Finds a gesture among the keys that are stroked.
struct GestureRecognizer {
  /// What a stroke is to the gesture.
  enum Finding: Equatable { case foreign, part, complete }

  /// How long two strokes of one gesture may be apart.
  static let longestPause: Duration = .seconds(2)

  let gesture: ResetGesture
  private var count = 0
  private var last: ContinuousClock.Instant?

  init(_ gesture: ResetGesture) { self.gesture = gesture }

  /// Takes the next stroke; any other key, or a pause, ends a gesture that is begun.
  mutating func take(_ stroke: KeyStroke, at time: ContinuousClock.Instant) -> Finding {
    if let last, time - last > Self.longestPause { count = 0 }
    last = time
    let strokes = gesture.strokes
    if stroke != strokes[count] { count = 0 }
    guard stroke == strokes[count] else { return .foreign }
    count += 1
    guard count == strokes.count else { return .part }
    count = 0
    return .complete
  }
}
#endif
