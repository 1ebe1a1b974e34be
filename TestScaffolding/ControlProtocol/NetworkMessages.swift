#if DEBUG
/// The body of `POST /network`, and what `--network` has a list of: how requests are answered.
package struct NetworkRoute: Codable, Sendable, Equatable {
  /// Which requests: `GET /menu`, or `GET https://kitchen.example/menu?lang=*`.
  package var to: String
  /// The status of the answer; 200 if it is left out.
  package var status: Int?
  package var headers: [String: String]?
  /// What the answer holds.
  package var text: String?
  /// The same for bytes that are no text.
  package var base64: String?
  /// How long the answer takes to begin, by the app's clock.
  package var delaySeconds: Double?
  /// Why there is no answer.
  package var fails: NetworkFailure?
  /// How many bytes come at a time, with `trickleSeconds` before each piece.
  package var trickleBytes: Int?
  package var trickleSeconds: Double?
  /// After how many bytes the connection is lost.
  package var breaksOffAfter: Int?
  /// Whether one request is answered, and not all of them.
  package var once: Bool?
  package var generation: Int?

  package init(to target: String, status: Int? = nil, text: String? = nil, once: Bool? = nil) {
    to = target
    self.status = status
    self.text = text
    self.once = once
  }
}

/// Why a request gets no answer.
public enum NetworkFailure: String, Codable, Sendable, CaseIterable {
  /// Nobody listens at the address.
  case cannotConnect
  /// No server has the name.
  case unknownHost
  /// The server sends nothing for too long. An answer that is later than the request waits comes to the same.
  case timedOut
  /// The connection ends before there is an answer.
  case connectionLost
  /// There is no network.
  case offline

  public init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let failure = NetworkFailure(rawValue: word) else {
      throw NetworkMessageError(
        "\"\(word)\" is no failure; there are \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    self = failure
  }
}

extension NetworkRoute: CustomStringConvertible {
  /// A day, in seconds.
  package static let longestDelay = 86_400.0

  package var description: String {
    let answer =
      fails.map { "fail with \($0.rawValue)" } ?? "answer with status \(status ?? 200)"
    let details = [
      delaySeconds.map { "after \($0.short) s" },
      trickleSeconds.map { "\(trickleBytes ?? 0) bytes each \($0.short) s" },
      breaksOffAfter.map { "break off after \($0) bytes" }, once == true ? "once" : nil,
    ].compactMap(\.self)
    return ([answer] + details).joined(separator: ", ")
  }
}

/// One request of the app, with what came of it.
public struct NetworkRequest: Codable, Sendable, Equatable {
  /// The number of the request within its process, counted from 1.
  public var number: Int
  public var method: String
  public var url: String
  public var headers: [String: String]
  /// What was sent along, as text; nil if it is none, or is longer than 64 KiB.
  public var body: String?
  /// How many bytes were sent along.
  public var bodyBytes: Int
  /// When the app sent it, by its own clock: `2026-12-31T23:59:00.000Z`.
  public var at: String
  /// The route that answers; nil for one that goes to its server, and for one that nothing answers.
  public var route: String?
  /// The status of the answer; nil before there is one.
  public var status: Int?
  /// Why there is no answer.
  public var problem: String?

  public init(
    number: Int, method: String, url: String, headers: [String: String], body: String?, bodyBytes: Int,
    at: String
  ) {
    self.number = number
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.bodyBytes = bodyBytes
    self.at = at
  }
}

/// The answer to `GET /network`, `POST /network` and `DELETE /network`.
///
/// `GET /network?after=7&timeout=2000` is answered as soon as there is a request above number 7, or after 2000 milliseconds, and
/// lists no other requests.
package struct NetworkReply: Codable, Sendable, Equatable {
  package var generation: Int
  /// The routes, in the order in which they were set. One that has answered once and for all is no longer here.
  package var routes: [NetworkRoute]
  /// The requests since the latest reset, the oldest first; of very many, the latest.
  package var requests: [NetworkRequest]
  /// The number of the latest request of the process.
  package var count: Int
  /// Whether a request that no route answers is an error, since somebody has said something about the network.
  package var isStrict: Bool
  /// The requests since the latest reset that nothing answered, each with the nearest route: a test that has one fails.
  package var unanswered: [String]

  package init(
    generation: Int, routes: [NetworkRoute], requests: [NetworkRequest], count: Int, isStrict: Bool,
    unanswered: [String]
  ) {
    self.generation = generation
    self.routes = routes
    self.requests = requests
    self.count = count
    self.isStrict = isStrict
    self.unanswered = unanswered
  }
}
#endif
