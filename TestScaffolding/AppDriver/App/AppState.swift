#if DEBUG
/// A named state of an app, with the journey that leads there.
///
/// ```swift
/// extension AppState {
///   static let signedIn = AppState("signed in", launchArguments: ["--from", "here"]) { app in
///     try app.textFields["email"].typeText("ada@example.com")
///     try app.secureTextFields["password"].typeText("analytical engine")
///     try app.buttons["sign-in"].tap()
///   }
///   static let lockedOut = AppState("locked out", from: .signedIn) { app in … }
/// }
///
/// @Suite(.app("SampleAccount", launchArguments: ["--from", "here"], state: .signedIn))
/// ```
///
/// The journey is made once, through the app itself, when a test first needs the state. Later tests, also those of later
/// runs, take the data from disk, as long as neither the app nor the tests are built anew.
///
/// A state holds data: files, preferences, secrets, properties, the data of the app's groups, and the registered parts that
/// are portable. It does not hold what was on the screen, launch arguments, flags and variables, the time of a clock that
/// was moved, what a server or another process has, and what only the process had in memory. An app begins with the data as
/// if it had been ended and started again.
public struct AppState: Sendable {
  /// What the state is called; states of one app have different names.
  public let name: String
  /// At most one: a struct cannot contain itself.
  private let bases: [AppState]
  let launchArguments: [String]
  let place: CallPlace
  let journey: @Sendable (App) throws -> Void

  /// The state that this one is built on.
  var base: AppState? { bases.first }

  /// Declares a state.
  ///
  /// `base` is the state in which the journey begins; without one it begins on a clean slate. The app has just the given
  /// launch arguments on the way.
  public init(
    _ name: String, from base: AppState? = nil, launchArguments: [String] = [],
    file: StaticString = #filePath, line: UInt = #line,
    _ journey: @escaping @Sendable (App) throws -> Void
  ) {
    self.name = name
    place = CallPlace(file: file, line: line)
    bases = base.map { [$0] } ?? []
    self.launchArguments = launchArguments
    self.journey = journey
  }
}
#endif
