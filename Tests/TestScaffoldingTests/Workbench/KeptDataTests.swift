import AppData
import AppRuntime
import ControlProtocol
import Foundation
import LocalHTTP
import Testing

@testable import TestScaffolding

@MainActor @Suite("The contents of data")
struct KeptDataTests {
  private let fixture: RouterFixture

  init() throws { fixture = try RouterFixture() }

  private func contents(_ part: String, _ name: String) async throws -> ContentsReply {
    try await fixture.ask(.contents, ["part": part, "name": name]).decoded()
  }

  @Test("are shown for files, preferences and properties, and never for a secret")
  func kinds() async throws {
    try await fixture.app.start()
    try await fixture.app.keep("Geheimnis")
    for (part, name) in [
      ("documents", "note.txt"), ("library", "deep/note.txt"), ("caches", "note.txt"),
      ("group.group.notes.files", "shared.txt"),
    ] {
      let reply = try await contents(part, name)
      #expect(reply == ContentsReply(part: part, name: name, bytes: 9, text: "Geheimnis", note: "text"))
    }
    #expect(try await contents("preferences", "note").text == "Geheimnis")
    #expect(try await contents("group.group.notes.preferences", "shared").note == "string")
    #expect(try await contents("properties", "badgeCount").text == "3")
    for itemClass in SecretClass.allCases {
      let answer = await fixture.ask(
        .contents, ["part": "secrets.\(itemClass.rawValue)", "name": "notes/me"])
      let reply = try answer.decoded(ContentsReply.self)
      #expect(reply.text == nil && reply.note == "A secret is not shown." && reply.bytes > 0)
      #expect(!String(decoding: answer.response.body, as: UTF8.self).contains("Geheimnis"))
    }
  }

  @Test("are shown for every type of preference")
  func preferences() async throws {
    try await fixture.app.start()
    let preferences = try #require(fixture.app.host.environment).data.preferences
    try preferences.set(true, forKey: "bool")
    try preferences.set(7, forKey: "integer")
    try preferences.set(1.5, forKey: "number")
    try preferences.set(["a", "b"], forKey: "list")
    try preferences.set(Data([0, 255]), forKey: "data")
    var shown: [String] = []
    for key in ["bool", "integer", "number", "list", "data"] {
      let reply = try await contents("preferences", key)
      shown.append("\(reply.note): \(reply.text ?? "none")")
    }
    #expect(
      shown == ["boolean: true", "integer: 7", "number: 1.5", "list of strings: a\nb", "bytes: 00 ff"])
  }

  @Test("are cut at a whole character, and are digits where they are no text")
  func preview() {
    let long = KeptData.preview(Data(("x" + String(repeating: "é", count: 3000)).utf8))
    #expect(long.0 == "x" + String(repeating: "é", count: 2047))
    #expect(long.1 == "text, its first 4095 of 6001 bytes")
    #expect(KeptData.preview(Data([0xC3])) == ("c3", "bytes"))
    #expect(KeptData.preview(Data(repeating: 0, count: 300)).1 == "bytes, the first 256 of 300")
    #expect(KeptData.preview(Data()) == ("", "text"))
  }

  @Test("are not read where the file is very large")
  func large() async throws {
    try await fixture.app.start()
    let files = try #require(fixture.app.host.environment).data.files
    try files.caches.write(Data(count: (1 << 20) + 1), to: "big")
    let reply = try await contents("caches", "big")
    #expect(reply.text == nil)
    #expect(reply.note == "The file is too large to be shown: more than 1048576 bytes.")
  }

  @Test(
    "are asked for by the names that the data have",
    arguments: [
      (["part": "documents"], "Expected /contents?part=PART&name=NAME"),
      (["part": "cellar", "name": "wine"], #"The app keeps no part "cellar""#),
      (["part": "documents", "name": "../../etc/passwd"], #"documents holds no "../../etc/passwd""#),
    ] as [([String: String], String)])
  func refused(query: [String: String], reason: String) async throws {
    try await fixture.app.start()
    let answer = await fixture.ask(.contents, query)
    #expect(answer.status == 400)
    #expect(try answer.decoded(ErrorReply.self).message.hasPrefix(reason))
  }
}
