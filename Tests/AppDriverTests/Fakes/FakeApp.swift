import ControlProtocol
import ElementTree
import Foundation
import Glibc
import Leaks
import Records
import Synchronization
import TestSupport

@testable import AppDriver

/// An app that a shell script and a server in this process play together.
///
/// The script is the process; the server answers in its name with a tree that the test sets.
final class FakeApp: Sendable {
  struct Stage: Sendable {
    var generation = 1
    var revision = 1
    var tree = Element(.window)
    var leaks: [Leak] = []
    var late: [String] = []
    var notLookedInto: [String] = []
    var resetError: ErrorReply?
    var hasStates = true
    var states: [StateRecord] = []
    var resets: [ResetRequest] = []
    /// What a reset brings, if that is something else.
    var afterReset: Element?
    var taps: [TapRequest] = []
    var types: [TypeRequest] = []
    /// What a long poll brings, in turn.
    var next: [Element] = []
    /// What was drawn before what is shown now.
    var history: [TraceReply.Screen] = []
    /// How many of the latest drawings are no longer there.
    var missed = 0
    /// What it has asked servers for.
    var requests: [TracedRequest] = []
    var drawn = ProcessInfo.processInfo.systemUptime
    /// What each tap brings, in turn.
    var afterTaps: [Element] = []
    var ignoresQuit = false
    /// Whether it hands over no screens, and nothing of its log.
    var refusesTrace = false
    /// Whether it hangs, and answers nothing.
    var isSilent = false
    /// What the clock shows; nil while it runs.
    var clock: Date?

    var frame: TraceReply.Screen {
      TraceReply.Screen(
        number: revision, drawing: history.count + 1 + missed, generation: generation, uptime: drawn,
        tree: ElementRecord(tree))
    }

    mutating func show(_ next: Element) {
      history.append(frame)
      tree = next
      drawn = ProcessInfo.processInfo.systemUptime
      revision += 1
    }
  }

  let folder: TestFolder
  let stage: Mutex<Stage>
  private let box: ServerBox

  private final class ServerBox: Sendable {
    let server = Mutex<FakeServer?>(nil)
  }

  init(_ tree: Element = FakeApp.welcome, script: String? = nil) throws {
    folder = try TestFolder()
    stage = Mutex(Stage(tree: tree))
    box = ServerBox()
    try folder.write(script ?? Self.script(in: folder), to: "FakeApp", executable: true)
    let server = try FakeServer(in: folder) { [weak self] in self?.answer($0) ?? .close }
    box.server.withLock { $0 = server }
  }

  /// The file in which the watch of a test may tell of it, in place of a pipe. It is made when somebody asks for it.
  func timings() throws -> String {
    let name = "timings.jsonl"
    let path = folder.path + "/" + name
    if !FileManager.default.fileExists(atPath: path) { try folder.write("", to: name) }
    return path
  }

  deinit { box.server.withLock(\.self)?.end() }

  static let welcome = Element(
    .window,
    children: [
      Screen("welcome", title: "Welcome") {
        Text("Hello", id: "greeting")
        TextField("Name", id: ID("name"), text: "Ada", placeholder: "Your name")
        Button("Continue", id: ID("continue")).traits(.primary)
      }.element
    ])

  static let clock = #""clock":{"now":"2026-01-01T00:00:00.000Z","isPaused":false}"#

  /// Plays an app until its lifeline ends; `before` comes before it says that it is ready.
  static func script(in folder: TestFolder, before: String = "", after: String = "") -> String {
    """
    #!/bin/sh
    \(before)
    ln -s '\(folder.path)/fake' "$2"
    echo $$ > '\(folder.path)/pid'
    printf '{"version":3,"app":"FakeApp","appVersion":"1","pid":%d,"token":"t","socket":"%s",' $$ "$2" >&3
    echo '"generation":1,"screen":"welcome","busy":[],"launchArguments":[],"untouched":true,\(clock)}' >&3
    exec 3>&-
    \(after)
    read line <&4
    """
  }

  var settings: AppSettings {
    var settings = AppSettings()
    // What these apps are tested for is no part of the run that tests them.
    settings.environment[ProcessStart.variable] = nil
    settings.executableFolder = folder.path
    settings.temporaryFolder = folder.path
    settings.servingProcess = getpid()
    settings.quitTimeout = stage.withLock(\.ignoresQuit) ? .milliseconds(300) : .patience
    return settings
  }

  func makeApp() -> App { App("FakeApp", settings: settings) }

  var requests: [String] { box.server.withLock(\.self)?.requests ?? [] }
  var pid: Int32 { folder.read("pid").flatMap { Int32($0.trimmingCharacters(in: .newlines)) } ?? 0 }

  /// The private folders of apps that are still there.
  var sandboxes: [String] {
    folder.contents.filter { $0.hasPrefix("cs-") && !$0.contains("/") }
  }

  private func answer(_ request: FakeServer.Request) -> FakeServer.Answer {
    let path = String(request.target.prefix { $0 != "?" })
    let routes = ControlRoute.allCases.filter { $0.name(in: path) != nil }
    guard let route = routes.first(where: { $0.method == request.method }) ?? routes.first else {
      return Self.json(ErrorReply(.unknownRoute, "no such route"), status: 404)
    }
    return stage.withLock { stage in
      stage.isSilent ? .silence : answer(route, request, &stage)
    }
  }

