import ControlProtocol
import OperatingSystem
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("An app that nothing has happened to since its reset")
struct StillnessTests {
  private let fixture: RouterFixture

  init() throws { fixture = try RouterFixture() }

  private func isUntouched() async throws -> Bool {
    try await fixture.ask(.status).decoded(StatusReply.self).untouched
  }

  @Test("says so, whatever was asked of it that changes nothing")
  func untouched() async throws {
    try await fixture.app.start()
    #expect(try await !isUntouched())
    #expect(await fixture.ask(.reset).status == 200)
    for question in [ControlRoute.tree, .data, .leaks, .objects] {
      #expect(await fixture.ask(question).status == 200)
    }
    #expect(try await isUntouched())
  }

  @Test("tells the driver which generation that is, until something happens")
  func shared() async throws {
    try await fixture.app.start()
    let number = try SharedNumber()
    fixture.workbench.stillness.tell(try SharedNumber(in: number.descriptor))
    #expect(number.value == 0)
    #expect(await fixture.ask(.reset).status == 200)
    #expect(number.value == fixture.app.host.generation && number.value == 2)
    #expect(await fixture.ask(.reset, body: #"{"keepData":true}"#).status == 200)
    #expect(number.value == 0)
    #expect(await fixture.ask(.reset).status == 200)
    #expect(number.value == 4)
    #expect(await fixture.ask(.type, body: #"{"id":"note-field","text":"Hi"}"#).status == 200)
    #expect(number.value == 0)
  }

  @Test(
    "no longer says so after an action, a link, a key, a drawing or a write, or where the data was kept",
    arguments: ["type", "open", "keys", "drawing", "write", "kept"])
  func touched(by what: String) async throws {
    try await fixture.app.start()
    #expect(await fixture.ask(.reset).status == 200)
    switch what {
    case "type":
      #expect(await fixture.ask(.type, body: #"{"id":"note-field","text":"Hi"}"#).status == 200)
    case "open": fixture.workbench.didOpen("note://note")
    case "keys": _ = await fixture.ask(.keys, body: #"{"keys":["ctrl-r"]}"#)
    case "drawing":
      let session = try #require(fixture.app.host.session as? NoteSession)
      session.note = "Changed by nobody"
      await fixture.app.host.settle()
    case "write": try await fixture.app.keep("what background work has saved")
    default: #expect(await fixture.ask(.reset, body: #"{"keepData":true}"#).status == 200)
    }
    #expect(try await !isUntouched())
  }
}
