public import AppData
public import FeatureFlags
public import Foundation

/// Everything outside of itself that a feature may use, for one generation of the app.
///
/// A live restart makes a new environment. Code that still holds an old one can read and compute, but can neither
/// write data or have it erased, nor start tasks.
public final class AppEnvironment {
  /// How many times the app has been built in this process, this time included.
  public let generation: Int
  /// What the app was started with.
  public let launch: LaunchConfiguration
  /// The names of the situations that the app was started in.
  public let situations: [String]
  /// The flags, resolved for this start.
  public let flags: FlagStore
  /// The app's data.
  public let data: AppData
  /// Starts asynchronous work that ends with the generation.
  public let tasks: TaskScope
  /// The clock, which a test can replace.
  public let clock: AppClock
  /// The way to servers, which a test can answer for.
  public let network: HTTPClient
  /// The language and region for texts, numbers and prices.
  public let locale: Locale
  /// The language and region for dates and times of day.
  public let timeLocale: Locale
  /// The time zone for times of day.
  public let timeZone: TimeZone
  /// The services that the features of the app offer each other.
  public let services = AppServices()
  /// Builds the app anew.
  public let restart: AppRestart

  let activity: ActivityTracker
  let gate: WriteGate
  private let linkScheme: String?

  init(
    generation: Int, launch: LaunchConfiguration, linkScheme: String?, situations: [String],
    flags: FlagStore, data: AppData, gate: WriteGate, clock: AppClock,
    network: HTTPClient, restart: AppRestart
  ) {
    self.generation = generation
    self.launch = launch
    self.linkScheme = linkScheme
    self.situations = situations
    self.flags = flags
    self.data = data
    self.gate = gate
    self.clock = clock
    self.network = network.open(while: gate)
    self.restart = restart
    locale = Locale(posixEnvironment: launch.environment)
    timeLocale = Locale.ofTimes(posixEnvironment: launch.environment)
    timeZone = TimeZone(posixEnvironment: launch.environment, at: clock.now())
    activity = ActivityTracker(clock.heldTasks)
    tasks = TaskScope(tracker: activity)
  }

  /// Returns the link to a place in the app, for use outside of it; nil in an app without links.
  public func link(to place: String) -> String? { linkScheme.map { "\($0)://\(place)" } }
}
