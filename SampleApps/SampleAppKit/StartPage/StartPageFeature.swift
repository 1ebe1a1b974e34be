import AppRuntime
import FeatureFlags
import SettingsScreens

/// A feature behind a page that lists its screens and situations.
struct StartPageFeature: FeaturePlugin {
  let wrapped: any FeaturePlugin
  let appName: String
  let version: String

  var id: FeatureID { "start-page" }
  var flags: [FlagDeclaration] { wrapped.flags }
  var launchOptions: [LaunchOption] { wrapped.launchOptions }
  var startingPoints: [StartingPoint] { wrapped.startingPoints }

  func makeSession(in environment: AppEnvironment) -> any FeatureSession {
    if environment.launch.contains(Situations.from) {
      return ReturningSession(wrapped.makeSession(in: environment), environment: environment)
    }
    // Somebody who asked for a screen or a situation in another way wants to see that.
    if environment.launch.contains(.open) || !environment.startingPoints.isEmpty {
      return wrapped.makeSession(in: environment)
    }
    return StartPageSession(
      points: wrapped.startingPoints, title: appName,
      settings: SettingsFeature(appName: appName, version: version, scheme: "sample").makeSession(
        in: environment), environment: environment)
  }
}
