import ElementTree
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("The steps of a test")
struct StepTests {
  /// The steps in words, without what differs from run to run.
  private func steps(_ app: App) -> [String] {
    app.recorder.current.steps.map { step in
      String(repeating: "  ", count: step.depth) + step.text.replacing(/FakeApp:\d+/, with: "FakeApp:#")
    }
  }

  private func app(_ fake: FakeApp, _ variable: String, _ value: String) -> App {
    var settings = fake.settings
    settings.environment[variable] = value
    return App("FakeApp", settings: settings)
  }

  /// How a test begins that launches its app.
  private static let launch = [
    "Start Test", "Open FakeApp", "  Launch FakeApp", "    Wait for FakeApp to idle", "Show \"welcome\"",
  ]

  @Test("are all in its trace, but not what is typed into a secure field")
  func words() throws {
    var tree = FakeApp.welcome
    tree.children[0].children.append(SecureField("Code", id: ID("code"), text: "").element)
    let fake = try FakeApp(tree)
    let app = App("FakeApp", settings: fake.settings)
    try app.begin(isTest: true)
    try app.buttons["continue"].tap()
    try app.textFields["name"].typeText("Ada")
    try app.secureTextFields["code"].typeText("secret")
    try app.back()
    try app.relaunch(reason: "the test asks for it")
    fake.stage.withLock { $0.late = ["thread importer"] }
    #expect(app.end(testName: "Suite.one", failed: false) == [])
    #expect(
      steps(app) == Self.launch + [
        "Tap \"continue\"", "Type \"Ada\" into \"name\"", "Type 6 characters into \"code\"", "Go back",
        "Open FakeApp", "  Launch FakeApp", "    Terminate FakeApp:#", "    Wait for FakeApp to idle",
        "Show \"welcome\"", "Reset live FakeApp", "  Late, and no leak: thread importer", "Show no screen",
        "Tear Down",
      ])
    try app.begin(isTest: true)
    #expect(app.end(testName: "Suite.two", failed: true) == [])
    #expect(
      steps(app) == [
        "Start Test", "Reset live FakeApp", "Show no screen", "Reset live FakeApp", "Show no screen",
        "Tear Down", "    Terminate FakeApp:#",
      ])
  }

  @Test("are those of a test that runs also where no trace is kept: a thread of it may ask the app")
  func untraced() throws {
    let fake = try FakeApp()
    let app = app(fake, "CLEANSLATE_TRACE", "off")
    for _ in 1...2 {
      #expect(!app.recorder.read(\.isOfRunningTest))
      try app.begin(isTest: true)
      #expect(app.recorder.read(\.isOfRunningTest))
      #expect(app.end(testName: "Suite.one", failed: false) == [])
    }
  }

  @Test("begin with a launch when all tests are to have a process of their own")
  func relaunch() throws {
    let fake = try FakeApp()
    let app = app(fake, "CLEANSLATE_RELAUNCH", "1")
    for _ in 1...2 {
      try app.begin(isTest: true)
      #expect(app.end(testName: "Suite.one", failed: false) == [])
      #expect(app.state == .notRunning)
      #expect(steps(app).starts(with: Self.launch))
      let summary = app.recorder.current.summary
      #expect(summary.launches == 1 && summary.resets == 0)
    }
    #expect(app.relaunchReason == "CLEANSLATE_RELAUNCH=1 asks for a new process for each test")
    #expect(fake.stage.withLock(\.resets).isEmpty)
  }

  @Test("do not begin where a variable that is 1 or 0 is something else", arguments: ["RELAUNCH", "SPAWN"])
  func wrongSwitch(name: String) throws {
    let fake = try FakeApp()
    var settings = fake.settings
    settings.environment["CLEANSLATE_\(name)"] = "maybe"
    let app = App("FakeApp", settings: settings)
    let error = try #require(throws: RecordError.self) { try app.begin(isTest: true) }
    #expect("\(error)" == "CLEANSLATE_\(name)=maybe is not known. Expected 1, 0; without it, 0.")
    #expect(app.state == .notRunning)
  }
}
