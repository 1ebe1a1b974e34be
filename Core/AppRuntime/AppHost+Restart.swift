import AppData
import ElementTree
import FeatureFlags
import OperatingSystem

extension AppHost {
  /// Builds the app, for the first time or anew, and draws it.
  ///
  /// First the running generation is torn down: its work is cancelled and awaited, its data is closed to writing, and
  /// its session, window and environment are released. Then `work` runs, while nothing of the app exists. A
  /// configuration that cannot be used is refused before anything is torn down. Overlapping restarts run one after
  /// the other. The observers' situations add the launch arguments that they need, and write their data before the session
  /// is built, but nothing over data that are kept where the app was in them before, or over those of a saved state.
  @discardableResult
  public func restart(
    with launch: LaunchConfiguration, whileStopped work: () throws -> Void = {}
  ) async throws -> RestartReport {
    complete(try await restart(changing: { $0 = launch }, whileStopped: work))
  }

  /// Adds what was left behind since the report before: the app's own restarts, and those that failed, report nothing.
  private func complete(_ report: RestartReport) -> RestartReport {
    var report = report
    (report.abandonedWork, abandonedWork) = (abandonedWork, [])
    return report
  }

  /// The same, with a change to what the app has been started with by the time that its turn comes.
  private func restart(
    changing change: @MainActor (inout LaunchConfiguration) async throws -> Void,
    whileStopped work: () throws -> Void
  ) async throws -> RestartReport {
    try await turnstile.enter()
    defer { turnstile.leave() }
    var launch = self.launch
    try await change(&launch)
    // Words that have been understood once are understood again.
    if generation == 0 || launch.arguments != self.launch.arguments {
      try Self.check(launch, options: launchOptions, observers: observers)
    }
    let additions = try observers.map { try $0.additions(to: launch) }
    let situations = additions.flatMap(\.situations)
    var effective = launch
    effective.arguments += situations.flatMap(\.arguments)
    try definition.feature.check(effective)
    let ephemeral = try checkedFlags(additions)
    let link = try checkedLink(for: effective, in: situations)
    var report = RestartReport()
    await stop(&report)
    do {
      try work()
      if generation == 0, additions.contains(where: \.replacesData) {
        defer { emptyTrashSoon() }
        try eraseData()
      }
      for observer in observers { try observer.host(self, willBuild: launch) }
      finish(.whileStopped, &report)
      try build(
        with: effective, ephemeral: ephemeral, in: situations, overlays: additions.flatMap(\.overlays))
      self.launch = launch
      report.generation = generation
      finish(.build, &report)
    } catch {
      show(failure: "\(error)")
      throw error
    }
    defer { drawIfNeeded() }
    if let link {
      do throws(DeepLinkError) {
        try open(link)
      } catch {
        // With the link, each restart after this one would fail as well.
        self.launch = launch.setting(.open, to: nil)
        throw error
      }
    }
    drawIfNeeded()
    finish(.draw, &report)
    return report
  }

  /// The screen to begin on: that of the link on the command line, otherwise that of a situation.
  ///
  /// Only the new app knows where a link leads, but whether it is a link of this app is checked before the restart.
  private func checkedLink(
    for launch: LaunchConfiguration, in situations: [Situation]
  ) throws(DeepLinkError) -> DeepLink? {
    if let text = launch.value(of: .open) { return try DeepLink(text, scheme: definition.linkScheme) }
    guard let place = situations.lazy.compactMap(\.place).first else { return nil }
    guard let link = DeepLink(place: place) else { throw .malformed(place) }
    return link
  }

  private func checkedFlags(_ additions: [StartAdditions]) throws -> [String: FlagLiteral] {
    var ephemeral: [String: FlagLiteral] = [:]
    for (key, value) in additions.flatMap(\.ephemeralFlags) {
      guard ephemeral.updateValue(value, forKey: key) == nil else {
        throw FlagError.duplicateKey(key, source: "the ephemeral layer")
      }
    }
    _ = try FlagStore(
      definition.feature.flags, bundled: definition.bundledFlags, ephemeral: ephemeral)
    return ephemeral
  }

  private func stop(_ report: inout RestartReport) async {
    if let environment {
      environment.tasks.close()
      abandonedWork += await environment.activity.waitUntilIdle(until: Deadline(in: Self.quiesceLimit))
      environment.gate.close("generation \(generation) has ended")
    }
    finish(.quiesce, &report)
    window?.endSession()
    finish(.endSessions, &report)
    window = nil
    environment = nil
    finish(.dropWindow, &report)
  }

