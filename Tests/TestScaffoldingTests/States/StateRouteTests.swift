import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import TestSupport
import Testing

@testable import LocalHTTP
@testable import TestScaffolding

@MainActor @Suite("Named states over the control socket")
struct StateRouteTests {
  private let fixture: RouterFixture
  private var app: ScaffoldedApp { fixture.app }

  init() throws { fixture = try RouterFixture() }

  private func save(_ name: String) async throws -> StateRecord {
    let answer = await fixture.ask(.saveState, body: #"{"name":"\#(name)"}"#)
    try #require(answer.status == 200, "\(String(decoding: answer.response.body, as: UTF8.self))")
    return try answer.decoded(SavedStateReply.self).state
  }

  private func go(to name: String) async throws -> ResetReceipt {
    let answer = await fixture.ask(.reset, body: #"{"state":"\#(name)"}"#)
    try #require(answer.status == 200, "\(String(decoding: answer.response.body, as: UTF8.self))")
    return try answer.decoded()
  }

  private func data() async throws -> [DataReply.Part] {
    try await fixture.ask(.data).decoded(DataReply.self).parts
  }

  private func refusal(_ method: String, _ path: String, _ body: String = "") async throws -> ErrorReply {
    try await fixture.ask(method, path, body: body).decoded()
  }

  /// Whether nothing lies beside the app's data and the states.
  private var isTidy: Bool {
    let paths = FileManager.default.enumerator(atPath: app.home.root)?.map { "\($0)" } ?? []
    return !paths.contains { $0.contains("/.writing.") || $0.contains("/.erased.") }
  }

  @Test("hold all that the app keeps, and a reset puts it back and says what")
  func whole() async throws {
    try await app.start()
    try await app.keep("hello")
    let before = try await data()
    let saved = try await save("signed in")
    #expect(saved.isOfThisBuild && saved.leftOut == [] && saved.parts.count == 12)
    #expect(try await data() == before)
    try await app.reset()
    #expect(try await data().allSatisfy { $0.count == 0 })
    let receipt = try await go(to: "signed in")
    #expect(receipt.isClean && !receipt.keptData && receipt.steps.contains { $0.name == "restore" })
    #expect(
      receipt.restored == ResetReceipt.Restored(state: "signed in", id: saved.id, parts: saved.parts))
    #expect(
      receipt.restored?.parts.map { "\($0.part) \($0.count)" } == [
        "documents 1", "library 1", "caches 1", "preferences 1", "properties 1",
        "secrets.genericPassword 1", "secrets.internetPassword 1", "secrets.certificate 1", "secrets.key 1",
        "secrets.identity 1", "group.group.notes.files 1", "group.group.notes.preferences 1",
      ])
    #expect(try await data() == before)
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "hello")
    let tree = app.host.tree
    try await app.start()
    #expect(app.host.tree == tree)
  }

  @Test("are not saved of a generation that a reset under way puts in place of the one that is meant")
  func staleMeanwhile() async throws {
    try await app.start()
    // The generation ends when this does, or at the limit for it.
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    defer { unused.finish() }
    app.host.environment?.tasks.start("take leave") { await Task { for await _ in never {} }.value }
    let reset = app.desk.request(ResetRequest(), from: .controlSocket)
    #expect(
      try await refusal("POST", "/states", #"{"name":"x","generation":1}"#)
        == .staleGeneration(meant: 1, current: 2))
    _ = try await reset.value.get()
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states.isEmpty)
  }

  @Test("can be removed by any name that they can have", arguments: ["a b", "\u{301}x", "日本", "NAME"])
  func removed(name: String) async throws {
    try await app.start()
    _ = try await save(name)
    #expect(try await fixture.ask("DELETE", "/states/\(name)").decoded(StatesReply.self).states.isEmpty)
  }

  @Test("are not saved while the app stays busy, which is said")
  func busy() async throws {
    try await app.start()
    let (never, unused) = AsyncStream.makeStream(of: Void.self)
    defer { unused.finish() }
    app.host.environment?.tasks.start("load") { for await _ in never {} }
    app.desk.settleLimit = .milliseconds(1)
    let refusal = try await refusal("POST", "/states", #"{"name":"x"}"#)
    #expect(refusal.code == .busy && refusal.message.hasSuffix(". The state was not saved."))
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states == [])
  }

  @Test("are removed by the name in the path alone, and in no other generation than is meant")
  func removedByPath() async throws {
    try await app.start()
    let states = [try await save("NAME"), try await save("victim")]
    for (path, query, body) in [
      ("/states/NAME", ["NAME": "victim"], ""), ("/states/victim", [:], #"{"generation":7}"#),
      ("/states/victim", [:], #"{"name":"NAME"}"#),
    ] {
      #expect([400, 409].contains(await fixture.ask("DELETE", path, query, body: body).status), "\(path)")
    }
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states == states)
  }

  @Test("leave nothing of them behind where a reset fails while it takes one")
  func failedReset() async throws {
    try await app.start()
    try await app.keep("hello")
    _ = try await save("it")
    app.host.container.register(Thief(home: app.home))
    let answer = await fixture.ask(.reset, body: #"{"state":"it"}"#)
    #expect(answer.status == 500, "\(String(decoding: answer.response.body, as: UTF8.self))")
    #expect(await Waiting.until { isTidy })
  }

  @Test("stay as they are whatever the app writes, removes and erases after that")
  func untouched() async throws {
    try await app.start()
    try await app.keep("hello")
    let before = try await data()
    _ = try await save("one")
    for round in 1...3 {
      try await app.keep("round \(round)")
      try app.host.environment?.data.files.library.remove("deep")
      #expect(try await data() != before)
      #expect(try await go(to: "one").isClean)
      #expect(try await data() == before)
    }
    _ = await app.host.container.emptyTrashInBackground()
    #expect(try await go(to: "one").cleared.allSatisfy { $0.count == 1 })
    #expect(try await data() == before)
  }

  @Test("are replaced by one of the same name, listed and deleted")
  func list() async throws {
    try await app.start()
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states == [])
    let empty = try await save("a b/c".replacing("/", with: "·"))
    #expect(empty.parts == [])
    try await app.keep("hello")
    let first = try await save("it")
    try await app.keep("bye")
    let second = try await save("it")
    #expect(first.id != second.id)
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states == [empty, second])
    _ = try await go(to: "it")
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "bye")
    _ = try await go(to: empty.name)
    #expect(try await data().allSatisfy { $0.count == 0 })
    let left = await fixture.ask("DELETE", "/states/it")
    #expect(try left.decoded(StatesReply.self).states == [empty])
    // Nothing of a state is left but the other one's list and folder, the marker and empty trash.
    #expect(try names().count == 3)
  }

  /// What is in the folder for the app's states.
  private func names() throws -> [String] {
    let folder = StateStore.usualFolder(environment: app.home.environment)
    return try FileManager.default.contentsOfDirectory(atPath: "\(folder)/net.cleanslate.tests.notes")
  }

  @Test("are built on states, and keep the arguments of the reset apart")
  func chain() async throws {
    try await app.start()
    try await app.keep("hello")
    _ = try await save("base")
    _ = try await go(to: "base")
    try app.host.environment?.data.files.documents.write(Data("more".utf8), to: "more.txt")
    _ = try await save("more")
    _ = try await go(to: "base")
    #expect(try app.host.environment?.data.files.documents.list() == ["note.txt"])
    let loud = #"{"state":"more","launchArguments":["EPHEMERAL_{\"note.loud\":true}"]}"#
    #expect(await fixture.ask(.reset, body: loud).status == 200)
    #expect(app.host.tree.first(withIdentifier: "shown")?.label == "HELLO")
    #expect(try app.host.environment?.data.files.documents.list() == ["more.txt", "note.txt"])
  }

  @Test("are what an app in a situation begins with, until a reset writes the situation's data again")
  func inSituation() async throws {
    let situation = #"AUTOMATION_{"simulateUserWithANote":true}"#
    func shown() -> String? { app.host.tree.first(withIdentifier: "shown")?.label }
    try await app.start([situation])
    try await app.keep("goodbye")
    let before = try await data()
    _ = try await save("it")
    for arguments in [nil, [], [situation]] {
      try await app.reset(ResetRequest(launchArguments: arguments, state: "it"))
      #expect(shown() == "goodbye")
      #expect(try await data() == before)
      try await app.reset(ResetRequest(keepData: true))
      #expect(shown() == "goodbye")
    }
    try await app.reset()
    #expect(shown() == "hello")
  }

  @Test("that cannot be used are refused with what is wrong, and the app runs on with its data")
  func refused() async throws {
    try await app.start()
    try await app.keep("hello")
    let before = try await data()
    let none = try await refusal("POST", "/reset", #"{"state":"signed in"}"#)
    #expect(none.code == .badConfiguration)
    #expect(none.message == "There is no state \"signed in\" of this app. It has none.")
    _ = try await save("signed in")
    #expect(
      try await refusal("POST", "/reset", #"{"state":"signedin"}"#).message
        == "There is no state \"signedin\" of this app. Did you mean \"signed in\"?")
    #expect(
      try await refusal("DELETE", "/states/checkout").message
        == "There is no state \"checkout\" of this app. It has \"signed in\".")
    let both = try await refusal("POST", "/reset", #"{"state":"signed in","keepData":true}"#)
    #expect(both.code == .badRequest)
    for name in ["", "a/b", "../x", ".hidden", "a\\nb", String(repeating: "x", count: 101), " a"] {
      let reply = try await refusal("POST", "/states", #"{"name":"\#(name)"}"#)
      #expect(reply.code == .badRequest && reply.message.contains("cannot be the name of a state"), "\(name)")
    }
    #expect(try await refusal("POST", "/states", #"{"nome":"x"}"#).code == .badRequest)
    #expect(try await refusal("DELETE", "/states/..%2F..").code == .badRequest)
    #expect(try await refusal("PUT", "/states").message.contains("GET or POST"))
    #expect(try await refusal("GET", "/states/signed in").code == .wrongMethod)
    #expect(try await refusal("POST", "/states", #"{"name":"x","generation":7}"#).code == .staleGeneration)
    #expect(app.host.generation == 1)
    #expect(try await data() == before)
    #expect(try await fixture.ask(.states).decoded(StatesReply.self).states.map(\.name) == ["signed in"])
  }

  @Test("whose reset the app does not understand are let go of, and leave nothing behind")
  func misunderstood() async throws {
    try await app.start()
    try await app.keep("hello")
    _ = try await save("it")
    let before = try await data()
    let body = #"{"state":"it","launchArguments":["--unknown"]}"#
    #expect(try await refusal("POST", "/reset", body).code == .badConfiguration)
    #expect(try await data() == before && app.host.generation == 1)
    #expect(await Waiting.until { isTidy })
  }

  @Test("are part of a recording, which may begin from one")
  func recorded() async throws {
    try await app.start()
    try await app.keep("hello")
    _ = try await save("it")
    _ = try await go(to: "it")
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    _ = try await save("again")
    _ = try await go(to: "again")
    let reply = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self)
    #expect(
      reply.warnings == [
        "The recording goes to the state \"it\" and does not save it: a test finds it on this machine only, with this "
          + "build. Declare it as an AppState."
      ])
    #expect(
      reply.source.contains(
        """
            // The state "it" is saved before the test. Declare it as an AppState, so that a test can build it.
            try app.reset(to: "it")
            try app.saveState("again")
            try app.reset(to: "again")

        """))
  }
}

/// A part whose erasure takes away what was prepared for two others.
private struct Thief: DataPart {
  let name = "thief"
  let home: TemporaryHome

  func inventory() throws -> Inventory { Inventory([]) }
  func erase() -> ErasureResult {
    let taken = (try? home.tree())?.filter { $0.contains("/.writing.") && $0.hasSuffix("/note.txt") } ?? []
    for path in taken {
      try? FileManager.default.removeItem(atPath: "\(home.root)/\(path.dropLast("/note.txt".count))")
    }
    return ErasureResult(part: name, count: 0)
  }
  func verifyEmpty() throws -> Bool { true }
}
