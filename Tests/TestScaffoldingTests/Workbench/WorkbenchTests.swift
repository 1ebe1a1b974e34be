import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("The workbench")
struct WorkbenchTests {
  private let fixture: RouterFixture

  init() throws { fixture = try RouterFixture() }

  @Test("tells the flags with type, value and layer, the situations, the links, and what holds now")
  func setup() async throws {
    try await fixture.app.start([#"EPHEMERAL_{"note.volume":7}"#])
    _ = await fixture.ask(
      .reset,
      body: #"{"launchArguments":["EPHEMERAL_{\"note.volume\":7}"],"launchEnvironment":{"NOTE":"1"}}"#)
    let setup = try await fixture.ask(.setup).decoded(SetupReply.self)
    #expect(
      setup
        == SetupReply(
          generation: 2,
          flags: [
            .init(
              key: "note.loud", type: "Bool", value: "false", layer: "default", summary: "Writes in capitals."
            ),
            .init(key: "note.volume", type: "Int", value: "7", layer: "ephemeral", summary: "How loud."),
          ],
          situations: [
            .init(
              name: "userWithANote", summary: "Somebody who wrote something.",
              argument: #"AUTOMATION_{"simulateUserWithANote":true}"#)
          ], links: [.init(link: "note://notes/1", summary: "A note.")],
          launchArguments: [#"EPHEMERAL_{"note.volume":7}"#], launchEnvironment: ["NOTE": "1"],
          clock: setup.clock))
    let situation = try #require(setup.situations.first?.argument)
    let request = try JSONEncoder().encode(ResetRequest(launchArguments: [situation]))
    #expect(await fixture.ask(.reset, body: String(decoding: request, as: UTF8.self)).status == 200)
    #expect(fixture.app.host.tree.first(withIdentifier: "shown")?.label == "hello")
  }

  @Test("logs actions, drawings, resets and refusals in their order, and no text of a secure field")
  func log() async throws {
    func now() -> Int { Int(Date().timeIntervalSince1970 * 1000) }
    let start = now()
    try await fixture.app.start()
    let seen = fixture.workbench.log.entries(after: 0).count
    try fixture.app.host.perform(.edit("note-field", text: "Hi"))
    _ = await fixture.ask(.tap, body: #"{"id":"nothing"}"#)
    _ = await fixture.ask(.reset)
    let entries = try await fixture.ask(.log, ["after": "\(seen)"]).decoded(LogReply.self).entries
    #expect(entries.map(\.kind) == [.action, .drawn, .refused, .drawn, .reset])
    #expect(entries.map(\.number) == Array(seen + 1...seen + 5))
    #expect(entries[0].text == #"type "Hi" into textField "note-field""#)
    #expect(entries[1].text == #"screen "note""#)
    #expect(entries[2].text.hasPrefix("404: POST /tap: No element has the identifier"))
    #expect(entries[4].text.wholeMatch(of: /generation 2, clean, \d+\.\d\d ms/) != nil)
    #expect(entries.allSatisfy { (start...now()).contains($0.unixMilliseconds) })
    #expect(await fixture.ask(.log, ["after": "x"]).status == 400)
    let secure = SecureField("Password", id: ID("password"), text: "").element
    #expect(
      ActionText.describe(.edit("password", text: "geheim"), in: secure)
        == #"type 6 characters into secureField "password""#)
  }

  @Test("remembers no more of the log than its limit, and counts on")
  func boundedLog() {
    let log = EventLog(limit: 3)
    for number in 1...20 { log.add(.action, "\(number)") }
    #expect(log.entries(after: 0).map(\.text) == ["18", "19", "20"])
    #expect(log.entries(after: 19).map(\.number) == [20])
    #expect(log.entries(after: 20) == [])
  }

  @Test("keeps the receipts of resets, with descriptors and memory where it is to look at them")
  func history() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.reset)
    fixture.app.desk.measuresProcess = true
    let receipt = try await fixture.ask(.reset).decoded(ResetReceipt.self)
    let resets = try await fixture.ask(.resets).decoded(ResetsReply.self).resets
    #expect(resets.map(\.receipt?.generation) == [2, 3])
    #expect(resets[1].receipt == receipt)
    #expect(resets[0].descriptors == nil && resets[0].residentBytes == nil)
    #expect(try #require(resets[1].descriptors) > 2)
    #expect(try #require(resets[1].residentBytes) > 1 << 20)
  }

  @Test("gives a query for each element of the tree, in its order")
  func queries() async throws {
    try await fixture.app.start()
    let tree = try await fixture.ask(.tree).decoded(TreeReply.self)
    let reply = try await fixture.ask(.queries).decoded(QueriesReply.self)
    #expect(reply.revision == tree.revision)
    #expect(
      reply.queries == [
        #"app.otherElements["Notes"]"#, #"app.otherElements["note"]"#, #"app.staticTexts["shown"]"#,
        #"app.textFields["note-field"]"#, #"app.buttons["keep"]"#, #"app.buttons["wait"]"#,
      ])
  }
}
