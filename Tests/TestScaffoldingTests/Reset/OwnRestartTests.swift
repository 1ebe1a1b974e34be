import AppData
import AppRuntime
import ControlProtocol
import Foundation
import Testing

@testable import TestScaffolding

@MainActor @Suite("A restart of the app's own, in the middle of a test")
struct OwnRestartTests {
  private let fixture: RouterFixture
  private var app: ScaffoldedApp { fixture.app }

  init() throws {
    fixture = try RouterFixture(
      network: HTTPClient { _ in HTTPClient.Response(status: 200, body: Data("real".utf8)) })
  }

  /// Something of which no walk knows what it holds.
  private final class Blot {
    let spot = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    deinit { spot.deallocate() }
  }

  private func network() async throws -> NetworkReply { try await fixture.ask(.network).decoded() }

  private func send(_ address: String) async throws {
    let url = try #require(URL(string: address))
    _ = try await #require(app.host.environment).network.send(.init(url: url))
  }

  private func restart(erasing: Bool = false) async throws {
    let generation = app.host.generation
    try #require(app.host.environment).restart(.init(erasesData: erasing))
    #expect(await app.host.settle(timeout: .seconds(600)).isEmpty)
    #expect(app.host.generation == generation + 1)
  }

  @Test("ends nothing of what the test has set: routes, clock and recording, nor what fails it")
  func goesOn() async throws {
    try await app.start(["--network", "record", "--pause-clock-at", "2026-12-31T23:59:00Z"])
    try app.host.environment?.data.secrets.set(
      Secret("swordfish"), for: SecretItem(.genericPassword, service: "s", account: "a"))
    try await send("http://a/recorded")
    #expect(await fixture.ask(.setNetwork, body: #"{"to":"GET /menu","text":"fixed"}"#).status == 200)
    await #expect(throws: HTTPClient.Failure.self) { try await send("http://a/menus?word=swordfish") }
    #expect(await fixture.ask(.clock, body: #"{"advanceSeconds":60}"#).status == 200)
    try await restart(erasing: true)

    await #expect(throws: HTTPClient.Failure.self) { try await send("http://a/menu2") }
    let reply = try await network()
    let unanswered = ["http://a/menus?word=(blanked)", "http://a/menu2"].map {
      "Nothing answers GET \($0). The nearest route is \"GET /menu\"."
    }
    #expect(reply.isStrict && reply.routes.map(\.to) == ["GET /menu"] && reply.requests.count == 3)
    #expect(reply.unanswered == unanswered)
    let clock = app.scaffolding.pausableClock.state
    #expect(clock.isPaused && clock.now == "2027-01-01T00:00:00.000Z")
    let exchanges = try await fixture.ask(.exchanges).decoded(ExchangesReply.self).exchanges
    #expect(exchanges.map(\.url) == ["http://a/recorded"])

    #expect(try await app.reset().unanswered == unanswered)
    #expect(try await app.reset().unanswered == nil)
    #expect(try await network().routes == [])
  }

  @Test("loses nothing of what the next reset has to report, nor does a reset that fails after its stop")
  func reported() async throws {
    try await app.start()
    let environment = try #require(app.host.environment)
    try #require(app.host.session as? NoteSession).paper.cover = Blot()
    let (end, ended) = AsyncStream.makeStream(of: Void.self)
    environment.tasks.start("goes on") { await Task.detached { for await _ in end {} }.value }
    #expect(await fixture.ask(.setNetwork, body: #"{"to":"GET /menu","text":"fixed"}"#).status == 200)
    await #expect(throws: HTTPClient.Failure.self) { try await send("http://a/other") }
    try await restart()
    ended.finish()
    await #expect(throws: ErrorReply.self) {
      try await app.reset(ResetRequest(launchArguments: ["--open", "note://nowhere"]))
    }

    let blot = "UnsafeMutablePointer<Int> (NoteSession.paper -> Paper -> cover -> Blot -> spot)"
    let receipt = try await app.reset(ResetRequest(launchArguments: []))
    #expect(receipt.abandonedWork.map { $0.prefix { $0 != "(" } } == ["goes on "])
    #expect(receipt.notLookedInto.contains(blot), "\(receipt.notLookedInto)")
    #expect(receipt.unanswered?.count == 1)
    let next = try await app.reset()
    #expect(next.abandonedWork == [] && !next.notLookedInto.contains(blot) && next.unanswered == nil)
  }
}
