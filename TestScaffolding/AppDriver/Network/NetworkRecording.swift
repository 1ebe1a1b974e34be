#if DEBUG
import ControlProtocol
import Foundation
import Leaks

/// Real answers in a file: made where the environment says so, and given to the app otherwise.
struct NetworkRecording: Sendable {
  /// The variable that says whether real servers are asked: `record`, or `replay` as without it.
  static let variable = "CLEANSLATE_NETWORK"

  let path: String
  /// What the file holds; nil while it is made.
  private let recorded: [NetworkExchange]?

  init(_ path: String, _ mode: String?) throws {
    self.path = path
    switch mode {
    case nil, "", "replay": recorded = try HARFile(reading: path).exchanges
    case "record": recorded = nil
    case let other?:
      throw NetworkMessageError(
        recording: path, "\(Self.variable) is \"\(other)\"; it takes record or replay")
    }
  }

  /// With what the app is started.
  var start: Start {
    var start = Start()
    if recorded == nil { start.network.records = true } else { start.network.recordings = [path] }
    return start
  }

  /// What a test has recorded, which is kept if the test passes.
  struct Made: Sendable, Equatable {
    fileprivate let path: String
    fileprivate let bytes: Data

    func write() throws {
      let url = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: url, options: .atomic)
    }
  }

  /// Ends the use of the recording at the end of a test: hands over what was recorded, or says what the app has asked in
  /// another way.
  func finish(in app: App) throws -> [String] {
    guard app.state == .running else {
      return [
        "\(app.executableName) ran no longer when the test ended, so that \(path) is neither written nor "
          + "compared with what it has asked for. Leave the app running until the test ends."
      ]
    }
    guard let recorded else {
      let made = try make(of: app.exchanges())
      app.withRecord { $0.recording = made }
      return []
    }
    // Arguments that a test sets later replace these.
    guard app.running?.configuration.start.network.recordings.contains(path) == true else {
      return [
        "\(app.executableName) was started or reset without \(path), so that it has not got its answers. Call useRecording "
          + "after all that sets launch arguments."
      ]
    }
    return differences(in: try app.networkReply(at: nil), from: recorded)
  }

  private func make(of reply: ExchangesReply) throws -> Made {
    func unmade(_ problem: String) -> NetworkMessageError {
      NetworkMessageError(recording: path, "it cannot be made: \(problem)")
    }
    if let problem = reply.problem { throw unmade(problem) }
    do {
      return Made(path: path, bytes: try HARFile(reply.exchanges).bytes())
    } catch let error as NetworkMessageError {
      throw unmade("\(error)")
    }
  }

  /// What is not as in the recording. A request that the recording does not have has failed the test already.
  ///
  /// What the app has not asked for still has its route. The app tells the latest of its requests, so these are compared with
  /// the latest of the others.
  func differences(in reply: NetworkReply, from recorded: [NetworkExchange]) -> [String] {
    var left = reply.routes
    var (rest, used): ([NetworkExchange], [NetworkExchange]) = ([], [])
    for (exchange, route) in zip(recorded.reversed(), HARFile(recorded).routes.reversed()) {
      if let index = left.lastIndex(of: route) {
        left.remove(at: index)
        rest.append(exchange)
      } else {
        used.append(exchange)
      }
    }
    var differences: [String] = []
    for request in reply.requests.reversed() {
      guard let index = used.firstIndex(where: { $0.target == request.route }) else { continue }
      let exchange = used.remove(at: index)
      let name = "\(request.method) \(request.url)"
      if !request.sends(exchange.body) {
        let sent = request.body.map { "\"\($0)\"" } ?? "\(request.bodyBytes) bytes"
        let body = exchange.body.text.map { "\"\($0)\"" } ?? "\(exchange.body.byteCount) bytes"
        differences.append("The app sends \(sent) to \(name); in \(path) it is \(body).")
      }
      if !exchange.hasAddress(request.url) {
        differences.append("\(path) has \(exchange.method) \(exchange.url), and the app asks for \(name).")
      }
    }
    return differences.reversed()
      + rest.reversed().map { "The app does not ask for \($0.method) \($0.url), as it does in \(path)." }
  }
}

extension NetworkExchange {
  /// Whether this was its address, with any text where a secret was. No server gets a fragment.
  fileprivate func hasAddress(_ address: String) -> Bool {
    let (url, address) = (url.prefix { $0 != "#" }, address.prefix { $0 != "#" })
    guard url.contains(ExchangesReply.blank) else { return address == url }
    let (own, others) = (url.addressParts, address.addressParts)
    return own.count == others.count
      && zip(own, others).allSatisfy { own, other in
        TextPattern(own.replacing(ExchangesReply.blank, with: "*")).matches(other)
      }
  }
}

extension NetworkRequest {
  /// Whether it sends what was recorded, with any text where a secret was. Of what is long or no text, only the length is known.
  func sends(_ recorded: NetworkContent) -> Bool {
    let text = recorded.text ?? ""
    let hasSecret = text.contains(ExchangesReply.blank)
    guard recorded.base64 == nil, let body = body ?? (bodyBytes == 0 ? "" : nil) else {
      return hasSecret || recorded.byteCount == bodyBytes
    }
    return hasSecret
      ? TextPattern(text.replacing(ExchangesReply.blank, with: "*")).matches(body) : body == text
  }
}

extension Substring {
  /// What comes before the query, and each of its items.
  fileprivate var addressParts: [String] { split(whereSeparator: "?&".contains).map(String.init) }
}

extension App {
  /// Writes what a test has recorded, once nothing has failed it, and returns what is wrong with that.
  func writeRecording() -> [String] {
    do {
      try withRecord { $0.recording.take() }?.write()
      return []
    } catch {
      return ["\(error)"]
    }
  }
}

extension NetworkControl {
  /// Resets the app, and has it get the answers of a recording from its start on, each once.
  ///
  /// With `CLEANSLATE_NETWORK=record` in the environment of the tests, real servers answer and the file is made at the end of the
  /// test, if it has passed. Header fields such as `Authorization` and `Cookie` are blanked, and so is what the app keeps as a
  /// secret or takes in a secure field. Otherwise the test fails if the app asks for something else than when it was recorded. The
  /// path is relative to the file of the test; the form is HAR 1.2.
  public func useRecording(_ path: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let url = URL(filePath: path, relativeTo: URL(filePath: "\(file)").deletingLastPathComponent())
    let before = app.launchArguments
    try app.recorder.placed(at: CallPlace(file: file, line: line)) {
      let recording = try NetworkRecording(
        url.path, app.settings.environment[NetworkRecording.variable])
      try app.willUse(recording)
      do {
        app.launchArguments += try recording.start.words()
        try app.reset(file: file, line: line)
      } catch {
        app.launchArguments = before
        try app.willUse(nil)
        throw error
      }
    }
  }
}
#endif
