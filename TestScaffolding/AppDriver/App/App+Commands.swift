#if DEBUG
public import ControlProtocol
public import ElementTree
import ObjectGraph

extension App {
  /// Returns what the app shows now.
  public func tree() throws -> Element { try snapshot().tree }

  /// Leaves the screen for the one before it.
  public func back() throws { try act(.back, BackRequest(generation: generation)) }

  /// Opens a deep link.
  public func open(_ link: String) throws { try act(.open, OpenRequest(link: link, generation: generation)) }

  /// Strokes keys that are meant for no field, such as those of a gesture: `press("ctrl-r", "ctrl-r", "ctrl-r")`.
  ///
  /// They take the way of keys from a terminal, from where these are read on.
  public func press(_ keys: String...) throws {
    try act(.keys, KeysRequest(keys: keys, generation: generation))
  }

  /// Returns what the app keeps; of secrets only digests.
  public func data() throws -> DataReply { try ask(.data) }

  /// Returns what outlived the latest reset.
  public func leaks() throws -> LeaksReply { try ask(.leaks) }

  /// Returns how many objects of each class the app holds, and how much memory it uses.
  public func objects() throws -> ObjectsReply { try ask(.objects) }

  /// Returns who the app is and how it is.
  public func status() throws -> StatusReply { try ask(.status) }

  /// Resets or launches the app with these flags, variables and arguments, which take the place of all others.
  ///
  /// When the app refuses them, those before hold again. The app runs on as it was then, unless a variable of the
  /// launch was not to hold any more: for that its process is ended first, and none runs afterwards.
  public func launchApp(
    featureFlags: [Flag] = [], automationFlags: [Flag] = [], envVariables: [String: String] = [:],
    otherArgs: [String] = []
  ) throws {
    let arguments = try LaunchArgumentsBuilder().featureFlags(featureFlags)
      .automationFlags(automationFlags).arguments(otherArgs).build()
    let before = wanted
    wanted = Configuration(arguments: arguments, environment: envVariables)
    do {
      try reset()
    } catch {
      wanted = before
      throw error
    }
  }

  /// Expects that a journey which is repeated, each time on a clean slate, leaves nothing in the app that adds up.
  ///
  /// Objects of each class that the app holds are counted after each reset, and resident memory is read: what rises
  /// with the repetitions is thrown with its slope, even if each reset by itself looks clean.
  ///
  /// - Parameters:
  ///   - repetitions: How often the journey is gone; at least 8.
  ///   - bytesAllowed: By how much resident memory may rise with each repetition.
  ///   - journey: What is repeated; the app is reset after each time.
  public func assertNoGrowth(
    over repetitions: Int, bytesAllowed: Int = 16_384, _ journey: () throws -> Void
  ) throws {
    var meter = GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed)
    for _ in 0..<repetitions {
      try journey()
      try reset()
      let objects = try self.objects()
      meter.add(objects.counts, residentBytes: objects.residentBytes)
    }
    try meter.check()
  }

  // MARK: - What all of them do

  /// What the app showed at one moment.
  struct Snapshot: Sendable {
    var era: Era
    var revision: Int
    var tree: Element
  }

  /// Returns what the app shows: now or, with a query, when it is drawn anew.
  func snapshot(_ query: TreeQuery? = nil) throws -> Snapshot {
    activities?.add(query == nil ? "Look at the screen" : "Wait for the screen to change")
    let wait = Duration.milliseconds(query?.milliseconds ?? 0)
    let (reply, launch) = try request(
      .tree, query: query?.text ?? "", within: settings.requestTimeout + wait, as: TreeReply.self)
    let tree: Element
    do {
      tree = try reply.tree.element()
    } catch {
      throw AppError.noAnswer(app: executableName, route: .tree, problem: "\(error)", log: log)
    }
    hear(generation: reply.generation, screen: tree.screen?.identifier, launch: launch)
    return Snapshot(
      era: Era(launch: launch, generation: reply.generation), revision: reply.revision, tree: tree)
  }

  /// Asks for an action and returns when the app is idle and drawn again.
  func act(_ route: ControlRoute, _ body: some Encodable) throws {
    activities?.add(ActivityLog.step(route, body))
    let (reply, launch) = try request(
      route, body: body, within: settings.requestTimeout, as: ActionReply.self)
    hear(generation: reply.generation, screen: reply.screen, launch: launch)
  }

  private func ask<Reply: Decodable>(_ route: ControlRoute) throws -> Reply {
    activities?.add("Ask for \(route.path)")
    return try request(route, within: settings.requestTimeout, as: Reply.self).reply
  }
}
#endif
