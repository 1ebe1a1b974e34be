import AppRuntime
import ControlProtocol
import LocalHTTP
import Testing

@testable import TestScaffolding

@Suite("The body of a request")
struct RequestBodyTests {
  @Test(
    "that cannot be meant is refused, with what is wrong about it",
    arguments: [
      (
        #"{"keepdata":true}"#,
        #""keepdata" is none of its fields; "#
          + #"they are "launchArguments", "launchEnvironment", "keepData", "state", "generation""#
      ),
      (#"{"keepData":true,"keepData":false}"#, #""keepData" is there more than once"#),
      (#"{"keepData":"yes"}"#, #"expected true or false at "keepData""#),
      (#"{"generation":"1"}"#, #"expected a whole number at "generation""#),
      (#"{"launchArguments":"--plain"}"#, #"expected an array at "launchArguments""#),
      (#"{"launchArguments":[1]}"#, #"expected a string at "launchArguments[0]""#),
      (#"{"launchEnvironment":[]}"#, #"expected an object at "launchEnvironment""#),
      ("[]", "expected an object"),
      (#"{"generation":1.5}"#, "a number in it is not whole, or too large"),
      (#"{"generation":99999999999999999999}"#, "a number in it is not whole, or too large"),
      ("{", "it is not JSON"),
    ])
  func refused(body: String, reason: String) {
    #expect(throws: ErrorReply.malformed("The body cannot be used: \(reason).")) {
      try RequestBody(bytes: Array(body.utf8)).decode(ResetRequest.self)
    }
  }

  @Test("is looked through for fields that nobody asks for, at any depth")
  func nested() {
    #expect(
      throws: ErrorReply.malformed(
        #"The body cannot be used: "bogus" is none of the fields at "begin"; "#
          + #"they are "test", "message", "place"."#)
    ) {
      try RequestBody(bytes: Array(#"{"begin":{"test":"a","message":"b","bogus":1}}"#.utf8))
        .decode(PauseRequest.self)
    }
    #expect(
      throws: ErrorReply.malformed(
        #"The body cannot be used: "bogus" is none of its fields; there are none."#)
    ) { try RequestBody(bytes: Array(#"{"bogus":1}"#.utf8)).decode(EmptyRequest.self) }
  }

  @Test("of nothing asks for what is left out")
  func empty() throws {
    #expect(try RequestBody(bytes: []).decode(ResetRequest.self) == ResetRequest())
  }
}

@MainActor
@Suite("A request to an app that has gone on, or with a slip")
struct RefusedRequestTests {
  @Test("resets no other generation than it means")
  func staleReset() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    let stale = await fixture.ask(.reset, body: #"{"generation":7}"#)
    #expect(try stale.decoded(ErrorReply.self).code == .staleGeneration)
    #expect(fixture.app.host.generation == 1)
    #expect(await fixture.ask(.reset, body: #"{"generation":1}"#).status == 200)
    #expect(fixture.app.host.generation == 2)
  }

  @Test("has a method that its path is not asked with, and is refused with those that it is")
  func wrongMethod() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    #expect(await fixture.ask("HEAD", "/tap").response.headers["Allow"] == "POST")
    #expect(await fixture.ask("HEAD", "/tree").response.headers["Allow"] == nil)
  }

  @Test("has an item in its query that there is not, and is refused with those that there are")
  func wrongQuery() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    #expect(
      try await fixture.ask(.tree, ["idel": "5"]).decoded(ErrorReply.self)
        == .malformed("/tree has no ?idel=; it has ?after=, ?timeout=, ?idle=, ?tree=."))
    #expect(await fixture.ask(.status, ["tree": "5"]).status == 200)
    #expect(await fixture.ask(.quit, body: #"{"bogus":1}"#).status == 400)
  }

  @Test(
    "has an item in its query with a value that it does not take, and is refused with the one that it takes")
  func wrongQueryValue() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    #expect(
      try await fixture.ask(.objects, ["living": "true"]).decoded(ErrorReply.self)
        == .malformed("Expected /objects?living=1, not 'true'."))
    #expect(await fixture.ask(.objects).status == 200)
  }

  @Test("removes no routes in another generation than it means, or with a slip")
  func routes() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    #expect(await fixture.ask(.setNetwork, body: #"{"to":"GET /menu","text":"fixed"}"#).status == 200)
    #expect(await fixture.ask(.clearNetwork, body: #"{"generation":7}"#).status == 409)
    #expect(await fixture.ask(.clearNetwork, body: #"{"to":"GET /menu"}"#).status == 400)
    #expect(try await fixture.ask(.network).decoded(NetworkReply.self).routes.map(\.to) == ["GET /menu"])
    #expect(await fixture.ask(.clearNetwork, body: #"{"generation":1}"#).status == 200)
  }

  @Test("presses none of its keys where one is not a key")
  func wrongKey() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    let reply = await fixture.ask(.keys, body: #"{"keys":["ctrl-r","nope"]}"#)
    // Where the first key were pressed, nobody would listen to it.
    #expect(try reply.decoded(ErrorReply.self).message.hasPrefix("'nope' is not a key"))
  }
}
