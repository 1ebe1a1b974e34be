#if DEBUG
public import ControlProtocol
public import ElementTree
import ObjectGraph
import OperatingSystem
import Processes

extension App {
  var executableName: String { AppSettings.executableName(of: name) }

  /// The folder through which beeps reach the app's process; apps that share it hear the same beeps.
  public var runtimeFolder: String? { processEnvironment["XDG_RUNTIME_DIR"] }

  /// Returns what the app shows now.
  public func tree(file: StaticString = #filePath, line: UInt = #line) throws -> Element {
    try snapshot(at: CallPlace(file: file, line: line)).tree
  }

  /// Goes back to the previous screen.
  public func back(file: StaticString = #filePath, line: UInt = #line) throws {
    try act(.back, BackRequest(generation: generation), at: CallPlace(file: file, line: line))
  }

  /// Opens a deep link.
  public func open(_ link: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try act(
      .open, OpenRequest(link: link, generation: generation), at: CallPlace(file: file, line: line))
  }

  /// Presses keys that are not meant for a field, such as those of a gesture: `press("ctrl-r", "ctrl-r", "ctrl-r")`.
  ///
  /// The app handles them like keys that it has read from a terminal.
  public func press(_ keys: String..., file: StaticString = #filePath, line: UInt = #line) throws {
    try act(
      .keys, KeysRequest(keys: keys, generation: generation), at: CallPlace(file: file, line: line))
  }

  /// Returns the data that the app keeps; secrets appear only as digests.
  public func data() throws -> DataReply { try ask(.data) }

  /// Returns what survived the latest reset although it should be gone.
  public func leaks() throws -> LeaksReply { try ask(.leaks) }

  /// Returns how many objects of each class the app holds, and how much memory it uses.
  ///
  /// - Parameter living: Whether to count all living objects as well, whoever holds them.
  public func objects(living: Bool = false) throws -> ObjectsReply {
    try ask(.objects, query: living ? ObjectsReply.livingQuery : "")
  }

  /// Returns the app's name, version, screen and state.
  public func status() throws -> StatusReply { try ask(.status) }

  /// Starts the app on a clean slate, and returns when it is drawn. Ends a running process first.
  public func launch() throws { try restart(reason: nil) }

  /// Ends the app's process and starts another one.
  ///
  /// - Parameters:
  ///   - reason: The reason, for the log and for ``relaunchReason``.
  ///   - keepData: Whether the new process keeps the data of the old one.
  public func relaunch(reason: String, keepData: Bool = false) throws {
    try restart(reason: reason, keepData: keepData)
  }

  /// Resets or launches the app with exactly these flags, variables and arguments; earlier ones no longer apply.
  ///
  /// If the app refuses them, the earlier ones apply again and the app runs on as before. The exception: if a variable
  /// of the launch has to be removed, the process is ended first, and no process runs afterwards. A test that began from a
  /// state begins from it again.
  public func launchApp(
    featureFlags: [Flag] = [], automationFlags: [Flag] = [], envVariables: [String: String] = [:],
    otherArgs: [String] = [], file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let (place, before) = (CallPlace(file: file, line: line), wanted)
    do {
      try recorder.placed(at: place) {
        let arguments = try LaunchArgumentsBuilder().featureFlags(featureFlags)
          .automationFlags(automationFlags).arguments(otherArgs).build()
        wanted = Configuration(arguments: arguments, environment: envVariables, state: before.state)
        try reset(to: before.state, at: place)
      }
    } catch {
      wanted = before
      throw error
    }
  }

  /// Expects that repeating a journey, each time on a clean slate, does not make the app grow.
  ///
  /// After each reset it counts the app's objects by class and reads the resident memory. It throws whatever rises with
  /// the repetitions, with the slope, even if each single reset looks clean. Memory is judged from 50 repetitions on: fewer
  /// cannot tell it from what formatters and caches take once.
  ///
  /// - Parameters:
  ///   - repetitions: How often to repeat the journey; at least 8.
  ///   - bytesAllowed: How many bytes of resident memory each repetition may add; 16,384 if nil. It takes 50 repetitions.
  ///   - file: The file of the call, at which the test fails.
  ///   - line: The line of the call.
  ///   - journey: What to repeat; the app is reset after each repetition.
  public func assertNoGrowth(
    over repetitions: Int, bytesAllowed: Int? = nil, file: StaticString = #filePath, line: UInt = #line,
    _ journey: () throws -> Void
  ) throws {
    let place = CallPlace(file: file, line: line)
    recorder.change { $0.isMeasured = true }
    defer { recorder.change { $0.isMeasured = false } }
    let usual = repetitions < GrowthMeter.repetitionsForMemory ? nil : 16_384
    var meter = try recorder.placed(at: place) {
      try GrowthMeter(repetitions: repetitions, bytesAllowed: bytesAllowed ?? usual)
    }
    for _ in 0..<repetitions {
      try journey()
      try reset(at: place)
      let objects = try recorder.placed(at: place) {
        try self.objects(living: meter.isLastBeforeCountingLiving)
      }
      meter.add(objects.counts, residentBytes: objects.residentBytes)
      if meter.isTimeToCountLiving { meter.add(living: objects.living) }
    }
    try recorder.placed(at: place) { try meter.check() }
  }

