import ElementTree
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AppDriver
@testable import LaunchReports

@Suite("The log of activities")
struct ActivityLogTests {
  private func app(_ fake: FakeApp, _ variables: [String: String]) -> App {
    var settings = fake.settings
    settings.environment.merge(variables) { $1 }
    return App("FakeApp", settings: settings)
  }

  /// The lines without what differs from run to run.
  private func lines(_ text: String) -> [String] {
    text.replacing(/\[\d+\.\d+\]/, with: "[#]").replacing(/\d+\.\d{6}/, with: "0")
      .replacing(/[ ]+0s/, with: " 0s").replacing(/FakeApp:\d+/, with: "FakeApp:#")
      .split(separator: "\n").map(String.init)
  }

  /// How a test begins that launches its app.
  private static let launch = [
    "[#] Test Case 'Suite.one' started.",
    "[#]     t = 0s Start Test",
    "[#]     t = 0s Open FakeApp",
    "[#]     t = 0s     Launch FakeApp",
    "[#]     t = 0s         Wait for FakeApp to idle",
  ]

  @Test("has every step of a test, in the form of Xcode's log, but not what is typed into a secure field")
  func steps() throws {
    var tree = FakeApp.welcome
    tree.children[0].children.append(SecureField("Code", id: ID("code"), text: "").element)
    let fake = try FakeApp(tree)
    let app = app(fake, ["CLEANSLATE_LOG": "\(fake.folder.path)/ui.log"])
    try app.begin(testName: "Suite.one")
    try app.buttons["continue"].tap()
    try app.textFields["name"].typeText("Ada")
    try app.secureTextFields["code"].typeText("secret")
    try app.back()
    try app.relaunch(reason: "the test asks for it")
    fake.stage.withLock { $0.late = ["thread importer"] }
    #expect(app.end(testName: "Suite.one", failed: false) == [])
    try app.begin(testName: "Suite.two")
    #expect(app.end(testName: "Suite.two", failed: true) == [])

    let text = try #require(fake.folder.read("ui.log"))
    #expect(
      lines(text) == Self.launch + [
        "[#]     t = 0s Show \"welcome\"",
        "[#]     t = 0s Tap \"continue\"",
        "[#]     t = 0s Type \"Ada\" into \"name\"",
        "[#]     t = 0s Type 6 characters into \"code\"",
        "[#]     t = 0s Go back",
        "[#]     t = 0s Open FakeApp",
        "[#]     t = 0s     Launch FakeApp",
        "[#]     t = 0s         Terminate FakeApp:#",
        "[#]     t = 0s         Wait for FakeApp to idle",
        "[#]     t = 0s Show \"welcome\"",
        "[#]     t = 0s Reset live FakeApp",
        "[#]     t = 0s     Late, and no leak: thread importer",
        "[#]     t = 0s Show no screen",
        "[#]     t = 0s Tear Down",
        "[#] Test Case 'Suite.one' passed (0 seconds).",
        "[#] Test Case 'Suite.two' started.",
        "[#]     t = 0s Start Test",
        "[#]     t = 0s Reset live FakeApp",
        "[#]     t = 0s Show no screen",
        "[#]     t = 0s Reset live FakeApp",
        "[#]     t = 0s Show no screen",
        "[#]     t = 0s Tear Down",
        "[#] Test Case 'Suite.two' failed (0 seconds).",
        "[#]     t =        nans         Terminate FakeApp:#",
      ])
  }

  @Test("is understood by the launch report")
  func report() throws {
    let fake = try FakeApp()
    let path = "\(fake.folder.path)/ui.log"
    let app = app(fake, ["CLEANSLATE_LOG": path])
    for name in ["Suite.one", "Suite.two"] {
      try app.begin(testName: name)
      #expect(app.end(testName: name, failed: false) == [])
    }
    let report = try LogFile(path: path).report()
    #expect(report.tests.map(\.name) == ["Suite.one", "Suite.two"])
    #expect(report.tests.map(\.launches) == [1, 0])
    #expect(report.tests.map(\.liveResets) == [1, 2])
    #expect(report.apps.map(\.name) == ["FakeApp"])
    #expect(report.unfinishedRuns == 0 && report.guessedSteps == 0 && report.launchesCutShort == 0)
    #expect(report.launching > 0 && report.launching < report.seconds)
  }

  @Test("says that a test has ended which got no clean slate")
  func noCleanSlate() throws {
    let fake = try FakeApp()
    let path = "\(fake.folder.path)/ui.log"
    try fake.folder.write("#!/bin/sh\nexit 3", to: "FakeApp", executable: true)
    let app = app(fake, ["CLEANSLATE_LOG": path])
    #expect(throws: AppError.self) { try app.begin(testName: "Suite.one") }
    let text = try #require(fake.folder.read("ui.log"))
    #expect(
      lines(text) == Self.launch + [
        "[#]     t = 0s Tear Down",
        "[#] Test Case 'Suite.one' failed (0 seconds).",
      ])
    #expect(try LogFile(path: path).report().tests.map(\.name) == ["Suite.one"])
  }

  @Test("has no times for an app that is not the test's own, and the launch report says so")
  func otherApp() throws {
    let fake = try FakeApp()
    let path = "\(fake.folder.path)/ui.log"
    let app = app(fake, ["CLEANSLATE_LOG": path])
    try app.launch()
    app.terminate()
    let text = try #require(fake.folder.read("ui.log"))
    #expect(lines(text).first == "[#]     t =        nans Open FakeApp")
    let report = try LogFile(path: path).report()
    #expect(report.launchesOutsideTests == 1 && report.tests.isEmpty)
  }

  @Test("gets whole lines from all who write at once")
  func concurrent() throws {
    let folder = try TestFolder()
    let path = "\(folder.path)/ui.log"
    let logs = try (0..<4).map { number in
      let log = ActivityLog(environment: ["CLEANSLATE_LOG": path])
      try log.begin(test: "Suite.test\(number)")
      return log
    }
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      for step in 0..<250 { logs[number].add("Tap \"\(number)-\(step)\"") }
    }
    for log in logs { #expect(log.end(failed: false) == nil) }
    let text = try #require(folder.read("ui.log"))
    let taps = text.split(separator: "\n").filter { $0.contains("Tap") }
    #expect(taps.count == 1000)
    #expect(taps.allSatisfy { $0.wholeMatch(of: /\[\d+\.\d+\]     t = +\d+\.\d{6}s Tap "\d-\d+"/) != nil })
    let report = try LogFile(path: path).report()
    #expect(report.runs == 4 && report.unfinishedRuns == 0 && report.guessedSteps == 0)
  }

  @Test("fails the test where it cannot be written, and says what would be right")
  func unwritable() throws {
    let fake = try FakeApp()
    let path = "\(fake.folder.path)/none/ui.log"
    let app = app(fake, ["CLEANSLATE_LOG": path])
    let error = try #require(throws: ActivityLogError.self) { try app.begin(testName: "Suite.one") }
    #expect(
      "\(error)"
        == "The log '\(path)' that CLEANSLATE_LOG names cannot be written: No such file or directory. "
        + "Expected a file, or a place for one, below a folder that exists.")
  }

  @Test("says at the end of a test that the disk is full")
  func fullDisk() throws {
    let log = ActivityLog(environment: ["CLEANSLATE_LOG": "/dev/full"])
    try log.begin(test: "Suite.one")
    #expect(log.end(failed: false)?.contains("No space left on device") == true)
    #expect(log.end(failed: false) == nil)
  }

  @Test("shows a launch for each test when all are to have a process of their own")
  func relaunch() throws {
    let fake = try FakeApp()
    let path = "\(fake.folder.path)/ui.log"
    let app = app(fake, ["CLEANSLATE_LOG": path, "CLEANSLATE_RELAUNCH": "1"])
    for name in ["Suite.one", "Suite.two"] {
      try app.begin(testName: name)
      #expect(app.end(testName: name, failed: false) == [])
      #expect(app.state == .notRunning)
    }
    #expect(app.relaunchReason == "CLEANSLATE_RELAUNCH=1 asks for a new process for each test")
    #expect(fake.stage.withLock(\.resets).isEmpty)
    let report = try LogFile(path: path).report()
    #expect(report.tests.map(\.launches) == [1, 1])
    #expect(report.liveResets == 0)
  }
}
