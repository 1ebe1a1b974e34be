#if DEBUG
import Processes
import Records
import Synchronization
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
/// Tests may run in parallel, because each app has its own process, home and socket, and while they wait for it, they keep
/// no other test and no task of their own from running, unless they are of the main actor. The trait of a test replaces the
/// one of its suite, and may give other arguments and variables for the same app.
public struct AppTrait: TestTrait, SuiteTrait, TestScoping {
  let name: String
  /// What the test calls the app, if it has several.
  let role: String?
  /// Apps that name the same one share what their groups share.
  var group: String?
  let launchArguments: [String]
  var launchEnvironment: [String: String] = [:]
  /// The named state to begin with; nil for a clean slate.
  let state: AppState?
  let slate: Slate
  let pool: @Sendable () -> AppPool
  let resultsFolder: @Sendable () -> String
  let timings: @Sendable () -> String?
  /// Whether the test fails with the issue. A warning or a known issue is none to keep evidence of.
  var isFailure: @Sendable (Issue) -> Bool = \.isFailure

  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait has leased the apps and will give them back.
    let traits = test.traits.compactMap { $0 as? AppTrait }
    if let apps = App.leased { return try await begin(apps, with: traits, performing: function) }
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await provideScope(for: test, testCase, with: traits, performing: function)
    }
  }

  /// Leases what all the traits of the test ask for.
  func provideScope(
    for test: Test, _ testCase: Test.Case? = nil, with traits: [AppTrait],
    performing function: @Sendable () async throws -> Void
  ) async throws {
    let apps = try await lease(for: test, with: traits)
    defer { apps.giveBack() }
    let observer = IssueHandlingTrait.compactMapIssues { issue in
      // What is recorded where no test is known comes to all tests that run.
      guard isFailure(issue), Test.current?.id == test.id else { return issue }
      var issue = issue
      let place = issue.sourceLocation
      if let kept = apps.record(issue.message, file: place?.filePath, line: place?.line) {
        issue.comments.append("\(kept)")
      }
      return issue
    }
    let outcome: Result<Void, any Error>
    var isCancelled = false
    do {
      try await observer.provideScope(for: test, testCase: testCase) {
        try await App.$leased.withValue(apps) {
          try await begin(apps, with: traits, performing: function)
        }
      }
      outcome = .success(())
    } catch {
      // Whoever cancels a test throws something, too, and so does what waits in its task.
      isCancelled =
        String(reflecting: type(of: error)) == "Testing.SkipInfo"
        || error is CancellationError && Task.isCancelled
      outcome = !isCancelled && record(error, apps, test) ? .success(()) : .failure(error)
    }
    for complaint in apps.end(testName: test.name, isCancelled: isCancelled) {
      let place = apps.lastCall
      let kept = apps.record(complaint, file: place?.file, line: place?.line).map { "\n\($0)" } ?? ""
      Issue.record("\(complaint)\(kept)", sourceLocation: place?.location(in: test) ?? test.sourceLocation)
    }
    for remark in apps.remarks {
      let place = apps.lastCall?.location(in: test) ?? test.sourceLocation
      Issue.record("\(remark)", severity: .warning, sourceLocation: place)
    }
    try outcome.get()
  }

  private static let cases = Atomic(0)

  /// Differs for all cases of all processes that run at the same time.
  private static func numberOfCase() -> String {
    "\(ThisProcess.identifier)-\(cases.add(1, ordering: .relaxed).newValue)"
  }

  /// Leases all apps at once, so that no test holds one and waits for another.
  private func lease(
    for test: Test, with traits: [AppTrait]
  ) async throws(CancellationError) -> LeasedApps {
    var wanted = [self]
    for trait in traits where !wanted.contains(where: { $0.role == trait.role }) { wanted.append(trait) }
    let pool = pool()
    let apps = try await pool.lease(wanted.map(\.name))
    let suite = test.id.nameComponents.dropLast().joined(separator: ".")
    var identity = TestIdentity(
      framework: .swiftTesting, id: "\(test.id)", module: test.id.moduleName, suite: suite, name: test.name)
    identity.place = SourcePlace(file: test.sourceLocation.filePath, line: test.sourceLocation.line)
    if test.isParameterized { (identity.isCase, identity.number) = (true, Self.numberOfCase()) }
    return LeasedApps(
      zip(wanted.map(\.role), apps).map { ($0, $1) }, of: identity,
      from: pool, results: resultsFolder(), timings: timings()
    ) { text, name in
      Attachment.record(text, named: name, sourceLocation: test.sourceLocation)
    }
  }

  private func begin(
    _ apps: LeasedApps, with traits: [AppTrait], performing function: () async throws -> Void
  ) async throws {
    var trait = self
    // An app begins in its group, whichever of its traits says so: that of the test, which begins later, counts.
    if let own = traits.last(where: { $0.role == role }) { trait.group = own.group }
    try apps.begin(trait)
    try await function()
  }

  /// Fails the test with an error of the driver, at the line of the call, and returns true. Any other is left to the runner,
  /// which records it with the line of the test: its evidence is added as a warning that names the error.
  private func record(_ error: any Error, _ apps: LeasedApps, _ test: Test) -> Bool {
    guard let place = apps.place(ofErrorIn: "\(error)") else {
      let place = test.sourceLocation
      if let kept = apps.record("\(error)", file: place.filePath, line: place.line) {
        Issue.record("\(error)\n\(kept)", severity: .warning, sourceLocation: place)
      }
      return false
    }
    let kept = apps.record("\(error)", file: place.file, line: place.line)
    Issue.record(error, kept.map { "\($0)" }, sourceLocation: place.location(in: test))
    return true
  }
}

