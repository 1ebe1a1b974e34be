#if DEBUG
import Processes
public import Testing

/// Gives each test its own app, on a clean slate.
///
/// ```swift
/// @Suite(.app("SampleOnboarding"))
/// struct WelcomeTests {
///   @Test func continues() throws {
///     try App.current.buttons["continue"].tap()
///   }
/// }
/// ```
///
/// Tests may run in parallel, because each app has its own process, home and socket. The trait of a test replaces the
/// one of its suite, and may give other arguments and variables for the same app.
public struct AppTrait: TestTrait, SuiteTrait, TestScoping {
  let name: String
  let launchArguments: [String]
  let launchEnvironment: [String: String]
  let state: AppState?
  let slate: Slate
  let pool: @Sendable () -> AppPool
  let resultsFolder: @Sendable () -> String
  let timings: @Sendable () -> String?

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let app = App.leased { return try await begin(app, performing: function) }
    let pool = pool()
    let app = await pool.lease(name)
    let watch = LeaseWatch(test: "\(test.id)", file: timings())
    let suite = test.id.nameComponents.dropLast().joined(separator: ".")
    let place = Evidence.Place(
      module: test.id.moduleName, suite: suite.isEmpty ? "Tests" : suite, test: test.name,
      number: test.isParameterized ? app.processIdentifier ?? 0 : nil)
    let record = TracedTest.Identity(
      id: "\(test.id)", module: place.module, suite: place.suite, name: test.name,
      isCase: test.isParameterized, app: app.executableName, file: test.sourceLocation.filePath,
      line: test.sourceLocation.line)
    let evidence = TestEvidence(of: app, test: record, in: resultsFolder(), at: place)
    defer {
      evidence.end()
      watch.stop(app, failed: evidence.hasFailed)
      pool.giveBack(app)
    }
    /// Adds the evidence as a warning; the runner records the error itself later.
    func keepEvidence(of error: any Error) {
      let place = test.sourceLocation
      guard let kept = evidence.record("\(error)", file: place.filePath, line: place.line) else { return }
      Issue.record("\(kept)", severity: .warning, sourceLocation: test.sourceLocation)
    }
    do {
      try app.begin(
        testName: "-[\(test.id.moduleName).\(suite) \(test.name)]", arguments: launchArguments,
        environment: launchEnvironment, state: state, slate: slate)
    } catch {
      keepEvidence(of: error)
      throw error
    }
    let observer = IssueHandlingTrait.compactMapIssues { issue in
      var issue = issue
      let place = issue.sourceLocation
      if let kept = evidence.record("\(issue)", file: place?.filePath, line: place?.line) {
        issue.comments.append("\(kept)")
      }
      return issue
    }
    let outcome: Result<Void, any Error>
    do {
      try await observer.provideScope(for: test, testCase: testCase) {
        try await App.$leased.withValue(app) { try await function() }
      }
      outcome = .success(())
    } catch {
      keepEvidence(of: error)
      outcome = .failure(error)
    }
    for complaint in app.end(testName: test.name, failed: evidence.hasFailed) {
      let kept = evidence.record(complaint).map { "\n\($0)" } ?? ""
      Issue.record("\(complaint)\(kept)", sourceLocation: test.sourceLocation)
    }
    try outcome.get()
  }

  /// Prepares an app that an outer trait has leased and will give back.
  ///
  /// Leasing a second app could deadlock: every test might hold one app and wait for another.
  private func begin(_ app: App, performing function: () async throws -> Void) async throws {
    guard app.name == name else { throw AppError.otherApp(current: app.name, wanted: name) }
    try app.begin(
      arguments: launchArguments, environment: launchEnvironment, state: state, slate: slate)
    try await function()
  }
}

extension Trait where Self == AppTrait {
  /// Gives each test the app, launched or reset with these arguments and environment variables, on a clean slate or with
  /// the data of a state.
  public static func app(
    _ name: String, launchArguments: [String] = [], launchEnvironment: [String: String] = [:],
    state: AppState? = nil, slate: Slate = .live
  ) -> Self {
    AppTrait(
      name: name, launchArguments: launchArguments, launchEnvironment: launchEnvironment, state: state,
      slate: slate,
      pool: { .shared }, resultsFolder: { Evidence.resultsFolder }, timings: { LeaseWatch.file })
  }

  /// Gives each test the app from another pool.
  package static func app(
    _ name: String, launchArguments: [String] = [], state: AppState? = nil, slate: Slate = .live,
    pool: @escaping @Sendable () -> AppPool, resultsFolder: String, timings: String? = nil
  ) -> Self {
    AppTrait(
      name: name, launchArguments: launchArguments, launchEnvironment: [:], state: state, slate: slate,
      pool: pool,
      resultsFolder: { resultsFolder }, timings: { timings })
  }
}

extension App {
  @TaskLocal static var leased: App?

  /// The app of the running test. The test needs the trait `.app("Name")`.
  public static var current: App {
    get throws {
      guard let leased else { throw AppError.noCurrentApp }
      return leased
    }
  }
}
#endif
