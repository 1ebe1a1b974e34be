import Glibc
import Synchronization
import Testing

@testable import AppDriver

final class Counter: Sendable {
  private let value = Mutex(0)

  /// Adds to the number and returns it.
  func add(_ more: Int) -> Int {
    value.withLock { value in
      value += more
      return value
    }
  }
}

private final class Order: Sendable {
  private let list = Mutex<[String]>([])
  var names: [String] { list.withLock(\.self) }
  func add(_ name: String) { list.withLock { $0.append(name) } }
}

@Suite("The pool of warm apps")
struct AppPoolTests {
  @Test(
    "lends what it has of an app again as another object, and another app to somebody else at the same time")
  func reuse() async throws {
    let pool = AppPool(limit: 2) { App($0) }
    let first = try await pool.lease(["A"])[0]
    let second = try await pool.lease(["A"])[0]
    #expect(first !== second)
    first.launchArguments = ["-first"]
    pool.giveBack([first])
    let again = try await pool.lease(["A"])[0]
    #expect(again !== first && again.launchArguments == ["-first"])
    pool.giveBack([again])
    #expect(try await pool.lease(["B"])[0].launchArguments == [])
  }

  @Test("makes whoever comes beyond the limit wait for an app that is given back")
  func limit() async throws {
    let pool = AppPool(limit: 1) { App($0) }
    let inUse = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let app = try await pool.lease(["A"])[0]
          #expect(inUse.add(1) == 1)
          await Task.yield()
          #expect(inUse.add(-1) == 0)
          pool.giveBack([app])
        }
      }
      try await group.waitForAll()
    }
    #expect(inUse.add(0) == 0)
  }

  @Test("lends several at once, so that nobody holds one and waits for another")
  func several() async throws {
    let pool = AppPool(limit: 2) { App($0) }
    let inUse = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask {
          let apps = try await pool.lease(number % 3 == 0 ? ["A", "B", "A"] : ["A", "B"])
          #expect(Set(apps.map(ObjectIdentifier.init)).count == apps.count)
          #expect(inUse.add(apps.count) == apps.count, "three are lent to one test when it is alone")
          await Task.yield()
          _ = inUse.add(-apps.count)
          pool.giveBack(apps)
        }
      }
      try await group.waitForAll()
    }
    #expect(inUse.add(0) == 0)
  }

  @Test("lends nothing to whoever has been cancelled while waiting, and holds up nobody behind")
  func cancelled() async throws {
    let pool = AppPool(limit: 1) { App($0) }
    let held = try await pool.lease(["A"])
    let second = Task { try await pool.lease(["A"]) }
    let third = Task { try await pool.lease(["A"]) }
    second.cancel()
    pool.giveBack(held)
    let outcome = await second.result
    #expect(throws: CancellationError.self) { try outcome.get() }
    if case .success(let apps) = outcome { pool.giveBack(apps) }
    #expect(try await third.value.count == 1)
  }

  @Test("serves who came first, also one who needs more than there is for the next")
  func fair() async throws {
    let pool = AppPool(limit: 2) { App($0) }
    let first = try await pool.lease(["A"])
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addImmediateTask {
        let apps = try await pool.lease(["A", "B"])
        order.add("two")
        pool.giveBack(apps)
      }
      group.addImmediateTask {
        let apps = try await pool.lease(["A"])
        order.add("one")
        pool.giveBack(apps)
      }
      pool.giveBack(first)
      try await group.waitForAll()
    }
    #expect(order.names == ["two", "one"])
  }

  @Test("ends warm apps of other kinds before there are more than the limit")
  func surplus() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { $0 == "FakeApp" ? fake.makeApp() : App($0) }
    let app = try await pool.lease(["FakeApp"])[0]
    try app.begin()
    pool.giveBack([app])
    #expect(kill(fake.pid, 0) == 0)
    let other = try await pool.lease(["Other"])[0]
    #expect(kill(fake.pid, 0) == -1)
    pool.giveBack([other])
  }

  @Test("keeps no more warm apps of one kind than the limit, after a test that needed more")
  func surplusOfOneKind() async throws {
    let fakes = [try FakeApp(), try FakeApp()]
    let made = Counter()
    let pool = AppPool(limit: 1) { _ in fakes[made.add(1) - 1].makeApp() }
    let apps = try await pool.lease(["FakeApp", "FakeApp"])
    for app in apps { try app.begin() }
    pool.giveBack(apps)
    let next = try await pool.lease(["FakeApp"])
    #expect(fakes.count { kill($0.pid, 0) == 0 } == 1 && next[0].state == .running)
    pool.giveBack(next)
    pool.close()
  }

  @Test("ends all its apps when it closes, and those that come back later")
  func close() async throws {
    let first = try FakeApp()
    let second = try FakeApp()
    let next = Counter()
    let pool = AppPool(limit: 3) { _ in (next.add(1) == 1 ? first : second).makeApp() }
    let idle = try await pool.lease(["FakeApp"])[0]
    let used = try await pool.lease(["FakeApp"])[0]
    try idle.begin()
    try used.begin()
    pool.giveBack([idle])
    pool.close()
    #expect(first.sandboxes + second.sandboxes == [])
    try used.launch()
    pool.giveBack([used])
    #expect(kill(second.pid, 0) == -1 && first.sandboxes + second.sandboxes == [])
  }
}
