#if DEBUG
import ElementTree

/// One thing that was done to an app while it was recorded.
struct RecordedStep: Equatable, Sendable {
  struct Target: Equatable, Sendable {
    var role: Role
    var identifier: String
  }

  enum Deed: Equatable, Sendable {
    case tap(Target)
    /// Types behind what is in the field, or in place of it.
    case type(Target, String, replaces: Bool)
    case back
    case open(String)
    case reset(ResetWish)
  }

  /// The screen that it was done on, where the app had come to rest there.
  var screen: String?
  var deed: Deed
}

/// What was done to an app from one moment to another.
struct Recording: Equatable, Sendable {
  /// The name of the executable, by which a test starts it.
  var app: String
  var launchArguments: [String]
  var launchEnvironment: [String: String]
  var steps: [RecordedStep] = []
  /// The screen that the app had come to rest on in the end.
  var lastScreen: String?
}
#endif
