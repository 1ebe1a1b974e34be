import AppData
import ElementTree
import FeatureFlags

extension AppHost {
  /// Builds the app, for the first time or anew, and draws it.
  ///
  /// What runs is torn down first: its work is cancelled and awaited, its data can be written no more, its session,
  /// window and environment are let go. Then `work` is done, while nothing of the app exists. A configuration that
  /// cannot be used is refused before anything is torn down. Restarts that overlap happen one after the other.
  /// The observers' situations write their data before the session is built, and add the arguments they need.
  @discardableResult
  public func restart(
    with launch: LaunchConfiguration, whileStopped work: () throws -> Void = {}
  ) async throws -> RestartReport {
    await turnstile.enter()
    defer { turnstile.leave() }
    try launch.check(options: launchOptions) { argument in
      observers.contains { $0.recognizes(argument: argument) }
    }
    let situations = try observers.flatMap { try $0.situations(for: launch) }
    var effective = launch
    effective.arguments += situations.flatMap(\.arguments)
    let ephemeral = try checkedEphemeralFlags(for: effective)
    let overlays = try observers.flatMap { try $0.overlays(for: effective) }
    let link = try checkedLink(for: effective, in: situations)
    var report = RestartReport()
    await stop(&report)
    do {
      try work()
      for observer in observers { try observer.host(self, willBuild: launch) }
      finish(.whileStopped, &report)
      try build(with: effective, ephemeral: ephemeral, in: situations, overlays: overlays)
      self.launch = launch
      report.generation = generation
      finish(.build, &report)
    } catch {
      show(failure: error)
      throw error
    }
    defer { drawIfNeeded() }
    if let link { try open(link) }
    drawIfNeeded()
    finish(.draw, &report)
    return report
  }

  /// The screen to begin on: the link's on the command line, else a situation's.
  ///
  /// Where it leads is known only by the app that is built anew, but not whether it is a link of this app.
  private func checkedLink(
    for launch: LaunchConfiguration, in situations: [Situation]
  ) throws(DeepLinkError) -> DeepLink? {
    if let text = launch.value(of: .open) { return try DeepLink(text, scheme: definition.linkScheme) }
    guard let place = situations.lazy.compactMap(\.place).first else { return nil }
    guard let link = DeepLink(place: place) else { throw .malformed(place) }
    return link
  }

  private func checkedEphemeralFlags(for launch: LaunchConfiguration) throws -> [String: FlagLiteral] {
    var ephemeral: [String: FlagLiteral] = [:]
    for observer in observers {
      for (key, value) in try observer.ephemeralFlags(for: launch) {
        guard ephemeral.updateValue(value, forKey: key) == nil else {
          throw FlagError.duplicateKey(key, source: "the ephemeral layer")
        }
      }
    }
    _ = try FlagStore(
      definition.feature.flags, bundled: definition.bundledFlags, ephemeral: ephemeral)
    return ephemeral
  }

  private func stop(_ report: inout RestartReport) async {
    if let environment {
      environment.tasks.close()
      report.abandonedWork = await environment.activity.waitUntilIdle(timeout: Self.quiesceLimit)
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
    let gate = WriteGate()
    let data = container.open(gate: gate)
    for situation in situations { try situation.prepare(data) }
    let declarations = definition.feature.flags
    let user = try UserFlags.load(from: data.preferences, for: declarations)
    flagProblems = user.problems
    let flags = try FlagStore(
      declarations, bundled: definition.bundledFlags, user: user.values, ephemeral: ephemeral)
    generation += 1
    let environment = AppEnvironment(
      generation: generation, launch: launch, linkScheme: definition.linkScheme,
      situations: situations.map(\.name), flags: flags, data: data, gate: gate, clock: clock,
      restart: AppRestart(host: self))
    self.environment = environment
    window = AppWindow(
      title: definition.name, session: definition.feature.makeSession(in: environment), overlays: overlays)
    needsDrawing = true
  }

  private func finish(_ step: RestartStep, _ report: inout RestartReport) {
    report.finish(step)
    for observer in observers { observer.host(self, didFinish: step) }
  }

  /// How long work that was cancelled may take to end.
  private static var quiesceLimit: Duration { .seconds(2) }
}
