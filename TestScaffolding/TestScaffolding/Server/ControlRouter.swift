#if DEBUG
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import HeldResources

/// Answers requests about the running app.
@MainActor
final class ControlRouter {
  let host: AppHost
  let workbench: Workbench
  let desk: ResetDesk
  let clock: PausableClock
  let network: TestNetwork
  /// Lets requests move the clock one after the other.
  let moves = Turnstile()
  private let leaks: LeakTracker
  let token: String
  /// Where the app is served, once it is.
  var socket: String?
  var url: String?
  private let quit: QuitSignal
  private let revision: ScreenRevision
  var settleLimit: Duration { desk.settleLimit }

  init(
    host: AppHost, desk: ResetDesk, clock: PausableClock, network: TestNetwork, leaks: LeakTracker,
    token: String, quit: QuitSignal, workbench: Workbench
  ) {
    self.host = host
    revision = ScreenRevision { [weak host] in host?.generation ?? 0 }
    self.workbench = workbench
    self.desk = desk
    self.clock = clock
    self.network = network
    self.leaks = leaks
    self.token = token
    self.quit = quit
    host.attach(revision)
    host.attach(workbench.log)
    host.attach(workbench.untouched)
    // No generation holds what is to outlive it.
    host.onWrite = { [weak untouched = workbench.untouched] in untouched?.endIfSettled() }
  }

  /// Returns the answer to a request, ready to be encoded.
  func answer(
    _ route: ControlRoute, named name: String = "", query: [String: String], body: RequestBody,
    from way: ResetWay
  ) async throws -> any Encodable & Sendable {
    switch route {
    case .status: return status
    case .tree: return try await tree(query)
    case .trace: return try trace(query)
    case .tap: return try await tap(body.decode())
    case .type: return try await type(body.decode())
    case .keys: return try await keys(body.decode())
    case .back: return try await act(.back, body.decode(BackRequest.self).generation)
    case .open: return try await open(body.decode())
    case .clock: return try await move(body.decode())
    case .network: return try await networkReply(query)
    case .setNetwork: return try setRoute(body.decode())
    case .clearNetwork: return try clearNetwork(body.decode())
    case .exchanges: return try exchanges()
    case .reset:
      var request: ResetRequest = try body.decode()
      if request.state != nil, request.keepsData { throw StateError.withKeptData }
      // In the recording, too.
      request.keepData = request.keepsData ? true : nil
      return try await desk.request(request, from: way).value.get()
    case .resets:
      let (after, timeout) = try Self.wait(query, route) ?? (0, .zero)
      let records = await desk.records(after: after, timeout: timeout)
      return ResetsReply(count: desk.count, resets: records)
    case .states: return try states
    case .saveState: return try await saveState(body.decode())
    case .deleteState: return try deleteState(name, body.decode())
    case .leaks:
      await desk.rest()
      return LeaksReply(
        generation: host.generation, leaks: await leaks.leftBehind(in: host).leaks,
        notLookedInto: leaks.notLookedInto)
    case .objects: return try objects(query)
    case .data: return try KeptData(host: host).list
    case .setup: return setup
    case .queries: return QueriesReply(revision: revision.current, queries: QueryText.queries(for: host.tree))
    case .contents: return try contents(query)
    case .log: return try log(query)
    case .record: return try record(body.decode(), query)
    case .recording: return recording(query)
    case .expect: return try expect(body.decode(), query)
    case .steps: return try replaceSteps(body.decode(), query)
    case .shown: return try shown(query)
    case .pause: return try await pause(body.decode())
    case .quit:
      _ = try body.decode(EmptyRequest.self)
      quit.raise()
      return ActionReply(generation: host.generation, screen: nil)
    }
  }

  var status: StatusReply {
    StatusReply(
      app: host.definition.name, appVersion: host.definition.version,
      pid: ProcessInfo.processInfo.processIdentifier, token: token, socket: socket, url: url,
      generation: host.generation, screen: host.tree.screen?.identifier,
      busy: host.activities.map(\.description), launchArguments: host.launch.arguments, clock: clock.state,
      untouched: workbench.untouched.isUntouched, pause: workbench.pause)
  }

  private func objects(_ query: [String: String]) throws -> ObjectsReply {
    let living = query["living"]
    if let living, living != "1" {
      throw ErrorReply.malformed(
        "Expected \(ControlRoute.objects.path)\(ObjectsReply.livingQuery), not '\(living)'.")
    }
    return ObjectsReply(
      generation: host.generation, counts: leaks.objectsHeld(by: host),
      living: living == nil ? nil : leaks.livingObjects(), residentBytes: ResidentMemory.bytesInUse)
  }

  private func tree(_ query: [String: String]) async throws -> TreeReply {
    if let limit = query[TreeQuery.idleName] {
      guard query[TreeQuery.afterName] == nil else {
        throw ErrorReply.malformed(
          "/tree takes either '\(TreeQuery.idleName)' or '\(TreeQuery.afterName)'.")
      }
      return await tree(onceIdleWithin: try Self.limit(limit, of: TreeQuery.idleName))
    }
    if let (after, timeout) = try Self.wait(query, .tree) {
      await revision.wait(after: after, timeout: timeout)
    }
    return tree(busy: nil)
  }

  /// The tree once the app is idle, or at the limit.
  func tree(onceIdleWithin limit: Duration) async -> TreeReply {
    tree(busy: await host.settle(timeout: limit).map(\.description))
  }

  private func tree(busy: [String]?) -> TreeReply {
    TreeReply(
      generation: host.generation, revision: revision.current, tree: ElementRecord(host.tree), busy: busy)
  }

