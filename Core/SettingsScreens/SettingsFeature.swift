public import AppRuntime

/// A screen for any app: its flags and where their values come from, its data, its version.
///
/// It is a feature like any other; an app composes it with its own.
public struct SettingsFeature: FeaturePlugin {
  public let linkedPlaces = [LinkedPlace("settings", "The settings.")]
  private let appName: String
  private let version: String

  /// Creates the settings of an app. Links open them at `settings`, and a flag at `settings/flags/KEY`.
  public init(appName: String, version: String) {
    self.appName = appName
    self.version = version
  }

  public func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    SettingsSession(environment: environment, appName: appName, version: version)
  }
}
