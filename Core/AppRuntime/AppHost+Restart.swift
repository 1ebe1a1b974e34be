import AppData
import ElementTree
import FeatureFlags

extension AppHost {
  /// Builds the app, for the first time or anew, and draws it.
  ///
  /// What runs is torn down first: its work is cancelled and awaited, its data can be written no more, its session,
  /// window and environment are let go. Then `work` is done, while nothing of the app exists. A configuration that
  /// cannot be used is refused before anything is torn down. Restarts that overlap happen one after the other.
  /// The observers' starting points write their data before the session is built, and add the arguments they need.
  @discardableResult
  public func restart(
    with launch: LaunchConfiguration, whileStopped work: () throws -> Void = {}
  ) async throws -> RestartReport {
    await turnstile.enter()
    defer { turnstile.leave() }
    let points = try observers.flatMap { try $0.startingPoints(for: launch) }
    var effective = launch
    effective.arguments += points.flatMap(\.arguments)
    let ephemeral = try checkedEphemeralFlags(for: effective)
    let overlays = try observers.flatMap { try $0.overlays(for: effective) }
    let link = effective.value(of: .open)
    // Where a link leads is known only by the app that is built anew, but not whether it is one.
    if let link, DeepLink(link) == nil { throw DeepLinkError.malformed(link) }
    var report = RestartReport()
    await stop(&report)
    do {
      try work()
      for observer in observers { try observer.host(self, willBuild: launch) }
      finish(.whileStopped, &report)
      try build(with: effective, ephemeral: ephemeral, from: points, overlays: overlays)
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
    with launch: LaunchConfiguration, ephemeral: [String: FlagLiteral], from points: [StartingPoint],
    overlays: [Overlay]
  ) throws {
    let gate = WriteGate()
    let data = container.open(gate: gate)
    for point in points { try point.prepare(data) }
    let declarations = definition.feature.flags
    let user = try UserFlags.load(from: data.preferences, for: declarations)
    flagProblems = user.problems
    let flags = try FlagStore(
      declarations, bundled: definition.bundledFlags, user: user.values, ephemeral: ephemeral)
    generation += 1
    let environment = AppEnvironment(
      generation: generation, launch: launch, startingPoints: points.map(\.name), flags: flags, data: data,
      gate: gate, clock: clock,
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