  private func build(
    with launch: LaunchConfiguration, ephemeral: [String: FlagLiteral], in situations: [Situation],
    overlays: [Overlay]
  ) throws {
    let gate = WriteGate(onWrite: onWrite)
    let data = container.open(gate: gate, now: clock.now)
    for situation in situations where prepared?.contains(situation.name) == false {
      try situation.prepare(data)
    }
    prepared = Set(situations.map(\.name))
    let declarations = definition.feature.flags
    let user = UserFlags.load(from: data.preferences, for: declarations)
    flagProblems = user.problems
    let flags = try FlagStore(
      declarations, bundled: definition.bundledFlags, user: user.values, ephemeral: ephemeral)
    generation += 1
    let environment = AppEnvironment(
      generation: generation, launch: launch, linkScheme: definition.linkScheme,
      situations: situations.map(\.name), flags: flags, data: data, gate: gate, clock: clock,
      network: network, restart: AppRestart(host: self, gate: gate))
    self.environment = environment
    window = AppWindow(
      title: definition.name, session: try definition.feature.makeSession(in: environment),
      overlays: (flagNotice.map { [$0] } ?? []) + overlays)
    needsDrawing = true
  }

  private func finish(_ step: RestartStep, _ report: inout RestartReport) {
    report.finish(step)
    for observer in observers { observer.host(self, didFinish: step) }
  }

  /// How long to wait for cancelled work to end.
  private static var quiesceLimit: Duration { .seconds(2) }

  // MARK: - Restarts that run as a task

  /// Starts to build the app anew and returns at once; the app counts as busy until that is done.
  ///
  /// The caller may belong to the generation that ends by this. `change` is applied to the configuration that the app has
  /// when the turn of this restart comes, so that it keeps what the restarts before it have set; if it throws, the app
  /// runs on. `work` is done while nothing of the app exists; `follow` is called with the report, or the error, at once after
  /// the restart.
  public func beginRestart<Outcome: Sendable>(
    changing change: @escaping @MainActor (inout LaunchConfiguration) async throws -> Void = { _ in },
    fileID: String = #fileID, line: Int = #line,
    whileStopped work: @escaping @MainActor () throws -> Void = {},
    then follow: @escaping @MainActor (Result<RestartReport, any Error>) async -> Outcome
  ) -> Task<Outcome, Never> {
    let token = restarts.begin(Activity(name: "restart", origin: Origin(fileID: fileID, line: line)))
    return Task {
      let result: Result<RestartReport, any Error>
      do {
        result = .success(complete(try await restart(changing: change, whileStopped: work)))
      } catch {
        result = .failure(error)
      }
      restarts.end(token)
      return await follow(result)
    }
  }

  /// Does the restart that the running generation requested, after its call has returned; the screen shows a failure, and
  /// what runs nevertheless goes on below it.
  func restartSoon(_ request: AppRestart.Request, while gate: WriteGate, isAgain: Bool) {
    let token = restarts.begin(Activity(name: "restart", origin: request.origin))
    Task {
      defer { restarts.end(token) }
      var unerased: AppDataError?
      do {
        _ = try await restart(
          changing: {
            guard gate.isOpen || (request.launch == nil && !request.erasesData) else {
              throw LateRestartError(origin: request.origin)
            }
            $0 = launch(for: request, after: $0)
          },
          whileStopped: {
            guard request.erasesData else { return }
            do throws(AppDataError) {
              try eraseData()
            } catch {
              // A situation must not come upon data that are the user's. Otherwise, without a new app, nobody could do
              // anything about it.
              guard request.launch == nil else { throw error }
              unerased = error
            }
          })
      } catch is LateRestartError where isAgain {
        // What it asked for first, as by a button that was pressed twice, is done or told.
      } catch {
        if let window {
          show(notice("\(error)", id: "restart-problem"), in: window)
        } else {
          let failures = [unerased.map { "\($0)" }, "\(error)"].compactMap(\.self)
          show(failure: failures.joined(separator: " "))
        }
      }
      if let window, let unerased {
        show(notice("\(unerased)", id: "erase-problem"), in: window)
      }
      if request.erasesData { emptyTrashSoon() }
    }
  }

  private func launch(
    for request: AppRestart.Request, after current: LaunchConfiguration
  ) -> LaunchConfiguration {
    if let launch = request.launch { return launch }
    guard request.erasesData else { return current }
    return asNew(current.setting(.open, to: nil))
  }

  /// Deletes erased data for good. The new app is in use already; it counts as busy until that is done.
  private func emptyTrashSoon(fileID: String = #fileID, line: Int = #line) {
    let token = restarts.begin(Activity(name: "empty the trash", origin: Origin(fileID: fileID, line: line)))
    Task {
      defer { restarts.end(token) }
      let failures = await container.emptyTrashInBackground().failures
      guard let window, let first = failures.first else { return }
      let more = failures.count > 1 ? " And \(failures.count - 1) more." : ""
      let text = "Not all that was erased could be deleted. The next start tries again. \(first).\(more)"
      show(notice(text, id: "trash-problem"), in: window)
    }
  }

  private func eraseData() throws(AppDataError) {
    let report = erase()
    guard report.failures.isEmpty else { throw .notErased(report.failures) }
  }
}
