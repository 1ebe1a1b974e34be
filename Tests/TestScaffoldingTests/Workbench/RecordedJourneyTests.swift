import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import TestScaffolding

/// What is recorded here are tests of other targets, which are compiled and run with all others.
@Suite("A journey through a sample app")
struct RecordedJourneyTests {
  struct Journey: CustomTestStringConvertible {
    var app: String
    var arguments: [String] = []
    /// What is asked of the app; a word is a line that is typed into its terminal.
    var requests: [Request]

    var testDescription: String { app }
  }

  enum Request {
    case ask(ControlRoute, String = "")
    case line(String, shows: String)
  }

  static let journeys = [
    Journey(
      app: "SampleOnboarding",
      requests: [
        .ask(.tap, #"{"id":"continue"}"#), .line("tap continue", shows: "(tour-2)"), .ask(.back),
        .ask(.tap, #"{"id":"continue"}"#),
        .ask(.reset, #"{"launchArguments":["EPHEMERAL_{\"onboarding.shortTour\":true}"]}"#),
        .ask(.tap, #"{"id":"continue"}"#), .ask(.tap, #"{"id":"continue"}"#),
        .ask(.type, #"{"id":"name","text":"A","replace":true}"#),
        .ask(.type, #"{"id":"name","text":"Ada","replace":true}"#),
        .ask(.expect, #"{"query":"app.buttons[\"continue\"]","property":"enabled"}"#),
        .ask(.type, #"{"id":"email","text":"ada@"}"#), .ask(.type, #"{"id":"email","text":"example.com"}"#),
        .ask(.expect, #"{"query":"app.buttons[\"continue\"]","property":"enabled"}"#),
        .ask(.expect, #"{"query":"app.buttons[\"continue\"]","property":"exists"}"#),
        .ask(.expect, #"{"query":"app.buttons[\"continue\"]","property":"label"}"#),
        .ask(.expect, #"{"query":"app.buttons[\"continue\"]","property":"value"}"#),
        .ask(.expect, #"{"query":"app.textFields[\"name\"]","property":"value"}"#),
        .ask(.tap, #"{"id":"continue"}"#),
      ]),
    Journey(
      app: "SampleOrders", arguments: [#"AUTOMATION_{"simulateOneOpenOrder":true}"#],
      requests: [
        .ask(.tap, #"{"id":"order-1001"}"#), .ask(.tap, #"{"id":"add-note"}"#),
        .ask(.type, #"{"id":"note-text","text":"Ring twice"}"#), .ask(.tap, #"{"id":"save-note"}"#),
        .ask(.tap, #"{"id":"cancel-order"}"#), .ask(.tap, #"{"id":"keep-order"}"#),
        .ask(.tap, #"{"id":"note-1"}"#), .ask(.type, #"{"id":"note-text","text":"Knock","replace":true}"#),
        .ask(.back),
      ]),
    Journey(
      app: "SampleShop", arguments: ["--from", "here"],
      requests: [
        .ask(.tap, #"{"id":"category-noodles"}"#), .ask(.tap, #"{"id":"item-ramen"}"#),
        .ask(.tap, #"{"id":"add-to-basket"}"#), .ask(.saveState, #"{"name":"one ramen"}"#),
        .ask(
          .reset,
          #"{"state":"one ramen","launchArguments":["--from","here","--catalog-url","https://kitchen.example/menu.json"]}"#
        ),
        .ask(.clock, #"{"pauseAt":"2026-12-31T18:00:00Z"}"#),
        .ask(.setNetwork, #"{"to":"GET /menu.json","status":503,"delaySeconds":0.5}"#),
        .ask(.tap, #"{"id":"retry"}"#), .ask(.clock, #"{"advanceSeconds":0.5}"#),
        .ask(.expect, #"{"query":"app.staticTexts[\"reason\"]","property":"label"}"#),
      ]),
  ]

  @Test(
    "is recorded as the very test that stands in the app's UI tests, and passes there", arguments: journeys)
  func record(journey: Journey) async throws {
    let home = try TemporaryHome()
    let path = home.path(.runtime) + "/control.sock"
    let app = try ChildProcess(
      try BuiltProduct.path(journey.app),
      ["--control-socket", path, "--plain", "--ResetData"] + journey.arguments,
      environment: home.environment)
    // The first screen is drawn once the socket is there.
    try await app.waitForOutput { $0.contains("(") }
    let client = try TestClient(.unixSocket(path))
    @discardableResult func ask(_ route: ControlRoute, _ body: String = "") throws -> String {
      try client.send(
        "\(route.method) \(route.path) HTTP/1.1\r\nHost: app\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
      let reply = try client.reply()
      #expect(reply.status == 200, "\(route) \(body): \(reply.body)")
      return reply.body
    }

    // Minutes may have passed since the app began, and its orders go on with time.
    try ask(.reset)
    try ask(.record, #"{"on":true}"#)
    for request in journey.requests {
      switch request {
      case .ask(let route, let body): try ask(route, body)
      case .line(let line, let sign):
        app.send(line + "\n")
        try await app.waitForOutput { $0.contains(sign) }
      }
    }
    let recorded = try JSONDecoder().decode(
      RecordingReply.self, from: Data(ask(.record, #"{"on":false}"#).utf8))
    try ask(.quit)
    #expect(try await app.waitForExit() == .exited(0))

    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "\(journey.app)UITests/RecordedJourney.swift")
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(recorded.source == kept, "If the new one is right, make it the contents of \(file.path).")
  }
}
