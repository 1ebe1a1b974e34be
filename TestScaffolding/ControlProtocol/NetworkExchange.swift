#if DEBUG
package import Foundation

/// What the app and a server have said to each other.
package struct NetworkExchange: Codable, Sendable, Equatable {
  /// When the app asked, in milliseconds since 1970, by the system's clock.
  package var unixMilliseconds: Int
  /// How long the answer took.
  package var milliseconds: Int
  package var method: String
  package var url: String
  package var headers: [String: String]
  package var body: NetworkContent
  /// The status of the answer; nil if there was none. Without a failure either, the app has given up the request.
  package var status: Int?
  package var answerHeaders: [String: String]
  package var answer: NetworkContent
  /// Why there was no answer.
  package var fails: NetworkFailure?

  package init(
    unixMilliseconds: Int, milliseconds: Int, method: String, url: String, headers: [String: String],
    body: NetworkContent, status: Int? = nil, answerHeaders: [String: String] = [:],
    answer: NetworkContent = NetworkContent(), fails: NetworkFailure? = nil
  ) {
    self.unixMilliseconds = unixMilliseconds
    self.milliseconds = milliseconds
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.status = status
    self.answerHeaders = answerHeaders
    self.answer = answer
    self.fails = fails
  }

  /// The requests that get the same answer again: with any text where a secret was.
  package var target: String { "\(method) \(url.replacing(ExchangesReply.blank, with: "*"))" }
}

/// Bytes on their way: as text if they are that, otherwise as Base64; neither if there are none.
package struct NetworkContent: Codable, Sendable, Equatable {
  package var text: String?
  package var base64: String?

  package init(text: String? = nil, base64: String? = nil) {
    self.text = text
    self.base64 = base64
  }

  /// Bytes as text, where they are some.
  package init(_ bytes: Data) {
    self.init()
    guard !bytes.isEmpty else { return }
    text = String(data: bytes, encoding: .utf8)
    if text == nil { base64 = bytes.base64EncodedString() }
  }

  package var byteCount: Int {
    text?.utf8.count ?? base64.flatMap { Data(base64Encoded: $0)?.count } ?? 0
  }
}

/// The answer to `GET /exchanges`: what an app that was started with `--network record` and its servers have said to each other
/// since its reset. What the app keeps as a secret, and what was typed into secure fields, is blanked.
package struct ExchangesReply: Codable, Sendable, Equatable {
  package var generation: Int
  package var exchanges: [NetworkExchange]
  /// Why the list is not whole; nil if it is.
  package var problem: String?

  package init(generation: Int, exchanges: [NetworkExchange], problem: String?) {
    self.generation = generation
    self.exchanges = exchanges
    self.problem = problem
  }

  /// What stands in the place of a secret.
  package static let blank = "(blanked)"

  private static let secretFields: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token",
    "x-csrf-token",
  ]

  /// The header fields without what those hold that usually keep secrets.
  package static func blanked(_ headers: [String: String]) -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: headers.map { name, value in
        (name, secretFields.contains(name.lowercased()) ? blank : value)
      })
  }
}
#endif