extension Issue {
  /// What it says, without its severity; that it was recorded says nothing beside that.
  fileprivate var message: String {
    let said = comments.map(\.rawValue)
    if case .unconditional = kind, !said.isEmpty { return said.joined(separator: "\n") }
    return (["\(kind)"] + said).joined(separator: "\n")
  }
}

extension SourcePlace {
  fileprivate func location(in test: Test) -> SourceLocation {
    let file = file.split(separator: "/").last ?? ""
    return SourceLocation(
      fileID: "\(test.sourceLocation.moduleName)/\(file)", filePath: self.file, line: line, column: 1)
  }
}

extension Trait where Self == AppTrait {
  /// Gives each test the app, launched or reset with these arguments and environment variables, on a clean slate or with
  /// the data of a state.
  ///
  /// A test with several apps, of the same or different names, gives each a name of its own, and finds it with
  /// ``AppDriver/App/named(_:)``:
  ///
  /// ```swift
  /// @Test(.app("SampleShop", as: "ada"), .app("SampleShop", as: "ben"))
  /// func both() throws {
  ///   try App.named("ada").buttons["order"].tap()
  ///   #expect(try App.named("ben").staticTexts["empty"].exists)
  /// }
  /// ```
  ///
  /// Each has its own data. Apps with the same `group` share the containers of the groups that both belong to, as apps on
  /// one device do, and nothing else: a reset of one erases what they share, and a relaunch leaves it.
  public static func app(
    _ name: String, as role: String? = nil, group: String? = nil, launchArguments: [String] = [],
    launchEnvironment: [String: String] = [:], state: AppState? = nil, slate: Slate = .live
  ) -> Self {
    AppTrait(
      name: name, role: role, group: group, launchArguments: launchArguments,
      launchEnvironment: launchEnvironment, state: state, slate: slate, pool: { .shared },
      resultsFolder: { RunFolder.results }, timings: { LeaseWatch.file })
  }

  /// Gives each test the app from another pool.
  package static func app(
    _ name: String, as role: String? = nil, group: String? = nil, launchArguments: [String] = [],
    state: AppState? = nil, slate: Slate = .live, pool: @escaping @Sendable () -> AppPool,
    resultsFolder: String,
    timings: String? = nil, isFailure: @escaping @Sendable (Issue) -> Bool = \.isFailure
  ) -> Self {
    AppTrait(
      name: name, role: role, group: group, launchArguments: launchArguments, state: state, slate: slate,
      pool: pool, resultsFolder: { resultsFolder }, timings: { timings }, isFailure: isFailure)
  }
}

extension App {
  @TaskLocal static var leased: LeasedApps?

  /// The app of the running test. The test needs the trait `.app("Name")`.
  public static var current: App {
    get throws { try member(nil) }
  }

  /// The app that the running test calls so. The test needs the trait `.app("Name", as: "ben")`.
  public static func named(_ name: String) throws -> App { try member(name) }

  private static func member(_ role: String?) throws(AppError) -> App {
    guard let leased else { throw Test.current == nil ? AppError.noCurrentTest : AppError.noCurrentApp }
    return try leased.app(role)
  }
}
#endif
