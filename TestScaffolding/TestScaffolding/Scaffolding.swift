#if DEBUG
import AppData
public import AppRuntime
import ControlProtocol
public import ElementTree
import Foundation
import HeldResources
import LocalHTTP
import OperatingSystem

/// Everything that tests need inside an app: erasing at launch, flags, live resets, the control server, the leak gate.
///
/// It does nothing unless its options are on the command line.
public final class Scaffolding: AppCompanion {
  /// Finds objects that outlive their generation.
  public let leaks = LeakTracker()

  private let definition: AppDefinition
  let pausableClock = PausableClock()
  let testNetwork: TestNetwork
  let workbench = Workbench()
  private let recording = RecordedAnswers()
  private let quit = QuitSignal()
  /// Whether the first start asked for servers; later ones do not repeat that.
  private var servesTests = false
  /// The start that is under way, with how it answers requests.
  private var coming: (start: Start, answers: [PlannedAnswer]?)?
  private(set) var desk: ResetDesk?
  private(set) var ways: ResetWays?
  private var servers: [ControlServer] = []
  private var browserDoor: BrowserDoor?
  private var address: KeptAddress?

  /// Creates the scaffolding of an app.
  public init(_ definition: AppDefinition) {
    self.definition = definition
    testNetwork = TestNetwork(clock: pausableClock) { [requests = workbench.requests] in
      Task { @MainActor in requests.wake() }
    }
  }

  public var clock: AppClock { pausableClock.appClock }

  public func network(around own: HTTPClient) -> HTTPClient { testNetwork.client(around: own) }

  public var launchOptions: [LaunchOption] { ControlOption.launchOptions }

  public var helpSections: [HelpSection] {
    [
      HelpSection("FLAGS, each a word of its own after the options") { [definition] in
        FlagHelp.entries(for: definition.feature)
      }
    ]
  }

  public func recognizes(argument: String) -> Bool { FlagArgument.kind(of: argument) != nil }

  /// Throws if this app cannot start so.
  private func read(
    _ launch: LaunchConfiguration
  ) throws -> (start: Start, situations: [Situation], answers: [PlannedAnswer]?) {
    let start = try Start(launch.arguments)
    return (
      start, try start.situations(among: definition.feature.situations),
      try start.networkAnswers(from: recording)
    )
  }

  // MARK: - Starts

  public func willStart(_ host: AppHost, with launch: LaunchConfiguration) throws {
    let start = try read(launch).start
    try start.checkFirstStart()
    if start.isDriven {
      let number = Descriptor(owning: DrivenDescriptor.untouchedGeneration.rawValue)
      workbench.untouched.tell(try SharedNumber(in: number))
    }
    servesTests = start.serves
    // What is to stay on this machine goes to no proxy, which may be on another.
    if start.serves, !start.network.allows { ProcessEnvironment.set("no_proxy", to: "*") }
    if start.keepsAddress {
      address = try KeptAddress(app: definition.id, environment: launch.environment)
    }
    let desk = ResetDesk(
      host, start: start, leaks: leaks, processEnvironment: launch.environment, workbench: workbench)
    let ways = ResetWays(app: definition.name, environment: launch.environment, desk: desk)
    try ways.follow(start)
    (self.desk, self.ways) = (desk, ways)
    watchResources(start, of: host, launch.environment)
  }

  public func additions(to launch: LaunchConfiguration) throws -> StartAdditions {
    let (start, situations, answers) = try read(launch)
    coming = (start, answers)
    return StartAdditions(
      ephemeralFlags: start.flags[.ephemeral, default: [:]], situations: situations,
      overlays: ways?.overlays(for: start) ?? [])
  }

