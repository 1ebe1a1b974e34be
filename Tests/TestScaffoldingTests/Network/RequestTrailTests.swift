import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@Suite("What a trace has of the app's requests")
struct RequestTrailTests {
  private func request(_ number: Int) -> NetworkRequest {
    NetworkRequest(
      number: number, method: "GET", url: "http://a/\(number)", headers: [:], body: nil, bodyBytes: 0,
      at: "2026-12-31T23:59:00.000Z")
  }

  private func listed(_ trail: RequestTrail, after uptime: Double = 0) -> [TracedRequest] {
    trail.requests(after: uptime) { SecretMask([]) }
  }

  @Test("are those of this generation and the one before, with what came of them and when")
  func generations() {
    var trail = RequestTrail()
    for number in 1...4 {
      trail.begin(masking: SecretMask([]))
      trail.add(request(number), uptime: Double(number))
    }
    trail.end(
      4, at: 4.5, .success(HTTPClient.Response(status: 201, headers: ["A": "b"], body: Data("c".utf8))))
    trail.end(3, at: 5, .failure(CancellationError()))
    trail.end(1, at: 6, .failure(CancellationError()))
    #expect(trail.current.map(\.request.number) == [4])
    let all = listed(trail)
    #expect(all.map(\.request.number) == [3, 4])
    #expect(all.map(\.nanoseconds) == [2_000_000_000, 500_000_000])
    #expect(all[0].request.problem == "cancelled" && all[0].answer == nil)
    #expect(all[1].request.status == 201)
    #expect(all[1].answer == TracedRequest.Answer(headers: ["A": "b"], text: "c", bytes: 1))
    // What was over is left out; what began before, and ended after, is not.
    #expect(listed(trail, after: 4.6).map(\.request.number) == [3])
    trail.add(request(5), uptime: 4)
    #expect(listed(trail, after: 9).map(\.request.number) == [5])
  }

  @Test("stay within bounds, however many there are and whatever is answered")
  func bounds() {
    var trail = RequestTrail()
    let most = String(repeating: "a", count: RequestTrail.mostOfOne)
    for number in 1...1_100 {
      trail.add(request(number), uptime: 1)
      trail.end(number, at: 2, .success(HTTPClient.Response(status: 200, body: Data(most.utf8))))
    }
    let all = listed(trail)
    #expect(all.first?.request.number == 101 && all.count == 1_000)
    #expect(trail.current.reduce(0) { $0 + ($1.answer?.text?.count ?? 0) } <= 4 << 20)
    #expect(all.last?.answer?.bytes == most.count && all.last?.answer?.text == nil)
    trail.add(request(2_000), uptime: 1)
    trail.begin(masking: SecretMask([]))
    trail.add(request(2_001), uptime: 1)
    trail.end(2_001, at: 2, .success(HTTPClient.Response(status: 200, body: Data((most + "b").utf8))))
    #expect(
      listed(trail).last?.answer == TracedRequest.Answer(headers: [:], text: nil, bytes: most.count + 1))
    trail.add(request(2_002), uptime: 1)
    trail.end(2_002, at: 2, .success(HTTPClient.Response(status: 200, body: Data([0xFF, 0xFE]))))
    #expect(listed(trail).last?.answer == TracedRequest.Answer(headers: [:], text: nil, bytes: 2))
  }

  @Test("have texts again as soon as there is room, which only the texts that are kept take up")
  func room() {
    var trail = RequestTrail()
    func add(_ number: Int, bytes: Int) {
      let body = Data(repeating: UInt8(ascii: "a"), count: bytes)
      trail.add(request(number), uptime: 1)
      trail.end(number, at: 2, .success(HTTPClient.Response(status: 200, body: body)))
    }
    for number in 1...63 { add(number, bytes: RequestTrail.mostOfOne) }
    add(64, bytes: RequestTrail.mostOfOne - 10)
    add(65, bytes: RequestTrail.mostOfOne)
    add(66, bytes: 10)
    add(67, bytes: 1)
    let first = listed(trail).suffix(4).map { $0.answer?.text?.count }
    #expect(first == [RequestTrail.mostOfOne - 10, nil, 10, nil])
    for number in 68...1_000 { add(number, bytes: 1) }
    add(1_001, bytes: RequestTrail.mostOfOne - 1)
    add(1_002, bytes: RequestTrail.mostOfOne)
    let last = listed(trail).suffix(3).map { $0.answer?.text?.count }
    #expect(last == [nil, RequestTrail.mostOfOne - 1, RequestTrail.mostOfOne])
  }

  @Test("have no secret, neither of this generation nor of the one before")
  func secrets() throws {
    func secretive(_ number: Int, _ secret: String) -> NetworkRequest {
      NetworkRequest(
        number: number, method: "POST", url: "http://a/?code=\(secret)",
        headers: ["Authorization": "Bearer x", "X-Code": secret], body: "code=\(secret)", bodyBytes: 12,
        at: "")
    }
    let secrets = ["swordfish", "hunter2"]
    var trail = RequestTrail()
    trail.add(secretive(1, secrets[0]), uptime: 1)
    trail.begin(masking: SecretMask([secrets[0]]))
    trail.add(secretive(2, secrets[1]), uptime: 2)
    for (number, secret) in zip([1, 2], secrets) {
      trail.end(
        number, at: 3,
        .success(
          HTTPClient.Response(
            status: 200, headers: ["set-cookie": "y", "X": secret], body: Data(secret.utf8))))
    }
    let all = trail.requests(after: 0) { SecretMask([secrets[1]]) }
    for traced in all {
      let text = String(decoding: try JSONEncoder().encode(traced), as: UTF8.self)
      #expect(!secrets.contains { text.contains($0) } && !text.contains("Bearer"), "\(text)")
      #expect(traced.request.body == "code=(blanked)" && traced.request.headers["X-Code"] == "(blanked)")
      #expect(traced.answer?.text == "(blanked)" && traced.answer?.headers["set-cookie"] == "(blanked)")
    }
    #expect(all.count == 2)
  }
}
