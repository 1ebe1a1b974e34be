import ControlProtocol
import ElementTree
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("Enter on the debug page")
struct EnterRouteTests {
  private let fixture: RouterFixture

  init() throws { fixture = try RouterFixture() }

  @Test("types what came last, then does what Enter does, and leaves a text that is there already alone")
  func enter() async throws {
    try await fixture.app.start()
    #expect(
      await fixture.ask(.type, body: #"{"id":"note-field","text":"Hi","replace":true,"enter":true}"#).status
        == 200)
    #expect(fixture.app.host.tree.first(withIdentifier: "shown")?.label == "Hi")
    #expect(fixture.app.host.tree.first(where: \.isFocused)?.identifier == "keep")
    #expect(await fixture.ask(.record, body: #"{"on":true}"#).status == 200)
    #expect(await fixture.ask(.type, body: #"{"id":"note-field","text":"","enter":true}"#).status == 200)
    let reply = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self)
    #expect(fixture.app.host.tree.first(withIdentifier: "shown")?.label == "Hi")
    #expect(!reply.source.contains("typeText") && !reply.source.contains("replaceText"))
  }

  @Test("refuses what is not a field")
  func refused() async throws {
    try await fixture.app.start()
    #expect(await fixture.ask(.type, body: #"{"id":"keep","text":"","enter":true}"#).status == 409)
  }
}
