public import ElementTree
public import FeatureFlags

/// Something that accompanies an app through its starts, from outside.
public protocol AppHostObserver: AnyObject {
  /// The options that the observer understands on the command line.
  var launchOptions: [LaunchOption] { get }
  /// Returns whether the observer understands an argument that is not an option.
  func recognizes(argument: String) -> Bool
  /// Returns what the observer adds to a start, or throws to refuse it; nothing has been torn down yet.
  func additions(to launch: LaunchConfiguration) throws -> StartAdditions
  /// Called before each action that the app is able to do, whoever asked for it; `tree` is still as it was.
  func host(_ host: AppHost, willPerform action: Action)
  /// Called while nothing of the app exists, before it is built for a launch that was found good; throws to refuse it.
  func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws
  /// Called for each key before the app sees it; returns whether the key was meant for the observer.
  func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool
  /// Called after each step of a start or restart.
  func host(_ host: AppHost, didFinish step: RestartStep)
}

extension AppHostObserver {
  public var launchOptions: [LaunchOption] { [] }
  public func recognizes(argument: String) -> Bool { false }
  public func additions(to launch: LaunchConfiguration) throws -> StartAdditions { StartAdditions() }
  public func host(_ host: AppHost, willPerform action: Action) {}
  public func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws {}
  public func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool { false }
  public func host(_ host: AppHost, didFinish step: RestartStep) {}
}

/// What an observer adds to one start of an app.
public struct StartAdditions {
  /// Values for the ephemeral layer of the flags.
  public var ephemeralFlags: [String: FlagLiteral]
  /// The situations to begin in.
  public var situations: [Situation]
  /// What floats above the app in its window.
  public var overlays: [Overlay]

  /// Describes what is added.
  public init(
    ephemeralFlags: [String: FlagLiteral] = [:], situations: [Situation] = [], overlays: [Overlay] = []
  ) {
    self.ephemeralFlags = ephemeralFlags
    self.situations = situations
    self.overlays = overlays
  }
}

/// The steps of a start, in their order; the first start of a process has nothing to do in the first four.
public nonisolated enum RestartStep: String, Sendable, CaseIterable {
  /// Writing is refused and work under way is cancelled and awaited.
  case quiesce
  /// The sessions are let go.
  case endSessions
  /// The window and the environment are let go.
  case dropWindow
  /// The caller's own work is done, while nothing of the app exists.
  case whileStopped
  /// Flags are resolved, data opened, and the session is built.
  case build
  /// The first screen is drawn.
  case draw
}
