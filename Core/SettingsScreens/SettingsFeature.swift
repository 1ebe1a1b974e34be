public import AppRuntime

/// A screen for any app: its flags and where their values come from, its data, its version.
///
/// It is a feature like any other; an app composes it with its own.
public struct SettingsFeature: FeaturePlugin {
  public let id: FeatureID = "settings"
  private let appName: String
  private let version: String
  private let scheme: String

  /// Creates the settings of an app; links to them are `SCHEME://settings` and `SCHEME://settings/flags/KEY`.
  public init(appName: String, version: String, scheme: String) {
    self.appName = appName
    self.version = version
    self.scheme = scheme
  }

  public func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    SettingsSession(environment: environment, appName: appName, version: version, scheme: scheme)
  }
}
