#if DEBUG
public import ControlProtocol
public import ElementTree
import Foundation
import LocalHTTP
import OperatingSystem
import Processes
import Synchronization

extension App {
  /// Returns what the app shows now.
  public func tree() throws -> Element { try snapshot().tree }

  /// Leaves the screen for the one before it.
  public func back() throws {
    try act(.back, BackRequest(generation: generation))
  }

  /// Opens a deep link.
  public func open(_ link: String) throws {
    try act(.open, OpenRequest(link: link, generation: generation))
  }

  /// Returns what the app keeps; of secrets only digests.
  public func data() throws -> DataReply { try ask(.data) }

  /// Returns what outlived the latest reset.
  public func leaks() throws -> LeaksReply { try ask(.leaks) }

  /// Returns how many objects of each class the app holds, and how much memory it uses.
  public func objects() throws -> ObjectsReply { try ask(.objects) }

  /// Returns who the app is and how it is.
  public func status() throws -> StatusReply { try ask(.status) }

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
    activities?.add(route.step(body))
    let (reply, launch) = try request(
      route, body: body, within: settings.requestTimeout, as: ActionReply.self)
    hear(generation: reply.generation, screen: reply.screen, launch: launch)
  }

  private func ask<Reply: Decodable>(_ route: ControlRoute) throws -> Reply {
    activities?.add("Ask for \(route.path)")
    return try request(route, within: settings.requestTimeout, as: Reply.self).reply
  }

  func hear(generation: Int, screen: String?, launch: Int) {
    contents.withLock { contents in
      // An answer of a process that is gone says nothing about this one; an overtaken one is old news.
      guard contents.era.launch == launch, generation >= contents.era.generation else { return }
      contents.era.generation = generation
      contents.screen = screen
    }
  }

  func request<Reply: Decodable>(
    _ route: ControlRoute, query: String = "", body: (some Encodable)? = Optional<BackRequest>.none,
    within limit: Duration, as type: Reply.Type
  ) throws -> (reply: Reply, launch: Int) {
    let (current, launch) = contents.withLock { ($0.running, $0.era.launch) }
    guard let current else { throw AppError.notRunning(app: executableName) }
    if let status = current.process.waitForExit(until: Deadline(in: .zero)) {
      throw ended(status, current, doing: "before it was asked for \(route.path)")
    }
    do {
      let bytes = try body.map { Array(try JSONEncoder().encode($0)) } ?? []
      let response = try current.client.send(route.method, route.path + query, body: bytes, within: limit)
      return (try decode(response, from: route), launch)
    } catch let error as TransportError {
      // A process that dies closes its connections a moment before it counts as ended.
      if case .timeout = error {
      } else if let status = current.process.waitForExit(until: Deadline(in: .seconds(1))) {
        throw ended(status, current, doing: "while it was asked for \(route.path)")
      }
      throw AppError.noAnswer(app: executableName, route: route, problem: "\(error)", log: log)
    }
  }

  private func ended(_ status: ExitStatus, _ running: Running, doing: String) -> AppError {
    .ended(app: executableName, status, doing: doing, log: running.process.output.text)
  }

  func decode<Reply: Decodable>(
    _ response: ControlResponse, from route: ControlRoute,
    by read: (Data) throws -> Reply = { try JSONDecoder().decode(Reply.self, from: $0) }
  ) throws -> Reply {
    let data = Data(response.body)
    func complain(_ problem: String) -> AppError {
      .noAnswer(app: executableName, route: route, problem: problem, log: log)
    }
    guard (200..<300).contains(response.status) else {
      guard let reply = try? JSONDecoder().decode(ErrorReply.self, from: data) else {
        throw complain("The answer has status \(response.status) and does not say why.")
      }
      throw AppError.refused(app: executableName, route: route, reply)
    }
    do {
      return try read(data)
    } catch let error as OtherVersionError {
      throw error
    } catch {
      throw complain("The answer is not a \(Reply.self): \(error)")
    }
  }
}
#endif
