import AppData
import AppRuntime
import ElementTree
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StorefrontComposition

@MainActor @Suite("A clock that jumps while the app runs")
struct ClockStormTests {
  @Test("loses no order, locks nobody out for longer, and leaves the app usable")
  func jumps() async throws {
    let effort = try Effort()
    var generator = effort.generator("clock")
    var (steps, orders) = (0, 0)
    for _ in 0..<effort.rounds(6) {
      let clock = JumpingClock()
      let app = try StorefrontFixture(clock: clock.appClock)
      try await app.start("threeOrders")
      for _ in 0..<60 {
        if Bool.random(using: &generator) { clock.jump(using: &generator) }
        switch Int.random(in: 0..<15, using: &generator) {
        case 0: try await app.start()
        case 1: try await placeOrder(in: app)
        default: try await step(in: app, using: &generator)
        }
        steps += 1
      }
      orders += try await putRight(clock, in: app)
    }
    #expect(orders > 3 * effort.rounds(6), "some orders were placed on the way")
    effort.report("\(steps) steps, \(orders) orders, none lost")
  }

  /// Does one thing of all that can be done, as long as it does not end in an empty app.
  private func step(in app: StorefrontFixture, using generator: inout SeededGenerator) async throws {
    let elements = app.host.tree.reachableParts.flatMap(\.allElements).filter {
      $0.isFocusable && $0.identifier?.contains("erase") != true
    }
    guard let element = elements.randomElement(using: &generator), let identifier = element.identifier else {
      return try await app.start()
    }
    if element.role.isEditable {
      let text = ["ada@example.com", "analytical engine", "2", "WELCOME10", ""].randomElement(
        using: &generator)
      try await app.perform(.edit(identifier, text: text ?? ""))
    } else {
      try await app.perform(.tap(identifier))
    }
  }

  private func placeOrder(in app: StorefrontFixture) async throws {
    try await app.start("checkoutConfirm")
    if app.label("place-order") != nil { try await app.perform(.tap("place-order")) }
  }

  /// Sets the clock right, an hour and a day after the beginning, and returns how many orders are there.
  private func putRight(_ clock: JumpingClock, in app: StorefrontFixture) async throws -> Int {
    let kept = try Self.orderFiles(of: app)
    clock.set(JumpingClock.beginning + 3_600)
    try await app.start()
    clock.set(JumpingClock.beginning + 90_000)
    try await app.start()
    if app.screen == "account-sign-in" { try await app.signIn() }
    #expect(!app.tabs.isEmpty, "somebody is, or can be, signed in: \(app.host.tree.treeDescription)")
    #expect(try Self.orderFiles(of: app) == kept)
    #expect(kept.allSatisfy { $0.hasPrefix("orders/") }, "none was set aside: \(kept)")
    return kept.count
  }

  private static func orderFiles(of app: StorefrontFixture) throws -> [String] {
    let data = try #require(app.host.environment?.data)
    return try data.files.documents.list().filter { $0.hasPrefix("orders") }
  }
}

/// A clock that is wrong by up to centuries, and wakes whoever waits whenever it jumps.
private final class JumpingClock: Sendable {
  static let beginning = Date(timeIntervalSince1970: 1_777_896_000)
  /// What an operating system can be set to: 1970 to 2232.
  private static let possible = 0.0..<8_277_000_000

  private let time = Mutex(beginning)
  private let (jumps, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

  var appClock: AppClock {
    AppClock(now: { [time = self] in time.now }) { [jumps] _ in
      for await _ in jumps { return }
      throw CancellationError()
    }
  }

  private var now: Date { time.withLock { $0 } }

  func set(_ now: Date) {
    time.withLock { $0 = now }
    bell.yield()
  }

  func jump(using generator: inout SeededGenerator) {
    let distances: [Double] = [1, 300, 900, 3_600, 86_400, 31_536_000, 3_000_000_000]
    let distance = distances.randomElement(using: &generator) ?? 1
    let seconds = Double.random(in: -distance...distance, using: &generator)
    let moved = now.timeIntervalSince1970 + seconds
    set(Date(timeIntervalSince1970: min(max(moved, Self.possible.lowerBound), Self.possible.upperBound - 1)))
  }
}
