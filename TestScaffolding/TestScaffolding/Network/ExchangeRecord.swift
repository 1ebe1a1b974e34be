#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation

/// What the app and real servers say to each other, kept for a recording.
struct ExchangeRecord: Sendable {
  /// By the numbers of their requests: answers come in any order, and are given again in that of the requests.
  private var kept: [Int: NetworkExchange] = [:]
  private(set) var problem: String?
  private var size = 0

  /// Notes a request. As long as nothing has answered it, it is one that the app gives up.
  mutating func begin(_ number: Int, _ request: HTTPClient.Request) {
    let exchange = NetworkExchange(
      unixMilliseconds: Int(Date().timeIntervalSince1970 * 1000), milliseconds: 0,
      method: request.method.uppercased(),
      // No server gets the fragment.
      url: String(request.url.absoluteString.prefix { $0 != "#" }), headers: request.headers,
      body: NetworkContent(request.body))
    do {
      _ = try NetworkPattern(exchange.target)
      kept[number] = exchange
    } catch {
      // Nobody could give the answer again.
      problem = "\(error)"
    }
  }

  /// Notes what has ended a request just now, with the bytes as they are.
  mutating func end(_ number: Int, _ result: Result<HTTPClient.Response, any Error>) {
    guard var exchange = kept.removeValue(forKey: number) else { return }
    exchange.milliseconds = max(0, Int(Date().timeIntervalSince1970 * 1000) - exchange.unixMilliseconds)
    switch result {
    case .success(let response):
      exchange.status = response.status
      exchange.answerHeaders = response.headers
      exchange.answer = NetworkContent(response.body)
      size += response.body.count
    case .failure(is CancellationError): break
    case .failure(HTTPClient.Failure.unreachable(let host, let reason)):
      guard let failure = NetworkFailure.allCases.first(where: { HTTPClient.Reason($0) == reason }) else {
        problem = "a request to \(host) failed in a way that no recording can repeat"
        return
      }
      exchange.fails = failure
    case .failure(let error):
      problem = "\(exchange.method) \(exchange.url) failed in a way that no recording can repeat: \(error)"
      return
    }
    guard size <= HARFile.mostBytes else {
      problem = "the answers have more than \(HARFile.mostBytes) bytes"
      return
    }
    kept[number] = exchange
  }

  /// The exchanges without any secret.
  func masked(by mask: SecretMask) -> [NetworkExchange] {
    kept.sorted { $0.key < $1.key }.map { _, exchange in
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
