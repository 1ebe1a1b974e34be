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

  @Test("says which role an element has that is meant by another, and which roles there are")
  func roles() async throws {
    try await fixture.app.start()
    func answer(_ roles: String) async throws -> (Int, ErrorReply) {
      let answer = await fixture.ask(.tap, body: #"{"id":"keep","roles":[\#(roles)]}"#)
      return (answer.status, try answer.decoded(ErrorReply.self))
    }
    let (status, other) = try await answer(#""cell","image""#)
    #expect(status == 404 && other.code == .unknownElement)
    #expect(other.message == #""keep" is a button, not of the role cell or image."#)
    let (wrong, none) = try await answer(#""knob""#)
    #expect(wrong == 400 && none.message.hasPrefix(#"There is no role "knob"; there are window, "#))
  }

  @Test("is not pressed in an app that stays busy, which is said")
  func busy() async throws {
    try await fixture.app.start()
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    defer { unused.finish() }
    fixture.app.host.environment?.tasks.start("load") { for await _ in never {} }
    fixture.app.desk.settleLimit = .milliseconds(1)
    func refusal(_ body: String) async throws -> String {
      try await fixture.ask(.type, body: body).decoded(ErrorReply.self).message
    }
    #expect(
      try await refusal(#"{"id":"note-field","text":"Hi","enter":true}"#)
        .hasSuffix(". The text has been typed; Enter was not pressed."))
    #expect(fixture.app.host.tree.first(where: \.isFocused)?.identifier != "keep")
    #expect(try await refusal(#"{"id":"note-field","text":"!"}"#).hasPrefix("The action is done, but after "))
    #expect(fixture.app.host.tree.first(withIdentifier: "shown")?.label == "Hi!")
  }

  @Test(
    "is refused in a generation that is not meant any more, and says that the text has been typed",
    arguments: [#","generation":1"#, ""])
  func stale(meant: String) async throws {
    let app = fixture.app
    try await app.start()
    // The generation ends when this does, or at the limit for it.
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    defer { unused.finish() }
    app.host.environment?.tasks.start("take leave") { await Task { for await _ in never {} }.value }
    let reset = app.desk.request(ResetRequest(), from: .controlSocket)
    let answer = await fixture.ask(
      .type, body: #"{"id":"note-field","text":"Hi","enter":true\#(meant)}"#)
    _ = try await reset.value.get()
    #expect(
      try answer.decoded(ErrorReply.self) == ErrorReply.staleGeneration(meant: 1, current: 2).afterTyping)
    #expect(app.host.tree.first(withIdentifier: "shown")?.label != "Hi")
  }

  @Test("of which a key is refused says which were pressed before it")
  func keys() async throws {
    try await fixture.app.start(["--reset-on", "gesture", "--reset-gesture", "ctrl-r:3"])
    for (keys, message) in [
      (#"["ctrl-k"]"#, "Nobody listens for 'ctrl-k' here."),
      (#"["ctrl-r","ctrl-k"]"#, "Nobody listens for 'ctrl-k' here. Pressed before it: ctrl-r."),
    ] {
      let answer = await fixture.ask(.keys, body: #"{"keys":\#(keys)}"#)
      #expect(try answer.decoded(ErrorReply.self).message == message)
    }
  }

  @Test("refuses what is not a field")
  func refused() async throws {
    try await fixture.app.start()
    #expect(await fixture.ask(.type, body: #"{"id":"keep","text":"","enter":true}"#).status == 409)
  }
}
