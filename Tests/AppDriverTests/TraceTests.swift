import ControlProtocol
import ElementTree
import Foundation
import Leaks
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("A trace")
struct TraceTests {
  /// A line of a file, as far as these tests look at it.
  private struct Line: Decodable {
    struct Span: Decodable {
      let c: Int
      let n: Int
      let t: String
      let s: String?
    }
    struct Test: Decodable {
      let id: String?
      let app: String?
      let outcome: String?
      let resets: Int?
      let leaks: Int?
    }
    let kind: String
    let version: Int?
    let number: Int?
    let nanoseconds: Int?
    let text: String?
    let element: String?
    let file: String?
    let line: Int?
    let screen: Int?
    let rows: [[Span]]?
    let message: String?
    let steps: Int?
    let first: Int?
    let lines: [String]?
    let error: String?
    let clock: String?
    let test: Test?
    let summary: Test?
    let trace: String?
    let what: String?
    let at: Int?
    let request: NetworkRequest?
    let answer: TracedRequest.Answer?
  }

  private func lines(_ text: String?) throws -> [Line] {
    try #require(text).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  private func app(_ fake: FakeApp, _ variables: [String: String] = [:]) -> App {
    var settings = fake.settings
    settings.environment[ProcessStart.variable] = fake.folder.path
    #expect(throws: Never.self) { try ProcessStart(name: "run").write(in: fake.folder.path) }
    settings.environment.merge(variables) { $1 }
    return App("FakeApp", settings: settings)
  }

  private static let test = {
    var test = TestIdentity(framework: .xcTest, id: "M.S/t", name: "t")
    test.app = "FakeApp"
    return test
  }()

  private func evidence(of app: App, in folder: TestFolder) -> TestEvidence {
    TestEvidence(of: app, test: Self.test, in: folder.path)
  }

  /// Runs a test of the body, as the adapters for the frameworks do.
  private func run(
    _ app: App, in folder: TestFolder, failure: String? = nil, _ body: (App) throws -> Void
  ) throws {
    let evidence = evidence(of: app, in: folder)
    try app.begin(isTest: true)
    try body(app)
    if let failure { _ = evidence.record(failure, file: #filePath, line: #line) }
    for complaint in app.end(testName: "S.t", failed: evidence.hasFailed) { _ = evidence.record(complaint) }
    evidence.end()
  }

  /// The names of the files of the run, the list last.
  private func files(_ folder: TestFolder) -> [String] {
    folder.contents.filter { $0.hasPrefix("runs/run/") }
  }

  private func trace(_ folder: TestFolder) throws -> [Line] {
    let file = try #require(files(folder).first { !$0.hasSuffix(RunFolder.listName) })
    return try lines(folder.read(file))
  }

  private func list(_ folder: TestFolder) throws -> [Line] {
    try lines(folder.read("runs/run/\(RunFolder.listName)"))
  }

  @Test("of a failed test has its steps, each with element, line, duration and the screen that it led to")
  func failed() throws {
    let fake = try FakeApp()
    let second = Element(
      .window, children: [Screen("second", title: "Second") { Text("Here", id: "here") }.element])
    fake.stage.withLock { $0.afterTaps = [second, second] }
    let folder = try TestFolder()
    let line = #line + 2
    try run(app(fake), in: folder, failure: "wrong") { app in
      try app.buttons["continue"].tap()
      _ = try app.staticTexts["here"].label
      #expect(throws: ElementError.self) { try app.buttons["none"].tap() }
    }
    let trace = try trace(folder)
    #expect(trace.first?.kind == "trace" && trace.first?.version == 3 && trace.first?.test?.id == "M.S/t")
    #expect(
      trace.last?.kind == "end" && trace.last?.test?.outcome == "failed" && trace.last?.test?.resets == 1)
    let steps = trace.filter { $0.kind == "step" }
    let tap = try #require(steps.first { $0.text == "Tap \"continue\"" })
    #expect(tap.element == "button \"continue\"" && tap.file == #filePath && tap.line == line)
    #expect(tap.nanoseconds ?? 0 > 0)
    let look = try #require(steps.first { $0.text == "Look at the screen" })
    #expect(look.element == "text \"here\"" && look.line == line + 1)
    #expect(steps.first { $0.text == "Tap \"none\"" }?.error?.hasPrefix("FakeApp refused") == true)
    // Before, after, and the same screen once.
    let screens = trace.filter { $0.kind == "screen" }
    #expect(screens.map { $0.text?.contains("Here") } == [false, true])
    #expect(steps.first { $0.text == "Open FakeApp" }?.screen == 0)
    #expect([tap.screen, look.screen] == [1, 1])
    #expect(screens[1].rows?.joined().contains { $0.t.contains("Second") && $0.c > 0 && $0.n >= 6 } == true)
    let failure = try #require(trace.first { $0.kind == "failure" })
    #expect(failure.message == "wrong" && failure.file == #filePath)
    let sources = trace.filter { $0.kind == "source" && $0.file == #filePath }
    #expect(
      sources.contains { source in
        guard let first = source.first, let lines = source.lines else { return false }
        return lines.indices.contains(line - first)
          && lines[line - first].contains("buttons[\"continue\"].tap()")
      })
    #expect(trace.contains { $0.kind == "output" } && trace.contains { $0.kind == "receipt" })
  }

  @Test("says what of the app could not be fetched, and why")
  func notFetched() throws {
    let fake = try FakeApp()
    let folder = try TestFolder()
    fake.stage.withLock { $0.refusesTrace = true }
    try run(app(fake), in: folder, failure: "wrong") { _ in }
    let texts = try trace(folder).filter { $0.kind == "step" }.compactMap(\.text)
    for text in ["screens and requests", "log"] {
      #expect(
        texts.contains { $0.hasPrefix("Could not fetch the \(text): ") && $0.contains(" here") }, "\(texts)")
    }
  }

