import AppData
import ControlProtocol
import ElementTree
import OperatingSystem
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("An app that nothing has happened to since its reset")
struct UntouchedTests {
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
    fixture.workbench.untouched.tell(try SharedNumber(in: number.descriptor))
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
      #expect(await fixture.app.host.settle(timeout: .seconds(600)) == [])
    case "write": try await fixture.app.keep("what background work has saved")
    default: #expect(await fixture.ask(.reset, body: #"{"keepData":true}"#).status == 200)
    }
    #expect(try await !isUntouched())
  }

  @Test("does not say so after what happened while the reset settled")
  func whileSettling() async throws {
    let beginning = Beginning()
    let fixture = try RouterFixture(observers: [beginning])
    try await fixture.app.start()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    beginning.work = { _ in for await _ in gate { return } }
    let reset = Task { await fixture.ask(.reset) }
    while fixture.app.host.generation < 2 { await Task.yield() }
    try fixture.app.host.perform(.edit("note-field", text: "Hi"))
    opening.yield()
    #expect(await reset.value.status == 200)
    #expect(try await !fixture.ask(.status).decoded(StatusReply.self).untouched)
    #expect(!fixture.workbench.isOnCleanSlate)
  }

  @Test("does not say so after what happened while the reset looked for leaks", arguments: [true, false])
  func whileLookingForLeaks(writes: Bool) async throws {
    try await fixture.app.start()
    // Its session is held from outside, so that the next reset has something to look for.
    #expect(await fixture.ask(.reset).status == 200)
    let host = fixture.app.host
    let reset = Task { await fixture.ask(.reset) }
    while host.generation < 3 { await Task.yield() }
    if writes {
      try host.environment?.data.preferences.set("Hi", forKey: "note")
    } else {
      try host.perform(.edit("note-field", text: "Hi"))
    }
    #expect(await reset.value.status == 200)
    #expect(try await !isUntouched())
  }

  @Test("still says so after what the app itself draws and writes before it is idle for the first time")
  func ownBeginning() async throws {
    let beginning = Beginning()
    let fixture = try RouterFixture(observers: [beginning])
    try await fixture.app.start()
    beginning.work = { session in
      await Task.yield()
      try? session.environment.data.preferences.set("Hi", forKey: "note")
      session.note = "Hi"
    }
    #expect(await fixture.ask(.reset).status == 200)
    #expect(fixture.app.host.tree.first(withIdentifier: "shown")?.label == "Hi")
    #expect(try await fixture.ask(.status).decoded(StatusReply.self).untouched)
  }
}

/// Lets each generation begin with some work that the app is busy with when it is drawn.
@MainActor
private final class Beginning: AppHostObserver {
  var work: ((NoteSession) async -> Void)?

  func host(_ host: AppHost, didFinish step: RestartStep) {
    guard step == .draw, let work, let session = host.session as? NoteSession else { return }
    host.environment?.tasks.start("begin") { await work(session) }
  }
}
