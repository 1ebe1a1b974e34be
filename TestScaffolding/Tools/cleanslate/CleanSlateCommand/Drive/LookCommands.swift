#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import Leaks
import OperatingSystem
import ToolOptions

/// `cleanslate leaks`: what survived the latest reset.
struct LeaksCommand: AppVerb {
  static let name = "leaks"
  static let summary = "lists what has survived the latest reset and should be gone"
  static let notes = ["The status is 1 if there is something."]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let reply = try app.app.leaks()
    let leaks = reply.leaks.isEmpty ? "Nothing has leaked." : reply.leaks.map(\.description).list
    let unseen = reply.notLookedInto
    let places = unseen.isEmpty ? "" : "Not looked into, which makes no reset unclean:\n\(unseen.list)\n"
    return VerbAnswer(
      text: "\(leaks)\n\(places)", json: reply,
      status: reply.leaks.isEmpty ? Status.success : Status.failure)
  }
}

/// `cleanslate requests`: what an app has asked servers for.
struct RequestsCommand: AppVerb {
  static let name = "requests"
  static let summary = "lists what an app has asked servers for since its reset"
  static let options = [
    ToolOption(
      "--clear",
      help:
        "Forgets the requests, and all that 'cleanslate reply' has said. Requests that nothing has answered stay "
        + "listed, and fail a test, until the next reset.")
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    if words.has("--clear") { try app.app.network.removeAll() }
    return VerbAnswer(network: try app.app.requestsAndRoutes())
  }
}

extension VerbAnswer {
  init(network reply: NetworkReply) {
    let requests = reply.requests.map { request in
      let outcome = request.status.map { "status \($0)" } ?? request.problem ?? "no answer yet"
      return "\(request.method) \(request.url): \(outcome)"
        + (request.bodyBytes > 0 ? ", sent \(request.bodyBytes) bytes" : "")
    }
    let routes = reply.routes.map { "\($0.to): \($0)" }
    let answers = routes.isEmpty ? nil : "Answers:\n" + routes.list
    let parts = [
      requests.isEmpty ? answers : "Requests:\n" + requests.list,
      requests.isEmpty
        ? "The app has asked for nothing\(reply.unanswered.isEmpty ? "" : " since these were forgotten")."
        : answers,
      reply.unanswered.isEmpty
        ? nil : "Until the reset, the app was left without an answer:\n" + reply.unanswered.list,
    ]
    self.init(text: parts.compactMap(\.self).joined(separator: "\n") + "\n", json: reply)
  }
}

/// `cleanslate log`: what has happened in an app.
struct LogCommand: AppVerb {
  static let name = "log"
  static let summary = "prints what has happened in an app, or follows it"
  static let options = [
    ToolOption(
      "--follow",
      help:
        "Goes on until the app ends, nobody reads, or Ctrl-C is pressed; each line comes when it happens.")
  ]

  let words: GivenWords

  func answer(from app: DrivenApp) throws -> VerbAnswer {
    let entries = try app.app.events()
    return VerbAnswer(text: Self.text(entries), json: entries)
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    guard words.has("--follow") else { return try surroundings.write(answer(in: surroundings), words) }
    let app = try DrivenApp(handle(in: surroundings), in: surroundings)
    do {
      try app.explaining { try follow(app) }
    } catch let end as ToolFailure where end.status == Status.unavailable {
      surroundings.complain("\(end)\n")
    }
    return Status.success
  }

  private func follow(_ app: DrivenApp) throws {
    var (known, revision) = (0, try app.app.screen().revision)
    let output = Descriptor(borrowing: 1)
    // Without a line to write, nothing else tells that nobody reads any more.
    while try Descriptor.poll([(output, [])], until: Deadline(in: .zero))[0].isDisjoint(with: .over) {
      let entries = try app.app.events(after: known)
      known = entries.last?.number ?? known
      for entry in entries {
        _ = try app.surroundings.write(VerbAnswer(text: Self.text([entry]), json: entry), words)
      }
      // Nearly all that happens draws the screen anew; the rest comes with the next look.
      revision = try app.app.screen(after: revision, within: Self.patience).revision
      app.known.markUsed()
    }
  }

  /// In milliseconds.
  private static let patience = 1000

  private static func text(_ entries: [LogReply.Entry]) -> String {
    entries.map { entry in
      let time = Date(timeIntervalSince1970: Double(entry.unixMilliseconds) / 1000)
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true).time(
        includingFractionalSeconds: true)
      let text = entry.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        .joined(separator: "\\n")
      return "\(time.formatted(style))  \(entry.kind.rawValue)  \(text)\n"
    }.joined()
  }
}
#endif
