#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation

/// What the app and real servers say to each other, kept for a recording.
struct ExchangeRecord: Sendable {
  private(set) var exchanges: [NetworkExchange] = []
  private(set) var problem: String?
  private var size = 0

  /// Adds an exchange that has ended just now, with the bytes as they are.
  mutating func add(
    _ request: HTTPClient.Request, from start: Date, _ result: Result<HTTPClient.Response, any Error>
  ) {
    var exchange = NetworkExchange(
      unixMilliseconds: Int(start.timeIntervalSince1970 * 1000),
      milliseconds: max(0, Int(Date().timeIntervalSince(start) * 1000)), method: request.method.uppercased(),
      // No server gets the fragment.
      url: String(request.url.absoluteString.prefix { $0 != "#" }), headers: request.headers,
      body: NetworkContent(request.body))
    switch result {
    case .success(let response):
      exchange.status = response.status
      exchange.answerHeaders = response.headers
      exchange.answer = NetworkContent(response.body)
      size += response.body.count
    case .failure(HTTPClient.Failure.unreachable(let host, let reason)):
      guard let failure = NetworkFailure.allCases.first(where: { HTTPClient.Reason($0) == reason }) else {
        problem = "a request to \(host) failed in a way that no recording can repeat"
        return
      }
      exchange.fails = failure
    // What the app gave up or refused is no answer of a server.
    case .failure: return
    }
    guard size <= HARFile.mostBytes else {
      problem = "the answers have more than \(HARFile.mostBytes) bytes"
      return
    }
    do {
      _ = try NetworkPattern(exchange.target)
    } catch {
      // Nobody could give the answer again.
      problem = "\(error)"
      return
    }
    exchanges.append(exchange)
  }

  /// The exchanges without any secret.
  func masked(by mask: SecretMask) -> [NetworkExchange] {
    exchanges.map { exchange in
      var exchange = exchange
      exchange.url = mask.masked(exchange.url)
      exchange.headers = mask.maskedFields(exchange.headers)
      exchange.answerHeaders = mask.maskedFields(exchange.answerHeaders)
      exchange.body.text = exchange.body.text.map(mask.masked)
      exchange.answer.text = exchange.answer.text.map(mask.masked)
      return exchange
    }
  }
}
#endif
