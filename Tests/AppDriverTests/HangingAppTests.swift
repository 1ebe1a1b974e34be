import ControlProtocol
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("An app that no longer answers")
struct HangingAppTests {
  private let fake: FakeApp
  private let app: App

  init() throws {
    fake = try FakeApp()
    var settings = fake.settings
    settings.requestTimeout = .milliseconds(300)
    // A launch has more time, so each test makes no other request than the one that hangs.
    app = App("FakeApp", settings: settings)
  }

  @Test("is waited for once: then its process is ended, and each further step says so at once")
  func once() async throws {
    try app.begin(isTest: true)
    let process = try #require(app.running?.process)
    fake.stage.withLock { $0.isSilent = true }
    let before = fake.requests.count
    let error = #expect(throws: AppError.self) { try app.buttons["continue"].tap() }
    let reason = "FakeApp, asked for /tap: The app did not answer within 0.3 seconds. It has been ended."
    #expect(error?.description.hasPrefix(reason) == true, "\(error as AppError?)")
    #expect(await Waiting.until { fake.requests.count > before })
    #expect(!process.isRunning)
    #expect(app.state == .notRunning)
    #expect(throws: AppError.self) { try app.tree() }
    #expect(throws: AppError.self) { try app.back() }
    let complaints = app.end(testName: "T.t", failed: true)
    #expect(complaints == ["FakeApp did not answer and was ended during the test"])
    #expect(fake.requests.count == before + 1)
    fake.stage.withLock { $0.isSilent = false }
    try app.begin(isTest: true)
    let running = try #require(app.running)
    let reply: TreeReply = try running.request(.tree, query: "", body: BackRequest?.none, within: .patience)
    #expect(reply.revision == fake.stage.withLock(\.revision))
    app.terminate()
  }

  @Test("fails the test once, with the step that it did not answer")
  func toldOnce() throws {
    let pool = AppPool(limit: 1) { [app] _ in app }
    let test = TestIdentity(framework: .xcTest, id: "T/t", module: "T", suite: "T", name: "t")
    let apps = LeasedApps([(nil, app)], of: test, from: pool, results: fake.folder.path, timings: nil)
    try apps.begin(.app("FakeApp"))
    fake.stage.withLock { $0.isSilent = true }
    let error = try #require(throws: AppError.self) { try app.buttons["continue"].tap() }
    _ = apps.record("\(error)")
    #expect(apps.end(testName: "T.t", isCancelled: false) == [])
    #expect(app.relaunchReason == "in T.t the process did not answer and was ended")
    app.terminate()
  }

  @Test("fails a test with a process of its own, too, which nothing but the network is asked of at its end")
  func ownProcess() throws {
    try app.begin(isTest: true, arguments: LaunchRoutes().arguments, slate: .process)
    fake.stage.withLock { $0.isSilent = true }
    let complaints = app.end(testName: "T.t", failed: false)
    #expect(
      complaints.count == 1
        && complaints[0].hasPrefix(
          "Whether something has answered each request of FakeApp is not known: FakeApp, asked for "
            + "/network: The app did not answer within 0.3 seconds. It has been ended."),
      "\(complaints)")
    fake.stage.withLock { $0.isSilent = false }
    try app.begin(isTest: true, slate: .process)
    #expect(app.end(testName: "T.u", failed: false) == [], "the next test is not to blame")
    app.terminate()
  }

  @Test("is waited for as long as a wait may take, and no test waits again where it hangs meanwhile")
  func duringWait() throws {
    try app.begin(isTest: true)
    fake.stage.withLock { $0.isSilent = true }
    try Unknown.expect(1, "It has been ended.") {
      #expect(!app.buttons["late"].waitForExistence(timeout: 0.1))
    }
    #expect(app.state == .notRunning)
    app.terminate()
  }
}
