import ControlProtocol
import Leaks
import OperatingSystem
import Processes
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("The clean slate around a test")
struct CleanSlateTests {
  private static let leak = Leak(type: "Shop.Cart", name: "session", generation: 1)

  private func begun() throws -> (FakeApp, App) {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.begin()
    return (fake, app)
  }

  @Test("keeps one process through tests that leave nothing")
  func warm() throws {
    let (fake, app) = try begun()
    #expect(app.end(testName: "a", failed: false) == [])
    let pid = app.processIdentifier
    try app.begin(arguments: ["-x"])
    #expect(app.processIdentifier == pid)
    #expect(fake.stage.withLock { $0.resets.last?.launchArguments } == ["-x"])
  }

  @Test("is the one that the last test has left, where nothing has happened since and the arguments agree")
  func found() throws {
    func resets(untouched: Int, arguments: [String] = ["-x"]) throws -> Int {
      let fake = try FakeApp()
      let app = fake.makeApp()
      try app.begin(isTest: true, arguments: ["-x"])
      try app.launchApp(otherArgs: ["-y"])
      #expect(app.end(testName: "a", failed: false) == [])
      #expect(fake.stage.withLock { $0.resets.map(\.launchArguments) } == [["-y"], ["-x"]])
      app.running?.process.untouchedGeneration.value = untouched
      let requests = fake.requests.count
      try app.begin(arguments: arguments)
      let resets = fake.stage.withLock { $0.resets.count } - 2
      // The app is not even asked.
      #expect(fake.requests.count - requests == resets)
      return resets
    }
    #expect(try resets(untouched: 3) == 0)
    #expect(try resets(untouched: 0) == 1)
    #expect(try resets(untouched: 4) == 1)
    #expect(try resets(untouched: 3, arguments: ["-z"]) == 1)
  }

