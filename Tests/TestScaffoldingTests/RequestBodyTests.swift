import AppRuntime
import ControlProtocol
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

  @Test("presses none of its keys where one is not a key")
  func wrongKey() async throws {
    let fixture = try RouterFixture()
    try await fixture.app.start()
    let reply = await fixture.ask(.keys, body: #"{"keys":["ctrl-r","nope"]}"#)
    // Where the first key were pressed, nobody would listen to it.
    #expect(try reply.decoded(ErrorReply.self).message.hasPrefix("'nope' is not a key"))
  }
}
