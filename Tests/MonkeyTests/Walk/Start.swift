import AppDriver

/// With what an app is launched or reset: its arguments, and who sits before it.
struct Start: Sendable, Hashable {
  var arguments: [String] = []
  var language = "C.UTF-8"
  var timeZone = "UTC"
  /// Further variables; the same ones in every start of an app, because a reset cannot take one away.
  var variables: [String: String] = [:]

  /// Always names the same variables: a driver replaces the process where one is no longer wanted.
  var environment: [String: String] {
    variables.merging(["LANG": language, "TZ": timeZone]) { $1 }
  }

  /// Makes the start the app's next one.
  func apply(to app: App) {
    app.launchArguments = arguments
    app.launchEnvironment = environment
  }

  /// The lines of a test that do the same.
  var script: [String] {
    let variables = environment.sorted { $0.key < $1.key }.map {
      "\($0.key.debugDescription): \($0.value.debugDescription)"
    }
    return [
      "app.launchArguments = \(arguments.debugDescription)",
      "app.launchEnvironment = [\(variables.joined(separator: ", "))]",
    ]
  }
}