  @Test("makes the test that leaked answer for it, and gives the next one a new process")
  func leak() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.leaks = [Self.leak] }
    #expect(
      app.end(testName: "a", failed: false)
        == ["leaked: Shop.Cart (session, generation 1) is alive after the reset"])
    #expect(app.state == .notRunning)
    try app.begin()
    #expect(app.relaunchReason == "a: leaked Shop.Cart (session, generation 1)")
    #expect(app.log == "[AppDriver] relaunched: a: leaked Shop.Cart (session, generation 1)\n")
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("counts a leak that a reset in the middle of the test found")
  func earlyLeak() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.leaks = [Self.leak] }
    try app.reset()
    #expect(app.end(testName: "a", failed: false).count == 1)
  }

  @Test("lets a test that expects the leak pass, but not keep the process")
  func knownLeak() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.leaks = [Self.leak] }
    app.knownLeak("Shop.Cart", reason: "the cart is being rebuilt")
    #expect(app.end(testName: "a", failed: false) == [])
    #expect(app.state == .notRunning)
    #expect(app.log.contains("known leak of Shop.Cart: the cart is being rebuilt"))
  }

  @Test("lets a test that expects as many leaks as there are pass, and fails one that expects fewer or more")
  func knownLeaks() throws {
    func complaints(_ expect: (App) -> Void) throws -> [String] {
      let (fake, app) = try begun()
      let held = Leak(type: "Shop.Cart", name: "session", generation: 1, holds: ["Line": 1])
      fake.stage.withLock { $0.leaks = [Self.leak, held] }
      try app.reset()
      fake.stage.withLock { $0.leaks = [held] }
      expect(app)
      return app.end(testName: "a", failed: false)
    }
    #expect(try complaints { $0.knownLeak("Shop.Cart", count: 2, reason: "r") } == [])
    #expect(
      try complaints { $0.knownLeak("Shop.*", holder: "holds *", reason: "r") }
        == ["leaked: Shop.Cart (session, generation 1) is alive after the reset"])
    let line = #line + 1
    let many = try complaints { $0.knownLeak("Shop.Cart", count: 4, reason: "the cart is being rebuilt") }
    #expect(
      many == [
        "knownLeak(\"Shop.Cart\") in CleanSlateTests.swift:\(line): of 4 that it accepts, only 2 leaked. "
          + "Lower the count to 2 (it said: the cart is being rebuilt)"
      ])
  }

  @Test("does not say that a known leak is gone where nobody has looked for all that a test leaves")
  func notLooked() throws {
    func complaints(
      failed: Bool = false, isCancelled: Bool = false, slate: Slate = .live,
      _ body: (App) throws -> Void = { _ in }
    ) throws -> [String] {
      let fake = try FakeApp()
      let app = fake.makeApp()
      try app.begin(isTest: true, slate: slate)
      app.knownLeak("Shop.Cart", reason: "the cart is being rebuilt")
      app.knownLeak("Shop.Order", reason: "so is the order", until: "tomorrow", file: "O.swift", line: 7)
      try body(app)
      return app.end(testName: "a", failed: failed, isCancelled: isCancelled)
    }
    let wrong =
      "knownLeak(\"Shop.Order\") in O.swift:7: \"tomorrow\" is not a date; write it like \"2027-03-31\""
    #expect(try complaints().count == 2)
    #expect(try complaints(failed: true) == [wrong])
    #expect(try complaints(slate: .process) == [wrong])
    #expect(try complaints(isCancelled: true) == [wrong])
    #expect(try complaints { $0.terminate() } == [wrong])
    #expect(try complaints { try $0.relaunch(reason: "again", keepData: true) } == [wrong])
  }

  @Test("counts the same leak of another process as another one")
  func otherProcess() throws {
    let (fake, app) = try begun()
    app.knownLeak("Shop.Cart", reason: "r")
    fake.stage.withLock { $0.leaks = [Self.leak] }
    try app.reset()
    app.terminate()
    try app.launch()
    fake.stage.withLock { $0.leaks = [Self.leak] }
    #expect(
      app.end(testName: "a", failed: false)
        == ["leaked: Shop.Cart (session, generation 1) is alive after the reset"])
  }

  @Test("says below the last leak what could not be looked into, of much of it the beginning")
  func notLookedInto() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.notLookedInto = ["UnsafeMutablePointer<Int> (TicketSession.buffer)"] }
    try app.reset()
    let other = Leak(type: "Line", name: "line", generation: 2, holds: ["Cart": 1])
    fake.stage.withLock {
      $0.leaks = [Self.leak, other]
      $0.notLookedInto = (1...11).map { "OpaquePointer (Cart.p\($0))" }
    }
    try app.reset()
    #expect(
      app.end(testName: "a", failed: false) == [
        "leaked: Shop.Cart (session, generation 1) is alive after the reset",
        """
        leaked: Line (line, generation 2) is alive after the reset
          holds Cart
        not looked into: UnsafeMutablePointer<Int> (TicketSession.buffer)
        not looked into: OpaquePointer (Cart.p1)
        not looked into: OpaquePointer (Cart.p2)
        not looked into: OpaquePointer (Cart.p3)
        not looked into: OpaquePointer (Cart.p4)
        not looked into: OpaquePointer (Cart.p5)
        not looked into: OpaquePointer (Cart.p6)
        not looked into: OpaquePointer (Cart.p7)
        not looked into: OpaquePointer (Cart.p8)
        not looked into: OpaquePointer (Cart.p9)
        and 2 more
        """,
      ])
  }

  @Test("says nothing of what could not be looked into where nothing leaked, or only what was expected")
  func silence() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.notLookedInto = ["OpaquePointer (Cart.pointer)"] }
    #expect(app.end(testName: "a", failed: false) == [])
    #expect(app.state == .running)
    try app.begin()
    fake.stage.withLock { ($0.leaks, $0.notLookedInto) = ([Self.leak], ["OpaquePointer (Cart.pointer)"]) }
    app.knownLeak("Shop.Cart", reason: "r")
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("fails a test that expects everything to be looked into, with all that was not; the process goes on")
  func everything() throws {
    let (fake, app) = try begun()
    app.expectEverythingLookedInto()
    fake.stage.withLock {
      $0.notLookedInto = ["UnsafeMutablePointer<Int> (TicketSession.buffer)", "OpaquePointer (Cart.pointer)"]
    }
    try app.reset()
    #expect(try #require(app.lastReceipt).isClean)
    fake.stage.withLock { $0.notLookedInto = ["OpaquePointer (Cart.pointer)"] }
    #expect(
      app.end(testName: "a", failed: false) == [
        """
        expectEverythingLookedInto(): the leak walk could not look into
          UnsafeMutablePointer<Int> (TicketSession.buffer)
          OpaquePointer (Cart.pointer)
        What is held there can leak unseen. Hold it where the walk can follow, in a class or an array instead \
        of behind a pointer, or take the line out.
        """
      ])
    #expect(app.state == .running)
  }

  @Test("asks of a test only what its own resets looked into, and of the next one nothing")
  func everythingOfOthers() throws {
    let (fake, app) = try begun()
    app.expectEverythingLookedInto()
    #expect(app.end(testName: "a", failed: false) == [])
    fake.stage.withLock { $0.notLookedInto = ["OpaquePointer (Cart.pointer)"] }
    try app.begin()
    app.expectEverythingLookedInto()
    #expect(app.end(testName: "b", failed: false) == [])
    try app.begin()
    fake.stage.withLock { $0.notLookedInto = ["OpaquePointer (Cart.pointer)"] }
    #expect(app.end(testName: "c", failed: false) == [])
  }

  @Test("relaunches for the next test when the end of the last one never came")
  func missingEnd() throws {
    let (fake, app) = try begun()
    fake.stage.withLock { $0.leaks = [Self.leak] }
    try app.begin()
    #expect(
      app.relaunchReason
        == "the reset before a test found: leaked Shop.Cart (session, generation 1)")
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("looks for what a test left also where it has deleted the state with which it began")
  func deletedState() throws {
    let (fake, app) = try begun()
    app.usual.state = "signed in"
    fake.stage.withLock { $0.hasStates = false }
    #expect(app.end(testName: "a", failed: false) == [])
    #expect(app.withRecord(\.hasLooked))
    #expect(fake.stage.withLock(\.resets).last?.state == nil)
  }

  @Test("relaunches after a failure and says so")
  func failure() throws {
    let (fake, app) = try begun()
    #expect(app.end(testName: "a", failed: true) == [])
    try app.begin()
    #expect(app.relaunchReason == "a failure in a")
    _ = fake
  }

  @Test("fails the test in which the app crashed, and relaunches")
  func crash() throws {
    let (fake, app) = try begun()
    try app.kill()
    #expect(
      app.end(testName: "a", failed: false)
        == ["FakeApp ended by signal 11 (Segmentation fault) during the test"])
    try app.begin()
    #expect(
      app.relaunchReason
        == "in a the process ended by signal 11 (Segmentation fault)")
    _ = fake
  }

  @Test(
    "remembers a crash whatever the test asks for next",
    arguments: ["reset", "launchApp", "relaunch", "terminate"])
  func crashBefore(next: String) throws {
    let (fake, app) = try begun()
    try app.kill()
    switch next {
    case "reset": try app.reset()
    case "launchApp": try app.launchApp(otherArgs: ["-x"])
    case "relaunch": try app.relaunch(reason: "a look at what is kept", keepData: true)
    default: app.terminate()
    }
    #expect(
      app.end(testName: "a", failed: false)
        == ["FakeApp ended by signal 11 (Segmentation fault) during the test"])
    // The next test is not to blame.
    try app.begin()
    try app.kill()
    #expect(app.running?.process.waitForExit(until: Deadline(in: .patience)) == .signalled(11))
    try app.begin()
    #expect(app.end(testName: "c", failed: false) == [])
    withExtendedLifetime(fake) {}
  }

  @Test("relaunches when the reset before a test fails, but not when the test asks for nonsense")
  func failedReset() throws {
    let (fake, app) = try begun()
    let pid = app.processIdentifier
    fake.stage.withLock { $0.resetError = ErrorReply(.badConfiguration, "no such flag") }
    #expect(throws: AppError.self) { try app.begin(arguments: ["EPHEMERAL_{\"x\":1}"]) }
    #expect(app.processIdentifier == pid)
    fake.stage.withLock { $0.resetError = ErrorReply(.failed, "stuck") }
    try app.begin()
    #expect(app.processIdentifier != pid)
    #expect(app.relaunchReason == "the reset before a test failed: FakeApp refused /reset: stuck")
  }
}
