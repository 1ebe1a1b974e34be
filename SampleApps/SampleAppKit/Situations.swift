import AppRuntime
import FeatureFlags

/// The situations that a sample app can be started in, by `--from NAME`.
final class Situations: AppHostObserver {
  nonisolated static let from = LaunchOption(
    "--from", value: "NAME",
    "Starts in a situation of the start page, without that page. All but 'here' replace the existing data.")
  nonisolated static let list = LaunchOption(
    "--list-situations", "Lists the situations that --from takes and ends.")

  /// Starts with the existing data.
  nonisolated static let here = Situation("here", "Go on with the data that is here.")

  /// Whether the situation begins with data of its own, in place of what is here.
  static func replacesData(_ name: String) -> Bool { name != here.name }

  /// The app with its start page.
  let definition: AppDefinition
  private let known: [Situation]

  init(of definition: AppDefinition) {
    known = [Self.here] + definition.feature.situations
    self.definition = definition.replacing(
      feature: StartPageFeature(
        wrapped: definition.feature, appName: definition.name, version: definition.version))
  }

  var launchOptions: [LaunchOption] { [Self.from] }

  var helpSections: [HelpSection] {
    [
      HelpSection("SITUATIONS", option: Self.list) { [known] in
        known.map { HelpSection.Entry($0.name, $0.summary) }
      }
    ]
  }

  func additions(to launch: LaunchConfiguration) throws -> StartAdditions {
    let name = try launch.value(of: Self.from, among: known.map(\.name), listedBy: Self.list)
    guard let name else {
      return StartAdditions()
    }
    return StartAdditions(
      situations: known.filter { $0.name == name }, replacesData: Self.replacesData(name))
  }

  func launchAsNew(_ launch: LaunchConfiguration) -> LaunchConfiguration {
    guard let name = launch.value(of: Self.from), Self.replacesData(name) else { return launch }
    return launch.setting(Self.from, to: nil)
  }
}