  private func refusal(
    of id: String, _ roles: [String]?, _ generation: Int?, _ stage: Stage
  ) -> FakeServer.Answer? {
    guard generation == nil || generation == stage.generation else {
      return Self.json(ErrorReply(.staleGeneration, "an older generation"), status: 409)
    }
    let found = stage.tree.first { $0.identifier == id && roles?.contains($0.role.rawValue) != false }
    guard let found else { return Self.json(ErrorReply(.unknownElement, "no such element"), status: 404) }
    return found.isEnabled ? nil : Self.json(ErrorReply(.notActionable, "it is disabled"), status: 409)
  }

  private func answer(
    _ route: ControlRoute, _ request: FakeServer.Request, _ stage: inout Stage
  ) -> FakeServer.Answer {
    func body<Body: Decodable>(_ type: Body.Type) -> Body? {
      try? JSONDecoder().decode(type, from: Data(request.body))
    }
    let screen = stage.tree.screen?.identifier
    let done = ActionReply(generation: stage.generation, screen: screen)
    switch route {
    case .status:
      return Self.json(
        StatusReply(
          app: "FakeApp", appVersion: "1", pid: pid, token: "t", generation: stage.generation,
          screen: screen, busy: ["upload (Shop/Cart.swift:7)"], launchArguments: [],
          clock: ClockState(now: .now, isPaused: false),
          untouched: true))
    case .tree:
      if request.target.contains("?"), !stage.next.isEmpty {
        stage.tree = stage.next.removeFirst()
        stage.revision += 1
      }
      return Self.json(
        TreeReply(
          generation: stage.generation, revision: stage.revision, tree: ElementRecord(stage.tree)))
    case .trace:
      if stage.refusesTrace { return Self.json(ErrorReply(.unknownRoute, "no traces here"), status: 404) }
      return Self.json(
        TraceReply(screens: stage.history + [stage.frame], requests: stage.requests))
    case .tap:
      guard let tap = body(TapRequest.self) else { return .close }
      if let refusal = refusal(of: tap.id, tap.roles, tap.generation, stage) { return refusal }
      stage.taps.append(tap)
      if !stage.afterTaps.isEmpty { stage.show(stage.afterTaps.removeFirst()) }
      return Self.json(
        ActionReply(generation: stage.generation, screen: stage.tree.screen?.identifier))
    case .type:
      guard let type = body(TypeRequest.self) else { return .close }
      if let refusal = refusal(of: type.id, type.roles, type.generation, stage) { return refusal }
      stage.types.append(type)
      return Self.json(done)
    case .back, .open, .keys: return Self.json(done)
    case .resets: return Self.json(ResetsReply(count: 0, resets: []))
    case .reset:
      if let error = stage.resetError { return Self.json(error, status: 500) }
      if let reset = body(ResetRequest.self) {
        if !stage.hasStates, reset.state != nil {
          return Self.json(ErrorReply(.badConfiguration, "There is no such state."), status: 422)
        }
        stage.resets.append(reset)
      }
      let before = stage.tree
      stage.show(stage.afterReset ?? before)
      stage.clock = nil
      stage.generation += 1
      defer { (stage.leaks, stage.late, stage.notLookedInto) = ([], [], []) }
      return Self.json(
        ResetReceipt(
          generation: stage.generation, nanoseconds: 5, keptData: false, steps: [], cleared: [],
          survived: [], failures: [], abandonedWork: [], leaks: stage.leaks, late: stage.late,
          notLookedInto: stage.notLookedInto,
          treeBefore: stage.leaks.isEmpty ? nil : ElementRecord(before)))
    case .leaks:
      return Self.json(
        LeaksReply(
          generation: stage.generation, leaks: stage.leaks, notLookedInto: stage.notLookedInto))
    case .data: return Self.json(DataReply(generation: stage.generation, parts: []))
    case .states, .deleteState: return Self.json(StatesReply(states: stage.states))
    case .saveState:
      guard let save = body(SaveStateRequest.self) else { return .close }
      let state = StateRecord(
        name: save.name, id: "\(stage.states.count)", appVersion: "1", isOfThisBuild: true,
        madeBy: save.madeBy, parts: [])
      stage.states.append(state)
      return Self.json(SavedStateReply(generation: stage.generation, screen: screen, state: state))
    case .clock:
      guard let request = body(ClockRequest.self) else { return .close }
      if let time = request.pauseAt { stage.clock = ClockTime.date(time) }
      if let time = request.advanceTo.flatMap(ClockTime.date) {
        guard time >= stage.clock ?? Date() else {
          return Self.json(ErrorReply(.badRequest, "cannot turn it back"), status: 400)
        }
        stage.clock = time
      }
      if let seconds = request.advanceSeconds { stage.clock?.addTimeInterval(seconds) }
      if request.resume == true { stage.clock = nil }
      let clock = ClockState(now: stage.clock ?? Date(), isPaused: stage.clock != nil)
      return Self.json(ClockReply(generation: stage.generation, screen: screen, clock: clock))
    case .network, .setNetwork, .clearNetwork, .exchanges, .objects, .setup, .queries, .contents,
      .record, .recording, .expect, .steps, .shown, .pause:
      return .close
    case .log:
      if stage.refusesTrace { return Self.json(ErrorReply(.unknownRoute, "no log here"), status: 404) }
      return Self.json(LogReply(entries: []))
    case .quit:
      if !stage.ignoresQuit { kill(pid, SIGTERM) }
      stage.generation = 1
      return .json(200, "{}")
    }
  }

  private static func json(_ value: some Encodable, status: Int = 200) -> FakeServer.Answer {
    let data = (try? JSONEncoder().encode(value)) ?? Data()
    return .json(status, String(decoding: data, as: UTF8.self))
  }
}
