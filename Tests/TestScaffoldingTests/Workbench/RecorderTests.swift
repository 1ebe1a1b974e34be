import AppData
import AppRuntime
import ControlProtocol
import ElementTree
import Foundation
import Observation
import TestSupport
import Testing

@testable import TestScaffolding

@MainActor @Suite("The recorder")
struct RecorderTests {
  private let fixture: RouterFixture

  init() throws { fixture = try RouterFixture() }

  private var steps: [RecordedStep] { fixture.workbench.recorder.recording?.steps ?? [] }

  @Test("records what anybody does between its start and its end, and types a text as a whole")
  func steps() async throws {
    let host = fixture.app.host
    try await fixture.app.start()
    try host.perform(.tap("keep"))
    #expect(await fixture.ask(.record, body: #"{"on":true}"#).status == 200)
    try host.perform(.tap("note-field"))
    try host.perform(.focus("keep"))
    try host.perform(.edit("note-field", text: "H"))
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"i"}"#)
    try host.perform(.tap("keep"))
    try host.perform(.edit("note-field", text: "Ho"))
    _ = await fixture.ask(.reset, body: #"{"keepData":true}"#)
    let reply = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self)
    try host.perform(.tap("keep"))

    let field = RecordedStep.Target(role: .textField, identifier: "note-field")
    #expect(
      steps == [
        RecordedStep(screen: "note", deed: .type(target: field, text: "Hi", replaces: false)),
        RecordedStep(screen: "note", deed: .tap(target: .init(role: .button, identifier: "keep"))),
        RecordedStep(screen: "note", deed: .type(target: field, text: "Ho", replaces: true)),
        RecordedStep(screen: nil, deed: .reset(request: ResetRequest(keepData: true))),
        RecordedStep(screen: "note", deed: .expect(query: "app", property: .screen, value: "note")),
      ])
    #expect(!reply.isOn && reply.stepCount == 5 && reply.steps == steps)
    #expect(reply.source.contains("    try NotePage(app).waitUntilShown().typeNoteField(\"Hi\")\n"))
    #expect(reply.source.contains("    #expect(app.screen == \"note\")\n"))
    #expect(try await fixture.ask(.recording).decoded(RecordingReply.self) == reply)
  }

  @Test("keeps what the app showed before each step, until the steps are changed")
  func shown() async throws {
    let host = fixture.app.host
    try await fixture.app.start()
    func shown(_ step: Int) async throws -> ElementRecord? {
      try await fixture.ask(.shown, ["step": "\(step)"]).decoded(ShownReply.self).tree
    }
    #expect(try await shown(0) == nil)
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    let before = ElementRecord(host.tree)
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"H"}"#)
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"i"}"#)
    let typed = ElementRecord(host.tree)
    try host.perform(.tap("wait"))
    try host.perform(.tap("keep"))
    _ = await fixture.ask(.reset)
    let reply = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self)
    #expect(reply.steps.count == 5 && before != typed)
    let kept = try await [shown(0), shown(1), shown(2), shown(3), shown(4), shown(5)]
    #expect(kept == [before, typed, nil, nil, ElementRecord(host.tree), nil])
    let steps = String(decoding: try JSONEncoder().encode(StepsRequest(steps: reply.steps)), as: UTF8.self)
    #expect(await fixture.ask(.steps, body: steps).status == 200)
    #expect(try await shown(0) == nil)
    #expect(await fixture.ask(.shown, ["step": "-1"]).status == 400)
    #expect(await fixture.ask(.shown).status == 400)
  }

  @Test("is told of a test that waits, and whoever waits for its end hears of it")
  func pause() async throws {
    try await fixture.app.start()
    func note() async throws -> PauseNote? { try await fixture.ask(.status).decoded(StatusReply.self).pause }
    #expect(await fixture.ask(.pause, body: #"{"untilEnd":true}"#).status == 200, "nothing to wait for")
    #expect(await fixture.ask(.pause, body: #"{}"#).status == 400)
    #expect(await fixture.ask(.pause, body: #"{"begin":{"test":"M.S/t","message":"wrong"}}"#).status == 200)
    #expect(try await note() == PauseNote(test: "M.S/t", message: "wrong"))
    async let end = fixture.ask(.pause, body: #"{"untilEnd":true}"#)
    _ = await fixture.ask(.reset)
    #expect(try await note() != nil, "a reset is no end")
    #expect(await fixture.ask(.pause, body: #"{"end":true}"#).status == 200)
    #expect(await end.status == 200)
    #expect(try await note() == nil)
  }

  @Test("keeps a move of the clock for any generation, so that it can be made again after a reset")
  func clock() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    let time = "2026-12-31T23:59:00Z"
    for move in [#""pauseAt":"\#(time)""#, #""advanceSeconds":60"#, #""resume":true"#] {
      #expect(await fixture.ask(.clock, body: #"{\#(move),"generation":1}"#).status == 200)
    }
    let requests = [
      ClockRequest(pauseAt: time), ClockRequest(advanceSeconds: 60), ClockRequest(resume: true),
    ]
    #expect(steps.map(\.deed) == requests.map { .clock(request: $0) })
  }

  @Test("tells apart texts between which the app has emptied the field itself, as after a wrong number")
  func emptied() {
    let recorder = Recorder()
    recorder.begin(
      Recording(app: "Safe", launchArguments: [], launchEnvironment: [:], beganOnCleanSlate: true))
    for (held, text) in [("", "1"), ("1", "12"), ("", "1"), ("1", "12"), ("", "2")] {
      let tree = Screen("safe", title: "Safe") { TextField("Number", id: ID("number"), text: held) }.element
      guard let deed = Recorder.deed(.edit("number", text: text), on: tree) else { continue }
      recorder.record(deed, on: tree, isSettled: true)
    }
    let number = RecordedStep.Target(role: .textField, identifier: "number")
    #expect(
      recorder.recording?.steps.map(\.deed)
        == ["12", "12", "2"].map { .type(target: number, text: $0, replaces: false) })
  }

  @Test("keeps Enter in a field that it leads nowhere from, since the app takes the field as left")
  func enter() async throws {
    let fixture = try RouterFixture(feature: FormFeature())
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    for (field, text, enter) in [
      ("name", "Ada", false), ("name", "", true), ("email", "ada@", false), ("email", "", true),
      ("email", "", true),
    ] {
      let body = #"{"id":"\#(field)","text":"\#(text)","enter":\#(enter)}"#
      #expect(await fixture.ask(.type, body: body).status == 200)
    }
    #expect(fixture.app.host.tree.first(withIdentifier: "problem") != nil)
    let (name, email) = (
      RecordedStep.Target(role: .textField, identifier: "name"),
      RecordedStep.Target(role: .textField, identifier: "email")
    )
    #expect(
      fixture.workbench.recorder.recording?.steps.map(\.deed) == [
        .type(target: name, text: "Ada", replaces: false),
        .type(target: email, text: "ada@", replaces: false), .tap(target: email),
      ])
  }

  @Test("expects no screen of an app that is on its way to another")
  func busy() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    try fixture.app.host.perform(.tap("wait"))
    try fixture.app.host.perform(.tap("keep"))
    #expect(steps.map(\.screen) == ["note", nil])
    let reply = try await fixture.ask(.recording).decoded(RecordingReply.self)
    #expect(reply.isOn && !reply.source.contains("#expect"))
    _ = await fixture.ask(.reset)
  }

  @Test("begins with what a reset can repeat, and has nothing before it begins")
  func setup() async throws {
    // The link leads nowhere, which the app says once it is built, and then forgets.
    try? await fixture.app.start([
      "--headless", "--control-port", "0", #"EPHEMERAL_{"note.loud":true}"#, "--open=note://1", "--plain",
    ])
    let before = try await fixture.ask(.recording).decoded(RecordingReply.self)
    #expect(
      before
        == RecordingReply(
          isOn: false, stepCount: 0, source: "", file: "", warnings: [], steps: [], launchArguments: [],
          launchEnvironment: [:]))
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    let recording = try #require(fixture.workbench.recorder.recording)
    #expect(recording.launchArguments == [#"EPHEMERAL_{"note.loud":true}"#])
    #expect(recording.launchEnvironment == [:])
  }

  @Test("knows whether it began on a clean slate, and warns where it did not")
  func slate() async throws {
    func warnings() async throws -> [String] {
      try await fixture.ask(.record, body: #"{"on":true}"#).decoded(RecordingReply.self).warnings
    }
    try await fixture.app.start()
    try fixture.app.host.perform(.focus("keep"))
    try fixture.app.host.perform(.tap("note-field"))
    #expect(try await warnings() == [])
    try await fixture.app.keep("milk")
    #expect(try await warnings().first?.hasPrefix("The recording did not begin on a clean slate.") == true)
    try await fixture.app.start()
    #expect(try await warnings().count == 1)
    _ = await fixture.ask(.reset)
    #expect(try await warnings() == [])
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"i"}"#)
    #expect(try await warnings().count == 1)
    _ = await fixture.ask(.reset, body: #"{"keepData":true}"#)
    #expect(try await warnings().count == 1)
    try await fixture.app.start(["--ResetData"])
    _ = await fixture.ask(.reset)
    #expect(try await warnings() == [])
  }

  @Test("knows that it began on a clean slate where a situation has replaced the data")
  func situation() async throws {
    final class Replacing: AppHostObserver {
      func additions(to launch: LaunchConfiguration) -> StartAdditions { StartAdditions(replacesData: true) }
    }
    let fixture = try RouterFixture(observers: [Replacing()])
    try fixture.app.host.container.open(gate: WriteGate()).preferences.set("milk", forKey: "note")
    try await fixture.app.start()
    #expect(await fixture.app.host.settle(timeout: .seconds(600)) == [])
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    #expect(fixture.workbench.recorder.recording?.beganOnCleanSlate == true)
    #expect(try fixture.app.home.tree().filter { $0.contains(".erased") } == [])
  }

  @Test("knows the screen of an app whose work all waits for a clock that stands still")
  func held() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    #expect(await fixture.ask(.tap, body: #"{"id":"wait"}"#).status == 200)
    #expect(fixture.app.host.activities.map(\.name) == ["wait for ever"])
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    try fixture.app.host.perform(.tap("keep"))
    _ = await fixture.ask(.record, body: #"{"on":false}"#)
    #expect(
      steps == [
        RecordedStep(screen: "note", deed: .tap(target: .init(role: .button, identifier: "keep"))),
        RecordedStep(screen: "note", deed: .expect(query: "app", property: .screen, value: "note")),
      ])
  }

  @Test("gives the test the name that it is asked for")
  func name() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    let reply = try await fixture.ask(.recording, ["name": "A note, kept"]).decoded(RecordingReply.self)
    #expect(reply.source.contains("@Suite(\"A note, kept\", "))
    #expect(reply.source.contains("struct ANoteKeptTests {"))
    #expect(reply.file.hasSuffix("UITests/ANoteKeptTests.swift"))
  }

  @Test("adds what is expected of an element as it is now")
  func expectations() async throws {
    try await fixture.app.start()
    let body = #"{"query":"app.textFields[\"note-field\"]","property":"value"}"#
    let early = await fixture.ask(.expect, body: body)
    #expect(early.status == 422)
    #expect(try early.decoded(ErrorReply.self).message == "There is no recording. Begin one with /record.")
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"Hi"}"#)
    _ = await fixture.ask(.expect, body: body)
    for property in ["exists", "label", "enabled"] {
      let body = #"{"query":"app.buttons[\"keep\"]","property":"\#(property)"}"#
      #expect(await fixture.ask(.expect, body: body).status == 200)
    }
    let unknown = await fixture.ask(.expect, body: #"{"query":"exit(1)","property":"label"}"#)
    #expect(unknown.status == 422)
    let reply = try await fixture.ask(.recording).decoded(RecordingReply.self)
    #expect(
      reply.source.contains(
        ##"""
            try NotePage(app).waitUntilShown().typeNoteField("Hi")
            #expect(try app.textFields["note-field"].value == "Hi")
            #expect(app.buttons["keep"].exists)
            #expect(try app.buttons["keep"].label == "Keep everywhere")
            #expect(try app.buttons["keep"].isEnabled)
            #expect(app.screen == "note")

        """##), "\(reply.source)")
  }

  @Test("takes other steps for those that were recorded, and no Swift that it has not written")
  func editing() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    _ = await fixture.ask(.type, body: #"{"id":"note-field","text":"Hi"}"#)
    _ = await fixture.ask(.tap, body: #"{"id":"keep"}"#)
    var steps = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self).steps
    #expect(steps.count == 3)
    steps.remove(at: 1)
    guard case .type(let target, _, let replaces) = steps[0].deed else {
      Issue.record("\(steps)")
      return
    }
    steps[0].deed = .type(target: target, text: "Ho", replaces: replaces)
    func replace() async throws -> RouterFixture.Answer {
      let body = try JSONEncoder().encode(StepsRequest(steps: steps))
      return await fixture.ask(.steps, body: String(decoding: body, as: UTF8.self))
    }
    let reply = try await replace().decoded(RecordingReply.self)
    #expect(reply.steps == steps)
    #expect(reply.source.contains("typeNoteField(\"Ho\")") && !reply.source.contains("tapKeep"))
    steps.append(
      RecordedStep(screen: nil, deed: .expect(query: "exit(1)", property: .exists, value: nil)))
    #expect(try await replace().status == 422)
    #expect(self.steps == reply.steps)
    // Two who edit the same steps: the second one has not seen what the first one did.
    steps = []
    for (was, status) in [(reply.steps, 200), (reply.steps, 409), ([], 200)] {
      let body = try JSONEncoder().encode(StepsRequest(steps: steps, was: was))
      #expect(await fixture.ask(.steps, body: String(decoding: body, as: UTF8.self)).status == status)
    }
  }
}

/// A form that says what is wrong with its second field when that is left.
private struct FormFeature: FeaturePlugin {
  @MainActor func makeSession(in environment: AppEnvironment) -> any FeatureSession { FormSession() }
}

private enum FormAction: String { case send }
private enum FormField: String { case name, email }

@Observable @MainActor
private final class FormSession: FeatureSession {
  private var name = ""
  private var email = ""
  private var isTypingEmail = false

  var body: Element {
    Screen("form", title: "Form") {
      TextField("Name", id: FormField.name, text: name)
      TextField("E-mail", id: FormField.email, text: email)
      if !email.isEmpty, !isTypingEmail { Text("That is no address.", id: "problem") }
      Button("Send", id: FormAction.send).traits(.primary).disabled()
    }.element
  }

  func tap(_ action: FormAction) {}

  func edit(_ field: FormField, to text: String) {
    switch field {
    case .name: name = text
    case .email: (email, isTypingEmail) = (text, true)
    }
  }

  func focusMoved(to identifier: String) { isTypingEmail = false }
}
