import AppDriver
import Foundation
import Processes
import TestSupport
import Testing
import XCTest

/// Two apps of a group, as processes in one home.
@Suite("Two apps of a group")
struct TwoAppsTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func start(_ app: String, _ situation: String? = nil) throws -> ChildProcess {
    // An order can be cancelled for a few minutes, which a machine with much to do may take for this test.
    let arguments =
      ["--pause-clock-at", "2026-12-31T18:00:00Z"]
      + (situation.map { ["AUTOMATION_{\"simulate\($0)\":true}"] } ?? [])
    return try ChildProcess(try BuiltProduct.path(app), arguments, environment: home.environment)
  }

  @Test("see one another's latest order while both run, and what becomes of it")
  func latest() async throws {
    let first = try start("SampleOrders", "ThreeOrders")
    try await first.waitForOutput { $0.contains("1003  Margherita") }
    #expect(!first.standardOutput.text.contains("Latest in your apps"))

    let second = try start("SecondOrdersApp", "OneOpenOrder")
    try await second.waitForOutput {
      $0.contains("Order 1003 in SampleOrders: Margherita, extra basil  (latest-order)")
    }
    first.send("tap order-1003\nback\n")
    try await first.waitForOutput {
      $0.contains("Order 1001 in Second Orders: Margherita, extra basil · 2 × Tiramisù  (latest-order)")
    }
    #expect(!first.standardOutput.text.contains("cancelled  (latest-day)"))

    second.send("tap order-1001\ntap cancel-order\ntap confirm-cancel\n")
    try await second.waitForOutput { $0.contains("Cancelled  (status)") }
    first.send("tap order-1003\nback\n")
    try await first.waitForOutput { $0.contains("cancelled  (latest-day)") }
    #expect(
      try home.tree().filter { $0.contains("/groups/") } == [
        "data/cleanslate/groups/group.net.cleanslate.storefront/.cleanslate-container",
        "data/cleanslate/groups/group.net.cleanslate.storefront/Files/orders.latest/SampleOrders.json",
        "data/cleanslate/groups/group.net.cleanslate.storefront/Files/orders.latest/Second Orders.json",
      ])
  }
}

/// The same in UI tests, where each app has a home of its own.
final class TwoUsersTests: AppTestCase {
  override class var appNames: [String: String] { ["ada": "SampleOrders", "ben": "SecondOrdersApp"] }
  override class var appGroups: [String: String] { ["ada": "family", "ben": "family"] }

  func testAppsOfAGroupSeeWhatBecomesOfOneAnothersLatestOrder() throws {
    let ada = try start("ada", "ThreeOrders")
    // It begins with a reset, which erases what the group shares.
    let ben = try start("ben", "OneOpenOrder")
    XCTAssertFalse(ben.latestElsewhere.exists)
    _ = try ada.open(1003).goBack()
    XCTAssertTrue(try ada.latestElsewhere.label.hasPrefix("Order 1001 in Second Orders"))
    try ben.open(1001).confirmCancelling()
    _ = try ada.open(1003).goBack()
    XCTAssertTrue(try app("ada").staticTexts["latest-day"].label.contains("cancelled"))
  }

  func testEachTestBeginsWithNothingShared() throws {
    XCTAssertFalse(try start("ben", "OneOpenOrder").latestElsewhere.exists)
  }

  private func start(_ name: String, _ situation: String) throws -> OrdersPage {
    try app(name).launchApp(automationFlags: [Flag("simulate\(situation)", true)])
    return try OrdersPage(app(name)).waitUntilShown()
  }
}

/// Apps of the same group that are not to share it.
@Suite("Two apps that share nothing")
struct SeparateAppsTests {
  @Test(
    "do not see one another's orders", .app("SampleOrders", as: "ada"), .app("SecondOrdersApp", as: "ben"))
  func separate() throws {
    for (name, situation) in [("ada", "ThreeOrders"), ("ben", "OneOpenOrder")] {
      let app = try App.named(name)
      try app.launchApp(automationFlags: [Flag("simulate\(situation)", true)])
      #expect(try OrdersPage(app).waitUntilShown().latestElsewhere.exists == false)
    }
  }
}

/// The app, killed in the middle of its writing.
@Suite("Orders of a process that is killed")
struct KilledWriteTests {
  @Test("are whole: each has the last note that was seen, or a later one")
  func kills() async throws {
    let home = try TemporaryHome()
    let executable = try BuiltProduct.path("SampleOrders")
    let prepared = try await ChildProcess.run(
      executable, ["AUTOMATION_{\"simulateThreeOrders\":true}"], environment: home.environment)
    #expect(prepared.status == .exited(0))
    var next = 1
    for round in 1...8 {
      let process = try ChildProcess(
        executable, ["--open", "storefront://orders/1001"], environment: home.environment)
      let numbers = next..<(next + 200)
      process.send(
        numbers.map { "tap note-1\ntype note-text \(Self.note($0))\ntap save-note\n" }.joined())
      try await process.waitForOutput { Self.saved(in: $0).count >= 5 * round }
      process.terminate(9)
      #expect(try await process.waitForExit() == .signalled(9))
      let seen = try #require(Self.saved(in: process.standardOutput.text).last)

      let outcome = try await ChildProcess.run(
        executable, ["--open", "storefront://orders/1001"], environment: home.environment)
      #expect(outcome.status == .exited(0))
      let kept = try #require(Self.saved(in: outcome.standardOutput.text).last, "round \(round)")
      #expect((seen..<numbers.upperBound).contains(kept), "round \(round)")
      next = numbers.upperBound
    }
    let orders = "data/cleanslate/net.cleanslate.sample-orders/Documents/orders"
    #expect(
      try home.tree().filter { $0.hasPrefix("data/cleanslate/net.cleanslate.sample-orders/Documents") } == [
        "\(orders)/1001.json", "\(orders)/1002.json", "\(orders)/1003.json",
      ])
  }

  /// A note whose ends belong together: one that is cut or mixed with another is found out.
  private static func note(_ number: Int) -> String {
    "\(number)" + String(repeating: "-", count: 1 + number % 97) + "\(number)"
  }

  /// The numbers of the notes that were shown whole in a list.
  private static func saved(in output: String) -> [Int] {
    output.matches(of: /\d+\. (\d+)-+(\d+): [^\n]*  note-1\n/).compactMap { match in
      match.output.1 == match.output.2 ? Int(match.output.1) : nil
    }
  }
}
