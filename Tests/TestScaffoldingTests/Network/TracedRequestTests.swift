import AppRuntime
import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("What a trace asks an app of its requests")
struct TracedRequestTests {
  @Test("reads the app's secrets while requests may go on")
  func secrets() async throws {
    let network = TestNetwork(clock: PausableClock()) {}
    let client = network.client(around: .unavailable)
    network.set(try PlannedAnswer(NetworkRoute(to: "GET /menu", text: "a private word")))
    _ = try await client.send(.init(url: try #require(URL(string: "http://a/menu"))))
    _ = try? await client.send(.init(url: try #require(URL(string: "http://a/private word"))))
    func secrets() -> [String] { network.count == 2 ? ["private word"] : [] }
    #expect(network.traced(after: 0, secrets: secrets).first?.answer?.text == "a (blanked)")
    #expect(network.reply(generation: 1, secrets: secrets).unanswered.count == 1)
    network.willEnd(secrets: secrets)
    _ = network.begin(nil, reachesOthers: false)
    #expect(network.traced(after: 0) { [] }.first?.answer?.text == "a (blanked)")
  }

  @Test("tells a trace what was asked and answered, also before the latest reset, without the app's secrets")
  func traced() async throws {
    let fixture = try RouterFixture(network: .unavailable)
    func url(_ path: String) throws -> URL { try #require(URL(string: "http://a\(path)")) }
    func traced(_ query: [String: String] = [:]) async throws -> [TracedRequest] {
      try await fixture.ask(.trace, query).decoded(TraceReply.self).requests
    }
    try await fixture.app.start()
    _ = await fixture.ask(
      .setNetwork,
      body: #"{"to":"POST /orders","status":201,"headers":{"X":"1"},"text":"thanks, private word"}"#)
    try await fixture.app.keep("private word")
    let network = try #require(fixture.app.host.environment).network
    _ = try await network.send(
      .init(
        "POST", url: try url("/orders"), headers: ["Authorization": "b"], body: Data("my private word".utf8)))
    _ = try? await network.send(.init(url: try url("/none")))
    let listed = try await fixture.ask(.network).decoded(NetworkReply.self)
    #expect(listed.requests.first?.body == "my private word", "a test may look at all")
    let requests = try await traced()
    #expect(requests.map(\.request.url) == ["http://a/orders", "http://a/none"])
    let order = try #require(requests.first)
    #expect(order.request.headers == ["Authorization": "(blanked)"] && order.request.body == "my (blanked)")
    #expect(order.answer == TracedRequest.Answer(headers: ["X": "1"], text: "thanks, (blanked)", bytes: 20))
    #expect(order.request.route == "POST /orders" && order.nanoseconds ?? -1 >= 0)
    #expect(requests.last?.request.problem?.hasPrefix("Nothing answers GET http://a/none") == true)
    #expect(try await traced(["after": "\(order.uptime + 1_000)"]) == [])
    _ = await fixture.ask(.clearNetwork)
    try await fixture.app.reset()
    #expect(try await traced() == requests)
    try await fixture.app.reset()
    #expect(try await traced() == [])
    #expect(await fixture.ask(.trace, ["after": "x"]).status == 400)
  }

  @Test("says that nothing answers a request without the app's secrets")
  func unanswered() async throws {
    let fixture = try RouterFixture(network: .unavailable)
    try await fixture.app.start()
    try await fixture.app.keep("private word")
    _ = await fixture.ask(.setNetwork, body: #"{"to":"POST /orders","text":""}"#)
    let network = try #require(fixture.app.host.environment).network
    _ = try? await network.send(.init(url: try #require(URL(string: "http://a/?word=private%20word"))))
    let listed = try await fixture.ask(.network).decoded(NetworkReply.self).unanswered
    let reported = try await fixture.app.reset().unanswered
    #expect(listed.count == 1 && listed == reported)
    #expect(listed.first?.hasPrefix("Nothing answers GET http://a/?word=(blanked).") == true)
  }
}
