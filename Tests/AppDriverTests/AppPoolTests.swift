import Synchronization
import Testing

@testable import AppDriver

private final class Counter: Sendable {
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
  @Test("lends the same app again, and another one to somebody else at the same time")
  func reuse() async {
    let pool = AppPool(limit: 2) { App($0) }
    let first = await pool.lease(["A"])[0]
    let second = await pool.lease(["A"])[0]
    #expect(first !== second)
    pool.giveBack([first])
    #expect(await pool.lease(["A"])[0] === first)
    pool.giveBack([first])
    #expect(await pool.lease(["B"])[0] !== first)
  }

  @Test("makes whoever comes beyond the limit wait for an app that is given back")
  func limit() async {
    let pool = AppPool(limit: 1) { App($0) }
    let inUse = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          let app = await pool.lease(["A"])[0]
          #expect(inUse.add(1) == 1)
          await Task.yield()
          #expect(inUse.add(-1) == 0)
          pool.giveBack([app])
        }
      }
    }
    #expect(inUse.add(0) == 0)
  }

  @Test("lends several at once, so that nobody holds one and waits for another")
  func several() async {
    let pool = AppPool(limit: 2) { App($0) }
    let inUse = Counter()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<30 {
        group.addTask {
          let apps = await pool.lease(number % 3 == 0 ? ["A", "B", "A"] : ["A", "B"])
          #expect(Set(apps.map(ObjectIdentifier.init)).count == apps.count)
          #expect(inUse.add(apps.count) == apps.count, "three are lent to one test when it is alone")
          await Task.yield()
          _ = inUse.add(-apps.count)
          pool.giveBack(apps)
        }
      }
    }
    #expect(inUse.add(0) == 0)
  }

  @Test("serves who came first, also one who needs more than there is for the next")
  func fair() async {
    let pool = AppPool(limit: 2) { App($0) }
    let first = await pool.lease(["A"])
    let order = Order()
    await withTaskGroup(of: Void.self) { group in
      group.addImmediateTask {
        let apps = await pool.lease(["A", "B"])
        order.add("two")
        pool.giveBack(apps)
      }
      group.addImmediateTask {
        let apps = await pool.lease(["A"])
        order.add("one")
        pool.giveBack(apps)
      }
      pool.giveBack(first)
    }
    #expect(order.names == ["two", "one"])
  }

  @Test("ends warm apps of other kinds before there are more than the limit")
  func surplus() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { $0 == "FakeApp" ? fake.makeApp() : App($0) }
    let app = await pool.lease(["FakeApp"])[0]
    try app.begin()
    pool.giveBack([app])
    #expect(app.state == .running)
    let other = await pool.lease(["Other"])[0]
    #expect(app.state == .notRunning)
    pool.giveBack([other])
  }

  @Test("ends all its apps when it closes, and those that come back later")
  func close() async throws {
    let first = try FakeApp()
    let second = try FakeApp()
    let next = Counter()
    let pool = AppPool(limit: 3) { _ in (next.add(1) == 1 ? first : second).makeApp() }
    let idle = await pool.lease(["FakeApp"])[0]
    let used = await pool.lease(["FakeApp"])[0]
    try idle.begin()
    try used.begin()
    pool.giveBack([idle])
    pool.close()
    #expect(first.sandboxes + second.sandboxes == [])
    try used.launch()
    pool.giveBack([used])
    #expect(used.state == .notRunning)
  }
}
