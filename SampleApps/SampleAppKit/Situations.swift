import AppRuntime
import ElementTree
import FeatureFlags

/// The situations that a sample app can be started in, by `--from NAME`.
final class Situations: AppHostObserver {
  nonisolated static let from = LaunchOption(
    "--from", value: "NAME", "Starts in a situation that the start page lists, past that page.")

  /// Starts with the existing data.
  nonisolated static let here = Situation("here", "Go on with the data that is here.")

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

  func additions(to launch: LaunchConfiguration) throws -> StartAdditions {
    guard let name = launch.value(of: Self.from) else { return StartAdditions() }
    guard let situation = known.first(where: { $0.name == name }) else {
      let names = known.map(\.name)
      throw UnknownSituationError(
        name: name, nearest: NearestIdentifiers.nearest(to: name, in: names), known: names)
    }
    return StartAdditions(situations: [situation])
  }
}

/// The name after `--from` is not a situation of the app.
nonisolated struct UnknownSituationError: Error, Equatable, CustomStringConvertible {
  let name: String
  let nearest: [String]
  let known: [String]

  var description: String {
    "This app has no situation '\(name)'."
      + (nearest.first.map { " Did you mean '\($0)'?" } ?? "")
      + " It has: \(known.joined(separator: ", "))."
  }
}
