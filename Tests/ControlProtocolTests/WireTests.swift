import ControlProtocol
import ElementTree
import FeatureFlags
import Foundation
import Leaks
import Testing

import struct TestSupport.ID

@Suite("The wire")
struct WireTests {
  private let tree = Element(
    .window, label: "Sample",
    children: [
      Screen("sign-in", title: "Sign in", allowsBack: true) {
        TextField("Name", id: ID("name"), text: "Ada", placeholder: "Your name").focused()
        SecureField("Password", id: ID("password"), text: "secret")
        Toggle("Stay", id: ID("stay"), isOn: true)
        Button("Go", id: ID("go")).disabled().traits(.primary)
        Progress("Step", fraction: 0.5)
      }.element
    ])

  @Test("carries a tree whole, but for the text of secure fields")
  func wholeTree() throws {
    let data = try JSONEncoder().encode(ElementRecord(tree))
    #expect(!String(decoding: data, as: UTF8.self).contains("secret"))
    let arrived = try JSONDecoder().decode(ElementRecord.self, from: data).element()
    #expect(arrived.treeDescription == tree.treeDescription)
  }

  @Test("leaves out what is usual")
  func brevity() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(ElementRecord(Button("Go", id: ID("go")).element))
    #expect(String(decoding: data, as: UTF8.self) == #"{"identifier":"go","label":"Go","role":"button"}"#)
  }

  @Test("refuses roles and traits that this side does not know")
  func unknownWords() throws {
    let decoder = JSONDecoder()
    let role = try decoder.decode(ElementRecord.self, from: Data(#"{"role":"hologram"}"#.utf8))
    #expect(throws: UnknownWordError(kind: "role", word: "hologram")) { try role.element() }
    let trait = try decoder.decode(ElementRecord.self, from: Data(#"{"role":"text","traits":["loud"]}"#.utf8))
    #expect(throws: UnknownWordError(kind: "trait", word: "loud")) { try trait.element() }
  }

  @Test("carries a receipt whole; what could not be looked into or was late does not make it unclean")
  func receipt() throws {
    let receipt = ResetReceipt(
      generation: 2, screen: "welcome", nanoseconds: 7, keptData: false, steps: [], cleared: [], survived: [],
      failures: [], abandonedWork: [], leaks: [], late: ["descriptor /tmp/index"],
      processDifferences: [
        ProcessDifference(what: "umask", before: "022", after: "077", restored: true)
      ],
      notLookedInto: ["UnsafeMutablePointer<Int> (TicketSession.buffer)"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let data = try encoder.encode(receipt)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"abandonedWork":[],"busy":[],"cleared":[],"failures":[],"generation":2,"isClean":true,"keptData":false,\
        "late":["descriptor /tmp/index"],"leaks":[],\
        "nanoseconds":7,"notLookedInto":["UnsafeMutablePointer<Int> (TicketSession.buffer)"],\
        "processDifferences":[{"after":"077","before":"022","restored":true,"what":"umask"}],\
        "screen":"welcome","steps":[],"survived":[],"survivesInStatic":[],"trigger":"controlSocket"}
        """)
    #expect(try JSONDecoder().decode(ResetReceipt.self, from: data) == receipt)
    #expect(receipt.isClean)
    let unclean = String(decoding: data, as: UTF8.self)
      .replacing("\"isClean\":true", with: "\"isClean\":false")
    #expect(
      try !JSONDecoder().decode(ResetReceipt.self, from: Data(unclean.utf8)).isClean, "the app has decided")
    let leaks = LeaksReply(generation: 2, leaks: [], notLookedInto: receipt.notLookedInto)
    #expect(
      String(decoding: try encoder.encode(leaks), as: UTF8.self) == """
        {"generation":2,"leaks":[],"notLookedInto":["UnsafeMutablePointer<Int> (TicketSession.buffer)"]}
        """)
  }

  @Test("names a path and a method for each route")
  func routes() {
    #expect(
      ControlRoute.allCases.map { "\($0.method) \($0.path)" } == [
        "GET /status", "GET /tree", "GET /trace", "POST /tap", "POST /type", "POST /keys", "POST /back",
        "POST /open", "POST /clock", "GET /network", "POST /network", "DELETE /network", "GET /exchanges",
        "POST /reset", "GET /states", "POST /states", "DELETE /states/NAME", "GET /resets", "GET /leaks",
        "GET /objects", "GET /data", "GET /setup", "GET /queries",
        "GET /contents",
        "GET /log", "POST /record", "GET /recording", "POST /expect", "POST /steps",
        "GET /shown", "POST /pause", "POST /quit",
      ])
  }
}

@Suite("Flags in launch arguments")
struct FlagArgumentTests {
  @Test("keep their types on the way")
  func roundTrip() throws {
    let values: [String: FlagLiteral] = [
      "a": .bool(true), "b": .int(1), "c": .double(1.5), "d": .string("{\"=} "), "e": .double(2),
    ]
    for kind in FlagArgument.allCases {
      let argument = kind.argument(values)
      #expect(FlagArgument.kind(of: argument) == kind)
      #expect(try kind.values(in: ["--other", argument]) == values)
    }
    #expect(FlagArgument.ephemeral.argument(["a": .bool(true)]) == #"EPHEMERAL_{"a":true}"#)
  }

  @Test("are found only in arguments of their kind")
  func kinds() throws {
    let arguments = [#"EPHEMERAL_{"a":1}"#, #"AUTOMATION_{"b":2}"#, #"EPHEMERAL_{"c":3}"#, "--plain"]
    #expect(try FlagArgument.ephemeral.values(in: arguments) == ["a": .int(1), "c": .int(3)])
    #expect(try FlagArgument.automation.values(in: arguments) == ["b": .int(2)])
    #expect(FlagArgument.kind(of: "--plain") == nil)
  }

  @Test("are refused when one is set twice, in one argument or in two")
  func duplicates() {
    let source = "the EPHEMERAL_{…} launch arguments"
    for arguments in [[#"EPHEMERAL_{"a":1,"a":1}"#], [#"EPHEMERAL_{"a":1}"#, #"EPHEMERAL_{"a":2}"#]] {
      #expect(throws: FlagError.duplicateKey("a", source: source)) {
        try FlagArgument.ephemeral.values(in: arguments)
      }
    }
  }

  @Test("are refused when they are malformed, with the reason")
  func malformed() {
    let error = #expect(throws: FlagError.self) { try FlagArgument.automation.values(in: ["AUTOMATION_a=1"]) }
    #expect(
      error.map { "\($0)" } == """
        The flags of the AUTOMATION_{…} launch arguments cannot be read: no "{" at byte 0. \
        Expected one JSON object of names and plain values, such as {"feature.flag": true}.
        """)
  }
}
