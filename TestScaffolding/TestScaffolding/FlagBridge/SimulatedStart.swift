#if DEBUG
import AppRuntime
import FeatureFlags

/// Starts the app in the situations that automation flags name.
///
/// A feature's starting point `userAlreadyOnboarded` answers to the flag `simulateUserAlreadyOnboarded`.
struct SimulatedStart {
  private let points: [(flag: String, point: StartingPoint)]

  init(_ points: [StartingPoint]) {
    self.points = points.map { (Self.flag(for: $0), $0) }
  }

  /// The flag that asks for the situation.
  static func flag(for point: StartingPoint) -> String {
    "simulate" + point.name.prefix(1).uppercased() + point.name.dropFirst()
  }

  /// Checks that every automation flag is known and has the right type.
  func check(_ bridge: AutomationBridge) throws(AutomationFlagError) {
    for (key, value) in bridge.automationConfiguration.sorted(by: { $0.key < $1.key }) {
      guard points.contains(where: { $0.flag == key }) else {
        throw .unknown(key, known: points.map(\.flag).sorted())
      }
      guard case .bool = value else { throw .wrongType(key, expected: .bool, found: value) }
    }
  }

  /// The situations that are asked for.
  func points(for bridge: AutomationBridge) -> [StartingPoint] {
    points.filter { bridge.automationFlag($0.flag) == true }.map(\.point)
  }
}
#endif
