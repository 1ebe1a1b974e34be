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

  /// Ends the use of the recording at the end of a test: writes the file, or says what the app has asked in another way.
  func finish(in app: App) throws -> [String] {
    guard app.state == .running else {
      return [
        "\(app.executableName) ran no longer when the test ended, so that \(path) is neither written nor "
          + "compared with what it has asked for. Leave the app running until the test ends."
      ]
    }
    guard let recorded else {
      try write(app.exchanges())
      return []
    }
    return differences(of: try app.networkReply(at: nil).requests, from: recorded)
  }

  private func write(_ reply: ExchangesReply) throws {
    func unmade(_ problem: String) -> NetworkMessageError {
      NetworkMessageError(recording: path, "it cannot be made: \(problem)")
    }
    if let problem = reply.problem { throw unmade(problem) }
    let bytes: Data
    do {
      bytes = try HARFile(reply.exchanges).bytes()
    } catch let error as NetworkMessageError {
      throw unmade("\(error)")
    }
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try bytes.write(to: url, options: .atomic)
  }

  /// What is not as in the recording. A request that the recording does not have has failed the test already.
  private func differences(of requests: [NetworkRequest], from recorded: [NetworkExchange]) -> [String] {
    var rest = recorded
    var differences: [String] = []
    for request in requests where request.route != nil {
      guard let index = rest.firstIndex(where: { $0.target == request.route }) else {
        continue
      }
      let exchange = rest.remove(at: index)
      let name = "\(request.method) \(request.url)"
      if !exchange.hasAddress(request.url) {
        differences.append("\(path) has \(exchange.method) \(exchange.url), and the app asks for \(name).")
      }
      if !request.sends(exchange.body) {
        let sent = request.body.map { "\"\($0)\"" } ?? "\(request.bodyBytes) bytes"
        let body = exchange.body.text.map { "\"\($0)\"" } ?? "\(exchange.body.byteCount) bytes"
        differences.append("The app sends \(sent) to \(name); in \(path) it is \(body).")
      }
    }
    return differences
      + rest.map { "The app does not ask for \($0.method) \($0.url), as it does in \(path)." }
  }
}

extension NetworkExchange {
  /// Whether this was its address, with any text where a secret was.
  fileprivate func hasAddress(_ address: String) -> Bool {
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

extension String {
  /// What comes before the query, and each of its items.
  fileprivate var addressParts: [String] { split(whereSeparator: "?&".contains).map(String.init) }
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
