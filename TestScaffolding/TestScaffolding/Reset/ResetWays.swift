#if DEBUG
import AppRuntime
import Beeper
import ControlProtocol
import ElementTree

/// The ways to a reset other than requests: a button that floats above the app, a gesture of keys, and beeps.
@MainActor
final class ResetWays {
  private let app: String
  private let beeper: Beeper
  private weak var desk: ResetDesk?
  private var recognizer: GestureRecognizer?
  private var registrations: [BeepRegistration] = []

  init(app: String, environment: [String: String], desk: ResetDesk) {
    self.app = app
    self.desk = desk
    beeper = Beeper(environment: environment)
  }

  /// Opens the ways that are listed, and closes the others.
  func follow(_ start: Start) throws {
    if !start.opens(.gesture) {
      recognizer = nil
    } else if recognizer?.gesture != start.gesture {
      recognizer = GestureRecognizer(start.gesture)
    }
    guard start.opens(.beep) else { return close() }
    guard registrations.isEmpty else { return }
    registrations = try ResetBeep.allCases.map { beep in
      try beeper.registerBeepHandler(identifier: beep.identifier(app: app)) { [weak self] in
        Task { @MainActor in self?.hear(beep) }
      }
    }
  }

  /// Stops listening to beeps, and removes the sockets.
  func close() { registrations = [] }

  /// The addresses of the sockets that listen to beeps.
  var addresses: [String] { registrations.map(\.address) }

  func hear(_ beep: ResetBeep) {
    // Ignore a beep that was under way when the app stopped listening.
    guard !registrations.isEmpty else { return }
    desk?.request(ResetRequest(), from: .beep) { [weak self] request, current in
      request = self?.desk?.request(for: beep, current: current) ?? request
    }
  }

  /// The button as an overlay; none if this way is closed.
  func overlays(for start: Start) -> [Overlay] {
    guard start.opens(.button) else { return [] }
    let button = Group { Element(.button, id: ResetButton.identifier, label: "Reset").traits(.secondary) }
    return [
      Overlay(button.element) { [weak self] action in
        if action == .tap(ResetButton.identifier) { self?.desk?.request(ResetRequest(), from: .button) }
      }
    ]
  }

  /// Returns whether the stroke is part of the gesture.
  func take(_ stroke: KeyStroke, at time: ContinuousClock.Instant = .now) -> Bool {
    let finding = recognizer?.take(stroke, at: time) ?? .foreign
    if finding == .complete { desk?.request(ResetRequest(), from: .gesture) }
    return finding != .foreign
  }
}

/// Remembers the app's flags and situations while it runs on its real data without them.
struct StubArguments {
  private var aside: [String]?

  /// Returns the request that a beep stands for; `current` are the current launch arguments, and `asNew` takes out what else
  /// than flags would bring data.
  mutating func request(
    for beep: ResetBeep, current: [String], asNew: ([String]) -> [String] = { $0 }
  ) -> ResetRequest {
    func real(_ arguments: [String]) -> [String] {
      asNew(arguments.filter { FlagArgument.kind(of: $0) == nil })
    }
    let isOnRealData = aside.map { real($0) == current } ?? false
    let stubbed = isOnRealData ? aside ?? current : current
    aside = stubbed
    switch beep {
    case .stubData: return ResetRequest(launchArguments: stubbed)
    case .realData: return ResetRequest(launchArguments: real(stubbed), keepData: true)
    }
  }
}

/// Recognizes a gesture among the keys that are pressed.
struct GestureRecognizer {
  /// How a stroke relates to the gesture.
  enum Finding: Equatable { case foreign, part, complete }

  /// The longest time between two strokes of one gesture.
  static let longestPause: Duration = .seconds(2)

  let gesture: ResetGesture
  private var count = 0
  private var last: ContinuousClock.Instant?

  init(_ gesture: ResetGesture) { self.gesture = gesture }

  /// Takes the next stroke. Another key or a long pause starts the gesture over.
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
