import Synchronization
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
    app = App("FakeApp", settings: settings)
    try app.begin(isTest: true)
  }

  @Test("is waited for once: then its process is ended, and each further step says so at once")
  func once() throws {
    let process = try #require(app.running?.process)
    fake.stage.withLock { $0.isSilent = true }
    let before = fake.requests.count
    let error = #expect(throws: AppError.self) { try app.buttons["continue"].tap() }
    let reason = "FakeApp, asked for /tap: The app did not answer within 0.3 seconds. It has been ended."
    #expect(error?.description.hasPrefix(reason) == true, "\(error as AppError?)")
    #expect(!process.isRunning)
    #expect(app.state == .notRunning)
    #expect(throws: AppError.self) { try app.tree() }
    #expect(throws: AppError.self) { try app.back() }
    let complaints = app.end(testName: "T.t", failed: true)
    #expect(complaints == ["FakeApp did not answer and was ended during the test"])
    #expect(fake.requests.count == before + 1)
    fake.stage.withLock { $0.isSilent = false }
    try app.begin(isTest: true)
    #expect(app.buttons["continue"].exists)
    app.terminate()
  }

  @Test("is waited for as long as a wait may take, and no test waits again where it hangs meanwhile")
  func duringWait() throws {
    fake.stage.withLock { $0.isSilent = true }
    try Unknown.expect(1, "It has been ended.") {
      #expect(!app.buttons["late"].waitForExistence(timeout: 0.1))
    }
    #expect(app.state == .notRunning)
    app.terminate()
  }
}
