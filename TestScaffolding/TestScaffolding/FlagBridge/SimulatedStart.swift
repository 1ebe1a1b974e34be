#if DEBUG
import AppRuntime
import FeatureFlags

/// Starts the app in the situations that automation flags name.
///
/// A feature's situation `userAlreadyOnboarded` answers to the flag `simulateUserAlreadyOnboarded`.
struct SimulatedStart {
  private let situations: [(flag: String, situation: Situation)]

  init(_ situations: [Situation]) {
    self.situations = situations.map { (Self.flag(for: $0), $0) }
  }

  /// The flag that asks for the situation.
  static func flag(for situation: Situation) -> String {
    "simulate" + situation.name.prefix(1).uppercased() + situation.name.dropFirst()
  }

  /// Checks that every automation flag is known and has the right type.
  func check(_ bridge: AutomationBridge) throws(AutomationFlagError) {
    for (key, value) in bridge.automationConfiguration.sorted(by: { $0.key < $1.key }) {
      guard situations.contains(where: { $0.flag == key }) else {
        throw .unknown(key, known: situations.map(\.flag).sorted())
      }
      guard case .bool = value else { throw .wrongType(key, expected: .bool, found: value) }
    }
  }

  /// The situations that are asked for.
  func situations(for bridge: AutomationBridge) -> [Situation] {
    situations.filter { bridge.automationFlag($0.flag) == true }.map(\.situation)
  }
}
#endif