  nonisolated static func limit(_ text: String, of item: String) throws -> Duration {
    guard let milliseconds = Int(text), milliseconds >= 0 else {
      throw ErrorReply.malformed("Expected ?\(item)=MILLISECONDS with a whole number, not '\(text)'.")
    }
    return .milliseconds(min(milliseconds, 600_000))
  }

  private func trace(_ query: [String: String]) throws -> TraceReply {
    guard let after = Double(query[TreeQuery.afterName] ?? "0"),
      let known = Int(query[TraceReply.knownQuery] ?? "0")
    else {
      throw ErrorReply.malformed(
        "Expected /trace?after=UPTIME&known=NUMBER with a number of seconds and a whole number.")
    }
    return TraceReply(
      screens: revision.history.handOver(after: after, knownUpTo: known),
      requests: tracedRequests(after: after))
  }

  /// Parses the number that a request waits for, and the time limit.
  static func wait(
    _ query: [String: String], _ route: ControlRoute
  ) throws -> (after: Int, timeout: Duration)? {
    guard let text = query[TreeQuery.afterName] else { return nil }
    let limit = query[TreeQuery.timeoutName] ?? "0"
    guard let after = Int(text), let timeout = Int(limit), timeout >= 0 else {
      throw ErrorReply.malformed(
        "Expected \(route.path)?after=NUMBER&timeout=MILLISECONDS with whole numbers.")
    }
    return (after, .milliseconds(min(timeout, 600_000)))
  }

  /// Offers the keys to the app, as a terminal does: first to the observers, then as shortcuts of elements. A key that
  /// nothing takes is refused.
  private func keys(_ request: KeysRequest) async throws -> ActionReply {
    try check(request.generation)
    let strokes = try request.keys.map { key in
      guard let stroke = KeyStroke(name: key) else {
        throw ErrorReply.malformed("'\(key)' is not a key; expected ctrl- with a letter, as in 'ctrl-r'.")
      }
      return stroke
    }
    for (index, stroke) in strokes.enumerated() where !host.offer(stroke) {
      throw ErrorReply.unhandledKey(request.keys[index], after: request.keys.prefix(index))
    }
    return try await settled()
  }

  private func tap(_ request: TapRequest) async throws -> ActionReply {
    try await act(.tap(request.id), request.generation, roles: request.roles)
  }

  private func type(_ request: TypeRequest) async throws -> ActionReply {
    let field = host.tree.first(withIdentifier: request.id)
    let current = field?.value ?? ""
    let text = (request.replace == true ? "" : current) + request.text
    // Enter is meant for the app that the text is typed into.
    let generation = request.generation ?? host.generation
    let isOnlyEnter = request.enter == true && text == current && field?.role.isEditable == true
    // Another client may type into the field at the same time: nothing comes between the look at it and the edit.
    try check(generation)
    let action = isOnlyEnter ? Action.focus(request.id) : .edit(request.id, text: text)
    if let roles = request.roles { try check(action, roles) }
    // A field that has the keyboard is left by what Enter does there, and not before.
    if isOnlyEnter, field?.isFocused == true { try host.tree.check(action) } else { try host.perform(action) }
    let typed = try await settled(
      orElse: request.enter == true ? "The text has been typed; Enter was not pressed." : nil)
    guard request.enter == true, let action = host.tree.actionOfEnter(in: request.id) else { return typed }
    do {
      return try await act(action, generation)
    } catch {
      throw ErrorReply(error).afterTyping
    }
  }

  private func open(_ request: OpenRequest) async throws -> ActionReply {
    try check(request.generation)
    do {
      try host.open(request.link)
    } catch {
      throw ErrorReply.notUnderstood("\(error)")
    }
    workbench.didOpen(request.link)
    return try await settled()
  }

  private func act(
    _ action: Action, _ generation: Int?, roles: [String]? = nil
  ) async throws -> ActionReply {
    try check(generation)
    if let roles { try check(action, roles) }
    try host.perform(action)
    return try await settled()
  }

  func check(_ generation: Int?) throws {
    guard let generation, generation != host.generation else { return }
    throw ErrorReply.staleGeneration(meant: generation, current: host.generation)
  }

  private func check(_ action: Action, _ roles: [String]) throws {
    guard let identifier = action.identifier else { return }
    if let unknown = roles.first(where: { Role(rawValue: $0) == nil }) {
      let all = Role.allCases.map(\.rawValue).joined(separator: ", ")
      throw ErrorReply.malformed("There is no role \"\(unknown)\"; there are \(all).")
    }
    let fitting = host.tree.allElements.filter { roles.contains($0.role.rawValue) }.compactMap(\.identifier)
    guard !fitting.contains(identifier) else { return }
    if let other = host.tree.first(withIdentifier: identifier) {
      throw ErrorReply.otherRole(identifier, is: other.role, wanted: roles)
    }
    throw ActionError.unknownIdentifier(
      identifier, nearest: NearestIdentifiers.nearest(to: identifier, in: fitting))
  }

  /// Waits until the app is idle and drawn.
  ///
  /// - Parameter consequence: What an app that stays busy has kept from being done; nil where all of the request is done.
  @discardableResult
  func settled(orElse consequence: @autoclosure () -> String? = nil) async throws -> ActionReply {
    let busy = await host.settle(timeout: settleLimit)
    guard busy.isEmpty else {
      throw ErrorReply.stillBusy(busy, after: settleLimit, consequence: consequence())
    }
    return ActionReply(generation: host.generation, screen: host.tree.screen?.identifier)
  }
}
#endif
