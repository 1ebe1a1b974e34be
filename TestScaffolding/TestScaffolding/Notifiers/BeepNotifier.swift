#if DEBUG
import Beeper
import ControlProtocol

/// Listens for the two beeps that ask all processes of an app for a reset.
@MainActor
final class BeepNotifier: ResetNotifier {
  let trigger = ResetTrigger.beep
  private let app: String
  private let beeper: Beeper
  private var handlers: [ResetHandler] = []
  private var registrations: [BeepRegistration] = []
  private var stubs = StubArguments()
  /// The launch arguments that are in force.
  var arguments: () -> [String] = { [] }

  init(app: String, environment: [String: String]) {
    self.app = app
    beeper = Beeper(environment: environment)
  }

  func add(handler: @escaping ResetHandler) { handlers.append(handler) }

  func follow(_ choice: ResetChoice) throws {
    guard choice.includes(trigger) else { return close() }
    guard registrations.isEmpty else { return }
    registrations = try ResetBeep.allCases.map { beep in
      try beeper.registerBeepHandler(identifier: beep.identifier(app: app)) { [weak self] in
        Task { @MainActor in self?.hear(beep) }
      }
    }
  }

  /// Where beeps are heard.
  var addresses: [String] { registrations.map(\.address) }

  /// Listens no more, and takes its sockets away.
  func close() { registrations = [] }

  private func hear(_ beep: ResetBeep) {
    // What was on its way when the app stopped listening is not for it any more.
    guard !registrations.isEmpty else { return }
    let request = stubs.request(for: beep, current: arguments())
    for handler in handlers { _ = handler(request) }
  }
}

/// Remembers the flags of an app while it runs without them on its real data.
struct StubArguments {
  private var aside: [String]?

  /// Returns what a beep asks for, when these launch arguments are in force.
  mutating func request(for beep: ResetBeep, current: [String]) -> ResetRequest {
    let isOnRealData = aside.map { Self.real($0) == current } ?? false
    let stubbed = isOnRealData ? aside ?? current : current
    aside = stubbed
    switch beep {
    case .stubData: return ResetRequest(launchArguments: stubbed)
    case .realData: return ResetRequest(launchArguments: Self.real(stubbed), keepData: true)
    }
  }

  private static func real(_ arguments: [String]) -> [String] {
    arguments.filter { FlagArgument.kind(of: $0) == nil }
  }
}
#endif
