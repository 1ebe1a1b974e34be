public import ElementTree
public import FeatureFlags
public import Observation

/// One feature of an app, as a value that makes sessions.
public protocol FeaturePlugin {
  /// The feature's name, unique in an app.
  var id: FeatureID { get }
  /// The flags that the feature reads.
  var flags: [FlagDeclaration] { get }
  /// The options that the feature understands on the command line.
  var launchOptions: [LaunchOption] { get }
  /// The situations that the feature can be started in.
  var startingPoints: [StartingPoint] { get }
  /// Makes the object that is the feature while the app runs.
  func makeSession(in environment: AppEnvironment) -> any FeatureSession
}

extension FeaturePlugin {
  public var flags: [FlagDeclaration] { [] }
  public var launchOptions: [LaunchOption] { [] }
  public var startingPoints: [StartingPoint] { [] }
}

/// A feature while it runs: the only thing in a feature that changes, and the owner of all that it has.
///
/// The class is `@Observable`: a change of anything that `body` reads draws the screen anew.
public protocol FeatureSession: AnyObject, Observable {
  /// The screen to show now.
  var body: Element { get }
  /// Does what a person asked for; the action has been checked against `body`.
  func handle(_ action: Action)
  /// Shows the screen that the link names and returns true, or returns false and changes nothing.
  func open(_ link: DeepLink) -> Bool
}

extension FeatureSession {
  public func open(_ link: DeepLink) -> Bool { false }
}

/// The name of a feature.
public nonisolated struct FeatureID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name as text.
  public let rawValue: String

  public init(stringLiteral value: String) { rawValue = value }

  public var description: String { rawValue }
}
