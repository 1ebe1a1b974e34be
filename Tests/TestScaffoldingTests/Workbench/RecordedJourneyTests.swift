#if DEBUG
import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import TestScaffolding

/// What is recorded here is a test of another target, which is compiled and run with all others.
@Suite("A journey through a sample app")
struct RecordedJourneyTests {
  @Test("is recorded as the very test that stands in SampleOnboardingUITests, and passes there")
  func record() async throws {
    let home = try TemporaryHome()
    let path = home.path(.runtime) + "/control.sock"
    let app = try ChildProcess(
      try BuiltProduct.path("SampleOnboarding"), ["--control-socket", path, "--plain"],
      environment: home.environment)
    try await app.waitForOutput { $0.contains("(welcome)") }
    let client = try TestClient(.unixSocket(path))
    @discardableResult func ask(_ route: ControlRoute, _ body: String = "") throws -> String {
      try client.send(
        "\(route.method) \(route.path) HTTP/1.1\r\nHost: app\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      let reply = try client.reply()
      #expect(reply.status == 200, "\(route) \(body): \(reply.body)")
      return reply.body
    }

    try ask(.record, #"{"on":true}"#)
    try ask(.tap, #"{"id":"continue"}"#)
    // In its terminal, where the app reads a command from a line.
    app.send("tap continue\n")
    try await app.waitForOutput { $0.contains("(tour-2)") }
    try ask(.back)
    try ask(.tap, #"{"id":"continue"}"#)
    try ask(.reset, #"{"launchArguments":["EPHEMERAL_{\"onboarding.shortTour\":true}"]}"#)
    try ask(.tap, #"{"id":"continue"}"#)
    try ask(.tap, #"{"id":"continue"}"#)
    for text in ["A", "Ad", "Ada"] {
      try ask(.type, #"{"id":"name","text":"\#(text)","replace":true}"#)
    }
    try ask(.type, #"{"id":"email","text":"ada@"}"#)
    try ask(.type, #"{"id":"email","text":"example.com"}"#)
    try ask(.tap, #"{"id":"continue"}"#)
    let recorded = try JSONDecoder().decode(
      RecordingReply.self, from: Data(ask(.record, #"{"on":false}"#).utf8))
    try ask(.quit)
    #expect(try await app.waitForExit() == .exited(0))

    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "SampleOnboardingUITests/RecordedJourney.swift")
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(recorded.source == kept, "If the new one is right, make it the contents of \(file.path).")
  }
}
#endif
