import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("What a test has left at work")
struct LeftAtWorkTests {
  private func scope(
    _ fake: FakeApp, in shared: AppPool? = nil, _ body: @Sendable @escaping () async throws -> Void
  ) async throws {
    let pool = shared ?? AppPool(limit: 1) { _ in fake.makeApp() }
    defer { if shared == nil { pool.close() } }
    let trait: AppTrait = .app(
      "FakeApp", pool: { pool }, resultsFolder: "/dev/null", timings: try fake.timings())
    try await trait.provideScope(for: #require(Test.current), testCase: nil, performing: body)
  }

  @Test("is lent no app")
  func leftover() async throws {
    let fake = try FakeApp()
    let leased = Mutex<LeasedApps?>(nil)
    try await scope(fake) { leased.withLock { $0 = App.leased } }
    let left = leased.withLock { $0 }
    let error = #expect(throws: AppError.self) {
      _ = try App.$leased.withValue(left) { try App.current }
    }
    #expect(
      error?.description
        == "There is no app outside of a test: it is there from the first setUp to the last tearDown. "
        + "Wait at the end of the test for the tasks that it has started.")
  }

  @Test("gets no hold of the app of a later test")
  func leftApp() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { _ in fake.makeApp() }
    defer { pool.close() }
    let left = Mutex<(app: App, apps: LeasedApps?)?>(nil)
    try await scope(fake, in: pool) {
      let app = try App.current
      left.withLock { $0 = (app, App.leased) }
    }
    try await scope(fake, in: pool) {
      let (app, apps) = try #require(left.withLock { $0 })
      let process = fake.pid
      let calls: [(App) throws -> Void] = [
        { try $0.buttons["continue"].tap() }, { try $0.reset() }, { try $0.launch() }, { _ = try $0.tree() },
        { try $0.launchApp() }, { try $0.clock.resume() },
      ]
      for call in calls {
        let error = #expect(throws: AppError.self) { try call(app) }
        #expect(error?.description.hasPrefix("There is no app outside of a test: ") == true)
      }
      let element = app.buttons["continue"]
      #expect(!App.$leased.withValue(apps) { element.exists || element.waitForExistence(timeout: 1) })
      #expect(await Task.detached { element.exists || element.waitForExistence(timeout: 1) }.value == false)
      // A test that runs, with an app or without, is told.
      withKnownIssue {
        #expect(!element.exists)
      } matching: {
        "\($0)".contains("no app outside of a test")
      }
      App.$leased.withValue(nil) {
        withKnownIssue {
          #expect(!element.exists)
        } matching: {
          "\($0)".contains("no app outside of a test")
        }
      }
      app.terminate()
      #expect(fake.pid == process && fake.stage.withLock(\.taps).isEmpty)
      #expect(try App.current.state == .running)
    }
  }

  @Test("says what knows no test, where it is asked for the app there")
  func detached() async throws {
    let text = await Task.detached {
      do { return "\(try App.current.name)" } catch { return "\(error)" }
    }.value
    #expect(
      text == "No test is known here: a detached task, a thread or a queue does not know its test. "
        + "Take `App.current` before that begins; in XCTest, `self.app`.")
  }
}