  @Test("of a passed test is thrown away, unless all are to be kept; none is kept if nobody wants one")
  func modes() throws {
    for (mode, kept) in [("", 0), ("failures", 0), ("on", 1), ("off", nil)] as [(String, Int?)] {
      let fake = try FakeApp()
      let folder = try TestFolder()
      try run(app(fake, ["CLEANSLATE_TRACE": mode]), in: folder) { try $0.buttons["continue"].tap() }
      #expect(files(folder).count { !$0.hasSuffix(RunFolder.listName) } == kept ?? 0, "\(mode)")
      #expect(files(folder).contains("runs/run/\(RunFolder.listName)") == (kept != nil), "\(mode)")
      if kept != nil {
        let entry = try #require(try list(folder).first)
        #expect(entry.summary?.outcome == "passed" && (entry.trace != nil) == (kept == 1))
      }
    }
    let fake = try FakeApp()
    let folder = try TestFolder()
    try run(app(fake, ["CLEANSLATE_TRACE": "off"]), in: folder, failure: "wrong") { _ in }
    #expect(folder.contents == [])
    // Without a name for the run, a green one leaves nothing.
    try run(app(fake, ["CLEANSLATE_RUN": ""]), in: folder) { _ in }
    #expect(folder.contents == [])
  }

  @Test("is refused under a word that nobody knows, with the words that there are")
  func wrongMode() throws {
    let app = app(try FakeApp(), ["CLEANSLATE_TRACE": "yes"])
    let error = try #require(throws: RecordError.self) { try app.begin(isTest: true) }
    #expect(
      "\(error)" == "CLEANSLATE_TRACE=yes is not known. Expected on, failures, off; without it, failures.")
  }

  @Test("has no secret in any copy: neither what was typed, nor what the screen holds")
  func secrets() throws {
    let secure = Element(
      .window,
      children: [
        Screen("in", title: "In") { SecureField("Code", id: ID("code"), text: "hunter2").element }.element
      ])
    let fake = try FakeApp(secure)
    fake.stage.withLock { $0.leaks = [Leak(type: "Cart", name: "cart")] }
    let folder = try TestFolder()
    try run(app(fake, ["CLEANSLATE_TRACE": "on"]), in: folder, failure: "wrong") { app in
      try app.secureTextFields["code"].typeText("swordfish")
      try app.descendants["code"].replaceText("swordfish")
      _ = try app.secureTextFields["code"].value
    }
    #expect(folder.contents.count > 7)
    for file in folder.contents {
      let text = folder.read(file) ?? ""
      // The source of this test is in the trace, as it is in the repository.
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix(#"{"kind":"source""#) }
      #expect(!lines.contains { $0.contains("hunter2") || $0.contains("swordfish") }, "\(file)")
    }
    #expect(try trace(folder).contains { $0.text == "Type 9 characters into \"code\"" })
  }

  @Test("has as steps what the app's clock was told, and says of each what it shows while it stands still")
  func clock() throws {
    let fake = try FakeApp()
    let folder = try TestFolder()
    try run(app(fake), in: folder, failure: "wrong") { app in
      try app.buttons["continue"].tap()
      try app.clock.pause(at: Date("2026-12-31T23:59:00Z", strategy: .iso8601))
      try app.buttons["continue"].tap()
      try app.clock.advance(by: .seconds(60))
      try app.clock.resume()
      app.launchArguments = ["--pause-clock-at", "2027-02-03T04:05:06Z"]
      try app.reset()
      try app.buttons["continue"].tap()
    }
    let paused = "2026-12-31T23:59:00.000Z"
    let steps = try trace(folder).filter { $0.kind == "step" && $0.file != nil }
    #expect(
      steps.compactMap(\.text).filter { $0.contains("clock") } == [
        "Pause the clock at \(paused)", "Advance the clock by 60 s", "Resume the clock",
      ])
    #expect(
      steps.map(\.clock) == [
        nil, paused, paused, "2027-01-01T00:00:00.000Z", nil, "2027-02-03T04:05:06.000Z",
        "2027-02-03T04:05:06.000Z",
      ])
  }

  @Test("has what the app has asked servers for since the test began, each request once")
  func requests() throws {
    func request(_ number: Int, status: Int? = nil) -> TracedRequest {
      var request = NetworkRequest(
        number: number, method: "GET", url: "http://a/\(number)", headers: ["A": "b"], body: nil,
        bodyBytes: 0,
        at: "2026-12-31T23:59:00.000Z")
      request.status = status
      return TracedRequest(request, uptime: ProcessInfo.processInfo.systemUptime)
    }
    let fake = try FakeApp()
    fake.stage.withLock { $0.requests = [request(1)] }
    let folder = try TestFolder()
    let app = app(fake)
    let evidence = evidence(of: app, in: folder)
    try app.begin(isTest: true)
    try app.buttons["continue"].tap()
    fake.stage.withLock { $0.requests.append(request(2)) }
    _ = evidence.record("wrong", file: #filePath, line: #line)
    #expect(try trace(folder).last { $0.kind == "request" }?.nanoseconds == nil)
    fake.stage.withLock { stage in
      stage.requests[1].request.status = 503
      stage.requests[1].nanoseconds = 7
      stage.requests[1].answer = TracedRequest.Answer(headers: ["C": "d"], text: "closed", bytes: 6)
    }
    // Numbers begin anew with each process.
    try app.relaunch(reason: "the test wants a new process")
    fake.stage.withLock { $0.requests = [request(1, status: 200)] }
    _ = app.end(testName: "S.t", failed: true)
    evidence.end()
    let lines = try trace(folder)
    let requests = lines.filter { $0.kind == "request" }
    #expect(requests.map(\.request?.url) == ["http://a/2", "http://a/1"])
    #expect(requests.map(\.request?.status) == [503, 200] && requests[0].nanoseconds == 7)
    #expect(requests[0].answer == TracedRequest.Answer(headers: ["C": "d"], text: "closed", bytes: 6))
    let tap = try #require(lines.first { $0.text == "Tap \"continue\"" }?.at)
    let open = try #require(lines.last { $0.text == "Open FakeApp" }?.at)
    #expect(tap < requests[0].at ?? 0 && requests[0].at ?? 0 < open && open < requests[1].at ?? 0)
  }

  @Test(
    "goes with its steps and its screen to the test framework, and a line says how to open it")
  func attachments() throws {
    let fake = try FakeApp()
    let folder = try TestFolder()
    let app = app(fake)
    let attached = Mutex<[String: String]>([:])
    let evidence = TestEvidence(of: app, test: Self.test, in: folder.path) { text, name in
      attached.withLock { $0[name] = text }
    }
    try app.begin(isTest: true)
    try app.reset()
    let line = evidence.record("wrong")
    #expect(
      line == """
        Evidence: \(folder.path)/M/S/t
        Report: swift run cleanslate report --open 'M.S/t' --results '\(folder.path)'
        """)
    #expect(evidence.record("and wrong again") == nil)
    let found = attached.withLock(\.self)
    #expect(found.keys.sorted() == ["screen.txt", "steps.txt"])
    #expect(found["screen.txt"]?.contains("Hello") == true)
    #expect(found["steps.txt"]?.contains("Reset live FakeApp") == true)
    _ = app.end(testName: "S.t", failed: true)
    evidence.end()
  }

  @Test("stays small in a test of 10,000 steps, and says what it has left out")
  func long() throws {
    let recorder = TraceRecorder(environment: [:])
    try recorder.begin()
    for number in 1...10_000 {
      try recorder.step("Tap \(number)") { _ in
        recorder.change { $0.keep(Text("\(number % 40)", id: "text").element, revision: number) }
      }
    }
    let trace = recorder.current
    #expect(trace.steps.count <= 1_200 && trace.frames.count <= 1_200)
    #expect(trace.steps.count + trace.stepsLeftOut == 10_001)
    #expect(trace.steps.first?.text == "Start Test" && trace.steps.last?.text == "Tap 10000")
    #expect(
      trace.lines.contains("\n(\(trace.stepsLeftOut) steps are left out)\n  \(trace.stepsLeftOut + 201)  "))
    let summary = TestSummary(trace, outcome: "failed", leaks: 0)
    let text = String(
      decoding: try trace.lines(of: Self.test, summary, output: "", cache: TraceCache()), as: UTF8.self)
    let lines = try lines(text)
    #expect(lines.first { $0.kind == "leftOut" }?.steps == trace.stepsLeftOut)
    #expect(lines.contains { $0.text == "Tap 10000" && $0.screen != nil })
  }

  @Test("has the screens of a generation that a later reset makes the app forget")
  func severalResets() throws {
    let fake = try FakeApp()
    let folder = try TestFolder()
    let screens = (1...4).map { number in
      Element(
        .window,
        children: [
          Screen("s\(number)", title: "Number \(number)") {
            Button("Continue", id: ID("continue"))
          }.element
        ])
    }
    fake.stage.withLock { $0.afterTaps = screens }
    try run(app(fake), in: folder, failure: "wrong") { app in
      for _ in screens {
        try app.buttons["continue"].tap()
        try app.reset()
        // As an app does that has only the screens of two generations.
        fake.stage.withLock { stage in
          stage.history.removeAll { $0.generation < stage.generation - 1 }
        }
      }
    }
    let trace = try trace(folder)
    for number in 1...4 {
      #expect(trace.contains { $0.kind == "screen" && $0.text?.contains("Number \(number)") == true })
    }
  }

  @Test("has the lines of a source that ends them as Windows does")
  func windowsLines() throws {
    let folder = try TestFolder()
    try folder.write("one\r\ntwo\r\nthree\r\n", to: "Red.swift")
    let recorder = TraceRecorder(environment: [:])
    recorder.change { $0.addFailure("wrong", file: "\(folder.path)/Red.swift", line: 2) }
    let trace = recorder.current
    let bytes = try trace.lines(
      of: Self.test, TestSummary(trace, outcome: "failed", leaks: 0), output: "", cache: TraceCache())
    let source = try lines(String(decoding: bytes, as: UTF8.self)).first { $0.kind == "source" }
    #expect(source?.first == 1 && source?.lines == ["one", "two", "three", ""])
  }

  @Test("that cannot be written leaves the verdict as it is, and is told of")
  func unwritable() throws {
    let fake = try FakeApp()
    let app = app(fake)
    let evidence = TestEvidence(of: app, test: Self.test, in: "/dev/null")
    try app.begin(isTest: true)
    let line = try #require(evidence.record("wrong"))
    #expect(
      line.contains("The evidence could not be saved: /dev/null/")
        && line.contains("The trace could not be saved: /dev/null/runs/run could not be made: "))
    #expect(app.end(testName: "S.t", failed: true) == [])
    evidence.end()
  }
}