  /// Erases the data before the first start of the process. Resets erase by themselves.
  public func host(_ host: AppHost, willBuild launch: LaunchConfiguration) throws {
    guard let (start, answers) = coming else { return }
    desk?.start = start
    // A restart of the app's own is a part of the test that is under way, and ends nothing of what that has set.
    if host.generation == 0 || desk?.isBuilding == true {
      pausableClock.returnToSystem()
      if let date = start.clock { pausableClock.pause(at: date) }
      desk?.unanswered += testNetwork.begin(
        answers, reachesOthers: start.network.allows || !(servesTests || start.serves),
        records: start.network.records)
    }
    if host.generation == 0, start.erasesData { try eraseData(of: host) }
    if desk?.isBuilding == false { workbench.willBuild(onCleanSlate: host.container.isEmpty) }
  }

  private func eraseData(of host: AppHost) throws {
    let erased = host.erase()
    let problems =
      erased.results.flatMap { result in result.failures.map { "\(result.part): \($0)" } }
      + host.container.survivors.map { "\($0.part): \($0.reason)" }
    desk?.trash.collectSoon()
    guard problems.isEmpty else {
      throw ScaffoldingError(
        "\(ControlOption.resetData) could not erase everything: \(problems.joined(separator: "; "))")
    }
  }

  public func host(_ host: AppHost, willPerform action: Action) {
    workbench.willPerform(action, in: host)
    if case .edit(let field, let text) = action,
      host.tree.first(withIdentifier: field)?.role == .secureField
    {
      testNetwork.keepSecret(text)
    }
  }

  public func host(_ host: AppHost, takes stroke: KeyStroke) -> Bool {
    workbench.untouched.end()
    return ways?.take(stroke) ?? false
  }

  public func host(_ host: AppHost, didFinish step: RestartStep) {
    switch step {
    case .quiesce:
      testNetwork.willEnd { host.environment?.data.secretTexts ?? [] }
      leaks.remember(host)
    case .whileStopped: leaks.resources?.lookWhileStopped(generation: host.generation)
    case .build: follow()
    case .endSessions, .dropWindow, .draw: break
    }
  }

  /// Opens the ways to a reset that are listed now. Errors in the options have been reported before.
  private func follow() {
    guard let desk, let ways else { return }
    do {
      try ways.follow(desk.start)
    } catch {
      say("\(definition.name): \(error)")
    }
  }

  private func watchResources(_ start: Start, of host: AppHost, _ environment: [String: String]) {
    guard start.serves else { return }
    leaks.process.begin()
    let folders = PrivateFolders(of: host.container, start, environment)
    let survey = ResourceSurvey(
      folders: folders, isOfContainer: { [weak host] in host?.container.isOwn(folder: $0) == true },
      isOwnSocket: { [weak self] ends in
        guard let self, let own = ends.own else { return false }
        return own == start.socket || servers.contains { "\($0.address)" == own }
          || ways?.addresses.contains(own) == true
      })
    leaks.resources = ResourceWatch(survey)
    leaks.resources?.begin()
  }

  /// Lets go of the app, which holds this, too.
  func forget() { (desk, ways, leaks.resources) = (nil, nil, nil) }

  // MARK: - The run

  public func run(
    _ host: AppHost, with launch: LaunchConfiguration, interface: @escaping @MainActor () async throws -> Void
  ) async throws {
    guard let desk else { return try await interface() }
    do {
      try await serve(host, desk, showing: interface)
    } catch {
      await end(host, desk)
      throw error
    }
    await end(host, desk)
  }

  private func end(_ host: AppHost, _ desk: ResetDesk) async {
    for server in servers { server.stop() }
    servers = []
    host.banner = nil
    browserDoor = nil
    ways?.close()
    await desk.states.dropSpare()
  }

  private func serve(
    _ host: AppHost, _ desk: ResetDesk, showing interface: @escaping @MainActor () async throws -> Void
  ) async throws {
    try await serve(host, desk)
    guard !desk.start.isHeadless else { return await quit.wait() }
    let shown = Task { try await interface() }
    let watch = Task {
      await quit.wait()
      shown.cancel()
    }
    defer { watch.cancel() }
    try await shown.value
  }

