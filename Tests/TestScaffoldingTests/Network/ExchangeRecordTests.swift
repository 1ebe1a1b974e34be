import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import Observation
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("What is kept of the answers of servers")
struct ExchangeRecordTests {
  private let url: URL

  init() throws { url = try #require(URL(string: "https://kitchen.example/")) }

  /// Starts an app that asks servers which answer so.
  private func start(
    _ feature: (any FeaturePlugin)? = nil, recording: Bool = true,
    _ exchange: @escaping HTTPClient.Exchange = { _ in
      HTTPClient.Response(status: 200, body: Data("real".utf8))
    }
  ) async throws -> RouterFixture {
    let fixture = try RouterFixture(
      network: HTTPClient(exchange), feature: feature)
    try await fixture.app.start(recording ? ["--network", "record"] : [])
    return fixture
  }

  private func network(_ fixture: RouterFixture) throws -> HTTPClient {
    try #require(fixture.app.host.environment).network
  }

  private func record(_ fixture: RouterFixture) async throws -> ExchangesReply {
    try await fixture.ask(.exchanges).decoded()
  }

  @Test("is there only where the launch asks for it, and not longer than to the next reset")
  func asked() async throws {
    #expect(try await start(recording: false).ask(.exchanges).status == 422)
    let fixture = try await start()
    _ = try await network(fixture).send(.init(url: url))
    #expect(try await record(fixture).exchanges.map(\.answer.text) == ["real"])
    try await fixture.app.reset()
    #expect(try await record(fixture).exchanges == [])
  }

  @Test("has none of what the app keeps as a secret")
  func secrets() async throws {
    let fixture = try await start()
    try await fixture.app.keep("private word")
    let address = try #require(URL(string: "https://kitchen.example/?word=private%20word"))
    _ = try await network(fixture).send(
      .init(
        "POST", url: address, headers: ["X-Word": "private word"], body: Data("so private words".utf8)))
    let exchange = try #require(try await record(fixture).exchanges.first)
    #expect(exchange.url == "https://kitchen.example/?word=(blanked)")
    #expect(exchange.headers == ["X-Word": "(blanked)"] && exchange.body.text == "so (blanked)s")
  }

  @Test(
    "has no secret that stands in JSON, an address or a form as such texts do",
    arguments: ["ab+cd/ef==", "pa\"ss word", "my-pass word", "Zürich & more", "plainword"])
  func escapedSecrets(secret: String) async throws {
    let fixture = try await start()
    try await fixture.app.keep(secret)
    var address = try #require(URLComponents(string: "https://kitchen.example/"))
    address.queryItems = [URLQueryItem(name: "word", value: secret)]
    let slashless = JSONEncoder()
    slashless.outputFormatting = .withoutEscapingSlashes
    let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
    let escaped = try #require(secret.addingPercentEncoding(withAllowedCharacters: unreserved))
    let bodies = [
      try JSONEncoder().encode(["word": secret]), try slashless.encode(["word": secret]),
      Data("word=\(escaped.replacing("%20", with: "+"))&more=1".utf8), Data("word=\(escaped)&more=1".utf8),
    ]
    for body in bodies {
      _ = try await network(fixture).send(.init("POST", url: try #require(address.url), body: body))
    }
    let exchanges = try await record(fixture).exchanges
    #expect(Set(exchanges.map(\.url)) == ["https://kitchen.example/?word=(blanked)"])
    let json = #"{"word":"(blanked)"}"#
    #expect(
      exchanges.map(\.body.text) == [json, json, "word=(blanked)&more=1", "word=(blanked)&more=1"])
  }

  @Test("has none of what was typed into a secure field")
  func typed() async throws {
    let fixture = try await start(PasswordFeature())
    try fixture.app.host.perform(.edit("password", text: "open sesame"))
    _ = try await network(fixture).send(.init("POST", url: url, body: Data("say open sesame".utf8)))
    #expect(try await record(fixture).exchanges.map(\.body.text) == ["say (blanked)"])
  }

  @Test("has no fragment, which no server gets")
  func fragment() async throws {
    let fixture = try await start()
    let address = try #require(URL(string: "https://kitchen.example/menu?day=1#today"))
    _ = try await network(fixture).send(.init(url: address))
    #expect(try await record(fixture).exchanges.map(\.url) == ["https://kitchen.example/menu?day=1"])
  }

  @Test("has methods in the form in which they are answered again, or says why that cannot be")
  func methods() async throws {
    let fixture = try await start()
    _ = try await network(fixture).send(.init("post", url: url))
    #expect(try await record(fixture).exchanges.map(\.method) == ["POST"])
    #expect(try await record(fixture).problem == nil)
    _ = try await network(fixture).send(.init("REPORT", url: url))
    let reply = try await record(fixture)
    #expect(reply.exchanges.count == 1)
    #expect(reply.problem?.contains("\"REPORT\" is no method") == true, "\(reply)")
  }

  @Test("says that it is not all where something failed that cannot be repeated")
  func unknownFailure() async throws {
    let fixture = try await start { _ in
      throw HTTPClient.Failure.unreachable(host: "kitchen.example", .other(-1200))
    }
    _ = try? await network(fixture).send(.init(url: url))
    let reply = try await record(fixture)
    #expect(reply.exchanges == [])
    #expect(reply.problem == "a request to kitchen.example failed in a way that no recording can repeat")
  }

  @Test("is bounded, and then says that it is not all")
  func bounded() async throws {
    let fixture = try await start { _ in
      HTTPClient.Response(status: 200, body: Data(repeating: UInt8(ascii: "a"), count: 20 << 20))
    }
    for _ in 0..<2 { _ = try await network(fixture).send(.init(url: url, limit: 1 << 30)) }
    let reply = try await record(fixture)
    #expect(reply.exchanges.count == 1 && reply.problem == "the answers have more than 33554432 bytes")
  }

  @Test("is in the order of the requests, with those that the app gave up or that were under way")
  func order() async throws {
    let (answers, server) = AsyncStream<HTTPClient.Response>.makeStream()
    let fixture = try await start { request in
      guard request.url.path() == "/late" else { return HTTPClient.Response(status: 200) }
      for await answer in answers { return answer }
      throw CancellationError()
    }
    let network = try network(fixture)
    func begin(_ path: String) async throws -> Task<HTTPClient.Response, any Error> {
      let count = try await fixture.ask(.network).decoded(NetworkReply.self).count
      let request = Task { [url] in try await network.send(.init(url: url.appending(path: path))) }
      _ = await fixture.ask(.network, ["after": "\(count)", "timeout": "600000"])
      return request
    }
    let late = try await begin("late")
    _ = try await begin("quick").value
    #expect(try await record(fixture).exchanges.map(\.url.last) == ["e", "k"])
    server.yield(HTTPClient.Response(status: 201))
    _ = try await late.value
    let givenUp = try await begin("late")
    givenUp.cancel()
    _ = await givenUp.result
    let underWay = try await begin("late")
    let reply = try await record(fixture)
    #expect(reply.exchanges.map(\.status) == [201, 200, nil, nil] && reply.problem == nil)
    let home = try TemporaryHome()
    let path = home.path(.temporary) + "/late.har"
    try HARFile(reply.exchanges).bytes().write(to: URL(filePath: path))
    #expect(try HARFile(reading: path).routes.map(\.delaySeconds) == [nil, nil, 86_400, 86_400])
    server.finish()
    _ = await underWay.result
  }

  @Test("says that it is not all where the app has refused an answer")
  func tooLong() async throws {
    let fixture = try await start { _ in throw HTTPClient.Failure.tooLong(limit: 5) }
    try await fixture.app.keep("private word")
    let address = try #require(URL(string: "https://kitchen.example/?word=private%20word"))
    _ = try? await network(fixture).send(.init(url: address))
    let reply = try await record(fixture)
    #expect(reply.exchanges == [])
    let request = "GET https://kitchen.example/?word=(blanked)"
    #expect(
      reply.problem
        == "\(request) failed in a way that no recording can repeat: The server's answer is longer than 5 bytes."
    )
  }

  @Test("has no answer that comes after the reset")
  func late() async throws {
    let (answers, server) = AsyncStream<HTTPClient.Response>.makeStream()
    let fixture = try await start { _ in
      for await answer in answers { return answer }
      throw CancellationError()
    }
    let network = try network(fixture)
    let late = Task { [url] in try await network.send(.init(url: url)) }
    _ = await fixture.ask(.network, ["after": "0", "timeout": "600000"])
    try await fixture.app.reset()
    server.yield(HTTPClient.Response(status: 200))
    _ = try await late.value
    #expect(try await record(fixture).exchanges == [])
    #expect(try await fixture.ask(.network).decoded(NetworkReply.self).requests == [])
  }
}

private struct PasswordFeature: FeaturePlugin {
  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession { PasswordSession() }
}

@Observable @MainActor
private final class PasswordSession: FeatureSession {
  var body: Element {
    Screen("sign-in", title: "Sign in") { SecureField("Password", id: PasswordField.password, text: "") }
      .element
  }

  func edit(_ field: PasswordField, to text: String) {}
}

private enum PasswordField: String { case password }
