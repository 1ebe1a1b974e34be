#if DEBUG
import AppRuntime
import ControlProtocol
import Foundation

/// The latest requests with their answers: those since the latest reset and, without their secrets, those before it.
struct RequestTrail: Sendable {
  private(set) var current: [TracedRequest] = []
  private var earlier: [TracedRequest] = []
  /// What takes the secrets out of those before it.
  private var mask = SecretMask([])
  /// The bytes of the texts that the current requests have.
  private var textBytes = 0

  private static let most = 1000
  /// The most bytes of one text, and of all answers.
  static let mostOfOne = 65_536
  private static let mostOfAll = 4 << 20

  /// Begins anew, as a reset does.
  mutating func begin(masking earlier: SecretMask) {
    mask = earlier
    self.earlier = current.map(mask.maskedRequest)
    (current, textBytes) = ([], 0)
  }

  mutating func add(_ request: NetworkRequest, uptime: Double) {
    if current.count == Self.most { textBytes -= current.removeFirst().textBytes }
    current.append(TracedRequest(request, uptime: uptime))
  }

  /// Notes what has come of a request.
  mutating func end(_ number: Int, at uptime: Double, _ result: Result<HTTPClient.Response, any Error>) {
    if let index = current.firstIndex(where: { $0.request.number == number }) {
      current[index].end(at: uptime, result)
      if textBytes + current[index].textBytes > Self.mostOfAll { current[index].answer?.text = nil }
      textBytes += current[index].textBytes
    } else if let index = earlier.firstIndex(where: { $0.request.number == number }) {
      earlier[index].end(at: uptime, result)
      earlier[index] = mask.maskedRequest(earlier[index])
    }
  }

  /// The requests as they may be shown, without those that were over by then.
  func requests(after uptime: Double, masking current: () -> SecretMask) -> [TracedRequest] {
    let mask = self.current.isEmpty ? nil : current()
    return (earlier + self.current.compactMap { mask?.maskedRequest($0) }).filter { request in
      request.nanoseconds.map { request.uptime + Double($0) / 1e9 > uptime } ?? true
    }
  }
}

extension TracedRequest {
  fileprivate var textBytes: Int { answer?.text?.utf8.count ?? 0 }

  fileprivate mutating func end(at uptime: Double, _ result: Result<HTTPClient.Response, any Error>) {
    nanoseconds = max(0, Int((uptime - self.uptime) * 1e9))
    switch result {
    case .success(let response):
      request.status = response.status
      let isShort = response.body.count <= RequestTrail.mostOfOne
      answer = Answer(
        headers: response.headers, text: isShort ? String(data: response.body, encoding: .utf8) : nil,
        bytes: response.body.count)
    case .failure(let error): request.problem = error is CancellationError ? "cancelled" : "\(error)"
    }
  }
}

extension SecretMask {
  fileprivate func maskedRequest(_ traced: TracedRequest) -> TracedRequest {
    var traced = traced
    traced.request.url = masked(traced.request.url)
    traced.request.headers = maskedFields(ExchangesReply.blanked(traced.request.headers))
    traced.request.body = traced.request.body.map(masked)
    traced.request.problem = traced.request.problem.map(masked)
    if let answer = traced.answer {
      traced.answer?.headers = maskedFields(ExchangesReply.blanked(answer.headers))
      traced.answer?.text = answer.text.map(masked)
    }
    return traced
  }
}
#endif