  // MARK: - Shared by the commands

  /// What the app showed at one moment, and in which process and generation.
  struct Snapshot: Sendable {
    var era: AppRun.Era
    var revision: Int
    var tree: Element
  }

  /// Returns what the app shows: right now or, with a query, once it has been drawn again.
  func snapshot(
    _ query: TreeQuery? = nil, of element: @autoclosure () -> String? = nil, at place: CallPlace? = nil
  ) throws -> Snapshot {
    let text = query == nil ? "Look at the screen" : "Wait for the screen to change"
    return try recorder.step(text, element: element(), at: place) { _ in
      let snapshot = try look(query)
      var isNew = false
      recorder.change { isNew = $0.keep(snapshot.tree, revision: snapshot.revision) }
      if isNew { recorder.auditDesk?.prepare(snapshot.tree) }
      return snapshot
    }
  }

  /// Looks at the app without that being a step of the test.
  func look(_ query: TreeQuery? = nil) throws -> Snapshot {
    let (reply, launch) = try follow(.tree, query, number: \TreeReply.revision)
    let tree: Element
    do {
      tree = try reply.tree.element()
    } catch {
      throw AppError.noAnswer(app: executableName, route: .tree, problem: "\(error)", log: log)
    }
    hear(generation: reply.generation, screen: tree.screen?.identifier, launch: launch)
    return Snapshot(
      era: AppRun.Era(launch: launch, generation: reply.generation), revision: reply.revision, tree: tree)
  }

  /// Asks for what the app shows or did: right now or, with a query, once it has another number or the time is over. A task
  /// that is cancelled meanwhile waits a second at most.
  private func follow<Reply: Decodable>(
    _ route: ControlRoute, _ query: TreeQuery?, number: KeyPath<Reply, Int>
  ) throws -> (reply: Reply, launch: Int) {
    guard var query else { return try request(route, as: Reply.self) }
    let deadline = Deadline(in: .milliseconds(query.milliseconds))
    let launch = era.launch
    while true {
      query.milliseconds = min(1_000, deadline.remainingMilliseconds)
      let answer = try request(
        route, query: query.text, waiting: .milliseconds(query.milliseconds), as: Reply.self)
      // Each process counts anew.
      let isOther = answer.reply[keyPath: number] != query.after || answer.launch != launch
      if isOther || deadline.hasPassed || Task.isCancelled { return answer }
    }
  }

  /// Asks for an action, and returns when the app is idle and drawn again.
  func act(
    _ route: ControlRoute, _ body: some Encodable, on element: @autoclosure () -> String? = nil,
    at place: CallPlace? = nil
  ) throws {
    try recorder.step(StepText.of(route, body), element: element(), at: place) { _ in
      let (reply, launch) = try request(route, body: body, as: ActionReply.self)
      hear(generation: reply.generation, screen: reply.screen, launch: launch)
    }
  }

  @discardableResult
  func move(_ clock: ClockRequest, at place: CallPlace?) throws -> ClockState {
    try recorder.step(StepText.of(.clock, clock), at: place) { _ in
      var body = clock
      body.generation = generation
      let (reply, launch) = try request(.clock, body: body, as: ClockReply.self)
      recorder.change { $0.clock = reply.clock.isPaused ? reply.clock.now : nil }
      hear(generation: reply.generation, screen: reply.screen, launch: launch)
      return reply.clock
    }
  }

  @discardableResult
  func speak(
    of network: ControlRoute, _ body: NetworkRoute? = nil, step: String, at place: CallPlace
  ) throws -> NetworkReply {
    try recorder.step(step, at: place) { _ in
      willSpeakOfNetwork()
      return try request(network, body: body, as: NetworkReply.self).reply
    }
  }

  /// Asks for the requests of the app: right now or, with a query, once there is one more.
  func networkReply(_ query: TreeQuery? = nil, at place: CallPlace?) throws -> NetworkReply {
    try recorder.step(query == nil ? "Look at the requests" : "Wait for a request", at: place) { _ in
      try follow(.network, query, number: \NetworkReply.count).reply
    }
  }

  /// Which requests nothing has answered, or why that is not known.
  var unanswered: [String] {
    do {
      return try request(.network, as: NetworkReply.self).reply.unanswered
    } catch AppError.ended(_, let status, _, _) where !status.isCrash {
      // It was about to quit.
      return []
    } catch {
      return ["Whether something has answered each request of \(executableName) is not known: \(error)"]
    }
  }

  func exchanges() throws -> ExchangesReply { try ask(.exchanges) }

  func ask<Reply: Decodable>(_ route: ControlRoute, query: String = "") throws -> Reply {
    try recorder.step("Ask for \(route.path)") { _ in
      try request(route, query: query, as: Reply.self).reply
    }
  }
}
#endif
