public import AppData
public import FeatureFlags
public import Foundation

/// All that a feature may touch outside itself, for one generation of the app.
///
/// A live restart makes a new environment. What still holds an old one can read and compute, but its data
/// refuse to be written and its tasks do not start.
public final class AppEnvironment {
  /// How many times the app has been built in this process, this time included.
  public let generation: Int
  /// What the app was started with.
  public let launch: LaunchConfiguration
  /// The names of the situations that the app was started in, if any were asked for.
  public let situations: [String]
  /// The flags, resolved for this start.
  public let flags: FlagStore
  /// What the app keeps.
  public let data: AppData
  /// Asynchronous work that belongs to the app's life.
  public let tasks: TaskScope
  /// Time, injected so that a test can hold it.
  public let clock: AppClock
  /// The language and region that texts, numbers and prices are written for.
  public let locale: Locale
  /// The time zone that times of day are written in.
  public let timeZone: TimeZone
  /// What the features of the app offer one another.
  public let services = AppServices()
  /// Builds the app anew.
  public let restart: AppRestart

  let activity = ActivityTracker()
  let gate: WriteGate
  private let linkScheme: String?

  init(
    generation: Int, launch: LaunchConfiguration, linkScheme: String?, situations: [String],
    flags: FlagStore, data: AppData, gate: WriteGate, clock: AppClock, restart: AppRestart
  ) {
    self.generation = generation
    self.launch = launch
    self.linkScheme = linkScheme
    self.situations = situations
    self.flags = flags
    self.data = data
    self.gate = gate
    self.clock = clock
    self.restart = restart
    locale = Locale(posixEnvironment: launch.environment)
    timeZone = TimeZone(posixEnvironment: launch.environment)
    tasks = TaskScope(tracker: activity)
  }

  /// Returns the link to a place in the app, for where it is seen from outside; nothing in an app without links.
  public func link(to place: String) -> String? { linkScheme.map { "\($0)://\(place)" } }
}
