#if DEBUG
import AppData
import AppRuntime
import ControlProtocol
import Foundation

/// What the app and real servers say to each other, kept for a recording.
struct ExchangeRecord: Sendable {
  /// An exchange that is not over yet, with the bytes as they are.
  struct Draft: Sendable {
    let request: HTTPClient.Request
    let date: Date
  }

  private(set) var exchanges: [NetworkExchange] = []
  private(set) var problem: String?
  /// What was typed into secure fields.
  private var typed: Set<String> = []
  private var size = 0

  /// The most bytes of all answers.
  private static let mostBytes = 32 << 20

  mutating func mask(_ text: String) {
    if text.count >= Self.shortest { typed.insert(text) }
  }

  mutating func add(_ draft: Draft, until end: Date, _ result: Result<HTTPClient.Response, any Error>) {
    var exchange = NetworkExchange(
      unixMilliseconds: Int(draft.date.timeIntervalSince1970 * 1000),
      milliseconds: max(0, Int(end.timeIntervalSince(draft.date) * 1000)), method: draft.request.method,
      url: draft.request.url.absoluteString, headers: draft.request.headers,
      body: NetworkContent(draft.request.body))
    switch result {
    case .success(let response):
      exchange.status = response.status
      exchange.answerHeaders = response.headers
      exchange.answer = NetworkContent(response.body)
      size += response.body.count
    case .failure(HTTPClient.Failure.unreachable(_, let reason)): exchange.fails = NetworkFailure(reason)
    // What the app gave up or refused is no answer of a server.
    case .failure: return
    }
    guard size <= Self.mostBytes else {
      problem = "the answers have more than \(Self.mostBytes) bytes"
      return
    }
    exchanges.append(exchange)
  }

  /// The exchanges without what was typed into secure fields, and without what the app keeps as secrets.
  func masked(secrets: [String]) -> [NetworkExchange] {
    let words = (typed.union(secrets.filter { $0.count >= Self.shortest }))
      .sorted { ($0.count, $0) > ($1.count, $1) }
    let variants = words.flatMap { word in
      [word, word.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? word]
    }
    func masked(_ text: String) -> String {
      variants.reduce(text) { $0.replacing($1, with: ExchangesReply.blank) }
    }
    return exchanges.map { exchange in
      var exchange = exchange
      exchange.url = variants.reduce(exchange.url) { $0.replacing($1, with: "blanked") }
      exchange.headers = exchange.headers.mapValues(masked)
      exchange.answerHeaders = exchange.answerHeaders.mapValues(masked)
      exchange.body.text = exchange.body.text.map(masked)
      exchange.answer.text = exchange.answer.text.map(masked)
      return exchange
    }
  }

  /// A shorter text would be found everywhere.
  private static let shortest = 4
}

extension NetworkContent {
  fileprivate init(_ bytes: Data) {
    self.init()
    guard !bytes.isEmpty else { return }
    text = String(data: bytes, encoding: .utf8)
    if text == nil { base64 = bytes.base64EncodedString() }
  }
}

extension NetworkFailure {
  fileprivate init?(_ reason: HTTPClient.Reason) {
    switch reason {
    case .cannotConnect: self = .cannotConnect
    case .unknownHost: self = .unknownHost
    case .timedOut: self = .timedOut
    case .connectionLost: self = .connectionLost
    case .offline: self = .offline
    case .other: return nil
    }
  }
}

extension AppData {
  /// The texts that the app keeps as secrets.
  var secretTexts: [String] {
    SecretClass.allCases.flatMap { (try? secrets.items(ofClass: $0)) ?? [] }
      .compactMap { item in (try? secrets.read(item)).flatMap { String(data: $0.bytes, encoding: .utf8) } }
  }
}
#endif