  /// Starts the servers that the command line asks for, and tells the driver once the app is idle and drawn.
  private func serve(_ host: AppHost, _ desk: ResetDesk) async throws {
    let start = desk.start
    let token = address?.token ?? .random()
    let router = ControlRouter(
      host: host, desk: desk, clock: pausableClock, network: testNetwork, leaks: leaks, token: token.text,
      quit: quit, workbench: workbench)
    if let path = start.socket {
      servers.append(try open(.unixSocket(path), token, router, .controlSocket))
      router.socket = path
    }
    if let port = start.port {
      let server =
        try openLastPort(instead: port, token, router) ?? open(.loopback(port: port), token, router, .http)
      servers.append(server)
      if case .loopback(let port) = server.address { try address?.keep(port: port) }
      router.url = "http://\(server.address)"
      desk.measuresProcess = true
      let page = WorkbenchAddress.page("http://\(server.address)", token: token.text)
      say("\(definition.name): \(page)\nIts screen alone: \(WorkbenchAddress.app(beside: page))")
      host.banner = Banner("Workbench", link: page)
      if start.opensBrowser { await openBrowser(at: page, host) }
    }
    guard start.isDriven else { return }
    try watchLifeline()
    // Work begun at the start may take longer; then the app is handed to the test anyway.
    _ = await host.settle(timeout: .seconds(10))
    try announce(router.status, on: DrivenDescriptor.ready.rawValue)
  }

  /// Ends the app when the process that started it is gone. Only that process holds the other end of a pipe, which closes
  /// when it ends.
  private func watchLifeline() throws(SystemError) {
    let thread = try SystemThread { [quit] in
      ScaffoldingThreads.noteThis()
      let line = Descriptor(borrowing: DrivenDescriptor.lifeline.rawValue)
      while let bytes = try? line.readSome(atMost: 64), !bytes.isEmpty {}
      Task { @MainActor in quit.raise() }
    }
    thread.leave()
  }

  /// Tells that process in one line that the app is drawn and how to reach it, and closes the descriptor.
  private func announce(_ status: StatusReply, on descriptor: Int32) throws {
    let line = try WireJSON.encode(status) + [UInt8(ascii: "\n")]
    let announcement = Descriptor(owning: descriptor)
    do throws(SystemError) {
      try announcement.writeAll(line)
    } catch {
      throw ScaffoldingError("The ready descriptor \(descriptor) cannot be written: \(error.reason).")
    }
  }

  /// Serves on the port of the last start where any port will do and that one is free.
  private func openLastPort(
    instead port: UInt16, _ token: ControlToken, _ router: ControlRouter
  ) throws -> ControlServer? {
    guard port == 0, let last = address?.port else { return nil }
    do {
      return try open(.loopback(port: last), token, router, .http)
    } catch ControlServerError.portTaken, ControlServerError.portNotAllowed {
      return nil
    }
  }

  private func open(
    _ address: SocketAddress, _ token: ControlToken, _ router: ControlRouter, _ way: ResetWay
  ) throws -> ControlServer {
    try ControlServer.start(
      at: address, token: token, openPaths: DebugPage.paths.union([TokenProof.path]),
      onThread: ScaffoldingThreads.noteThis,
      onRefusal: { [workbench] reason in Task { @MainActor in workbench.didRefuse(reason) } }
    ) { await router.respond(to: $0, from: way) }
  }

  private func openBrowser(at page: String, _ host: AppHost) async {
    do {
      let door = try BrowserDoor(to: page, environment: desk?.processEnvironment ?? [:])
      browserDoor = door
      try await door.open()
    } catch {
      say("\(definition.name): \(error)")
      // On a terminal, the screen hides what is said.
      host.banner = Banner("No browser was opened. Workbench", link: page)
    }
  }

  /// Nobody can be told that a message could not be written.
  private func say(_ line: String) { try? Descriptor(borrowing: 2).writeAll(Array((line + "\n").utf8)) }
}
#endif
