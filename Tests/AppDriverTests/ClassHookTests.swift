import Synchronization
import XCTest

@testable import AppDriver

/// Pins the order of XCTest's hooks, those of the class included, in a run by XCTest itself.
final class ClassHookTests: AppTestCase {
  private struct Stage: Sendable {
    var fake: FakeApp
    var pool: AppPool
    var events: [String] = []
  }

  // XCTest makes an object for each method; what the class knows has no other place.
  private static let stage = Mutex<Stage?>(nil)

  override class var appName: String { "FakeApp" }
  override class var pool: AppPool { stage.withLock { $0?.pool } ?? .shared }

  private static func note(_ event: String) { stage.withLock { $0?.events.append(event) } }
  private func note(_ event: String) { Self.note("\(event), app \(app.state)") }

  override class func setUp() {
    guard let fake = try? FakeApp() else { preconditionFailure("The fake app cannot be made.") }
    stage.withLock { $0 = Stage(fake: fake, pool: AppPool(limit: 1) { _ in fake.makeApp() }) }
    note("class setUp")
  }
  override func setUp() async throws { note("setUp async") }
  override func setUpWithError() throws { note("setUpWithError") }
  override func setUp() {
    note("setUp")
    addTeardownBlock { self.note("first teardown block") }
    addTeardownBlock { self.note("second teardown block") }
  }
  override func tearDown() { note("tearDown") }
  override func tearDownWithError() throws { note("tearDownWithError") }
  override func tearDown() async throws { note("tearDown async") }

  func testRunsBetweenTheHooks() { note("test") }

  override class func tearDown() {
    note("class tearDown")
    let stage = stage.withLock { $0.take() }
    stage?.pool.close()
    // No test is running any more that could fail.
    precondition(
      stage?.events == [
        "class setUp", "setUp async, app running", "setUpWithError, app running", "setUp, app running",
        "test, app running", "second teardown block, app running", "first teardown block, app running",
        "tearDown, app running", "tearDownWithError, app running", "tearDown async, app running",
        "class tearDown",
      ], "XCTest's hooks came in another order: \(stage?.events ?? [])")
  }
}
