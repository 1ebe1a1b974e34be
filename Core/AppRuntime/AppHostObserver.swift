public import ElementTree
public import FeatureFlags

/// Goes along with an app through its starts, from outside.
public protocol AppHostObserver: AnyObject {
  /// The options that the observer understands on the command line.
  var launchOptions: [LaunchOption] { get }
  /// What the observer adds to the app's help.
  var helpSections: [HelpSection] { get }
  /// Returns whether the observer understands a word of the command line that is not an option.
  func recognizes(argument: String) -> Bool
  /// Returns what the observer adds to a start; throws to refuse it, before anything is torn down.
  func additions(to launch: LaunchConfiguration) throws -> StartAdditions
  /// Returns the launch for an app that starts as new, because its user has erased the data, or on the user's data: without
  /// what would bring other data.
  func launchAsNew(_ launch: LaunchConfiguration) -> LaunchConfiguration
  /// Called before each action that the app can perform, whoever asked for it; the host's `tree` is still unchanged.
  func host(_ host: AppHost, willPerform action: Action)
  /// Called for an accepted launch before the app is built, while nothing of it exists; throws to refuse the launch.
  func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws
  /// Called for each key before the app gets it; returns whether the key was meant for the observer.
  func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool
  /// Called after each step of a start or restart.
  func host(_ host: AppHost, didFinish step: RestartStep)
}

extension AppHostObserver {
  public var launchOptions: [LaunchOption] { [] }
  public var helpSections: [HelpSection] { [] }
  public func recognizes(argument: String) -> Bool { false }
  public func additions(to launch: LaunchConfiguration) throws -> StartAdditions { StartAdditions() }
  public func launchAsNew(_ launch: LaunchConfiguration) -> LaunchConfiguration { launch }
  public func host(_ host: AppHost, willPerform action: Action) {}
  public func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws {}
  public func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool { false }
  public func host(_ host: AppHost, didFinish step: RestartStep) {}
}

/// What an observer adds to one start of an app.
public struct StartAdditions {
  /// Values for the ephemeral layer of the flags.
  public var ephemeralFlags: [String: FlagLiteral]
  /// The situations to start in.
  public var situations: [Situation]
  /// Whether the first start of a process erases the data that is there. Later starts erase if their caller asks.
  public var replacesData: Bool
  /// Elements that float above the app in its window.
  public var overlays: [Overlay]

  /// Describes what is added.
  public init(
    ephemeralFlags: [String: FlagLiteral] = [:], situations: [Situation] = [], replacesData: Bool = false,
    overlays: [Overlay] = []
  ) {
    self.ephemeralFlags = ephemeralFlags
    self.situations = situations
    self.replacesData = replacesData
    self.overlays = overlays
  }
}

/// The steps of a start, in order. At the first start of a process, the first three have nothing to do.
public nonisolated enum RestartStep: String, Sendable, CaseIterable {
  /// Work under way is cancelled and awaited, and writing is closed.
  case quiesce
  /// The sessions are released.
  case endSessions
  /// The window and the environment are released.
  case dropWindow
  /// The caller's own work runs, while nothing of the app exists.
  case whileStopped
  /// The flags are resolved, the data is opened, and the session is built.
  case build
  /// The first screen is drawn.
  case draw
}
