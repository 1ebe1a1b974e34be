import AppDriver
import ControlProtocol
import Foundation
import Leaks
import TestSupport
import Testing

@Suite("What a generation leaves behind besides memory", .app("LeakyApp"))
struct LeftBehindTests {
  private let app: App

  init() throws { app = try App.current }

  /// Makes a mistake, resets, and returns what the receipt says of it.
  private func report(_ mistake: String) throws -> [String] {
    try app.cells[mistake].tap()
    let receipt = try #require(try app.reset())
    for leak in receipt.leaks { app.knownLeak("\(leak.type) \(leak.name)", reason: "the test made it") }
    return receipt.leaks.map { "\($0.type) \($0.name)" }
  }

  @Test(
    "is reported at the first reset, with what it is",
    arguments: [
      ("inotify", "descriptor inotify"), ("thread", "thread forgotten"),
      ("child", "child process /bin/sleep 1000"),
      ("zombie", "child process ended, but nobody has waited for it"),
      ("listener", "descriptor socket that listens at 127.0.0.1:"),
    ])
  func reported(mistake: String, expected: String) throws {
    let found = try report(mistake)
    #expect(found.count == 1 && found[0].hasPrefix(expected), "\(found)")
    let again = try #require(try app.reset())
    #expect(again.leaks.map { "\($0.type) \($0.name)" } == found, "it is still there")
    #expect(try app.leaks().leaks == again.leaks)
  }

  @Test("is reported with its path")
  func paths() throws {
    let file = try report("file")
    #expect(file.count == 1)
    #expect(file[0].hasPrefix("descriptor /") && file[0].hasSuffix("/tmp/forgotten.txt (deleted)"))
    let folder = try report("open-folder")
    #expect(folder.contains { $0.hasPrefix("descriptor /") && $0.hasSuffix("/tmp/cleanslate/shop") })
    let left = try report("temporary-file")
    #expect(left.contains { $0.hasPrefix("temporary file /") && $0.hasSuffix("/tmp/left.tmp") })
  }

  @Test(
    "is reported with its path, wherever it is in the folders that are the app's alone",
    arguments: [
      ("deep-file", "temporary file */tmp/deep/er/left.tmp"), ("home-file", "file */home/.leaky/settings"),
      ("stray-file", "file */data/cleanslate/net.cleanslate.leaky-app/stray.txt"),
    ])
  func files(mistake: String, expected: String) throws {
    try app.cells[mistake].tap()
    #expect(try #require(try app.reset(keepData: true)).leaks.isEmpty == (mistake != "deep-file"))
    let receipt = try #require(try app.reset())
    app.knownLeak(expected, reason: "the test made it")
    let leak = try #require(receipt.leaks.first)
    // What is outside of the temporary folder may be kept data, until data is erased.
    #expect(leak.generation == receipt.generation - (mistake == "deep-file" ? 2 : 1))
    #expect(receipt.leaks.count == 1)
    #expect(
      leak.details == [
        "give it back when the session ends, or allow it: "
          + "leaks.expectedToSurvive(\"\(expected)\", reason: …)"
      ])
  }

  @Test("is reported where a child has started another process and ended")
  func grandchild() throws {
    let found = try report("grandchild")
    #expect(found == ["child process /bin/sleep 1000"])
    #expect(try #require(try app.reset()).leaks.count == 1, "it is still there")
  }

  private static let keptByLibraries = [
    ("socketpair", "descriptor socket without a name"), ("pipe", "descriptor pipe from the app to itself"),
    ("event", "descriptor eventfd"), ("connection", "descriptor TCP socket to 127.0.0.1:*"),
    ("datagrams", "descriptor UDP socket to 127.0.0.1:*"), ("scattered", "descriptor UDP socket"),
  ]
  private static let nameless = "thread without a name of its own"
  /// Threads without a name are reported once six generations of the last twenty-four have left one.
  private static let manyThreads = 24

  /// In the short form these are made in the same generations; in the long one, each has generations of its own. Sockets with
  /// many addresses have them always, for they are told of only where no single address has more and more.
  private static let growing =
    isLong
    ? keptByLibraries.map { [$0] } : [keptByLibraries.dropLast(), keptByLibraries.suffix(1)].map(Array.init)
  private static let isLong = (try? Effort())?.isLong == true

  /// Resets until something is reported, and returns the number of resets. The mistake is made in one generation of so
  /// many.
  private func resets(until mistake: String, each period: Int, atMost limit: Int) throws -> Int? {
    for round in 1...limit {
      if round % period == 0 { try app.cells[mistake].tap() }
      if try !#require(try app.reset()).leaks.isEmpty { return round }
    }
    return nil
  }

  @Test(
    "is reported once six generations have left it, where a library might have kept it",
    arguments: growing, [1, 2, 4])
  func growth(mistakes: [(made: String, found: String)], period: Int) throws {
    for mistake in mistakes { app.knownLeak(mistake.found, reason: "the test made it") }
    var leaks: [Leak] = []
    for round in 1...(6 * period) {
      if round % period == 0 { for mistake in mistakes { try app.cells[mistake.made].tap() } }
      leaks = try #require(try app.reset()).leaks
      // A library may open one more in any generation.
      if round < 5 * period { #expect(leaks == [], "after \(round) resets") }
    }
    let found = leaks.map { "\($0.type) \($0.name)".replacing(/:[0-9]+$/, with: ":*") }
    #expect(found.sorted() == mistakes.map(\.found).sorted())
    for leak in leaks {
      let advice = try #require(leak.advice)
      #expect(
        advice.contains(
          /^6 of the last \d+ generations left one more, which makes \d+; if a library keeps them/))
    }
    // It is told once, although it goes on.
    for mistake in mistakes { try app.cells[mistake.made].tap() }
    #expect(try #require(try app.reset()).leaks == leaks)
  }

  @Test(
    "is reported where a file is mapped into memory again and again, whose descriptor is closed",
    arguments: [0, 6])
  func memoryMaps(resetsBefore: Int) throws {
    for _ in 0..<resetsBefore { #expect(try #require(try app.reset()).isClean) }
    let count = try resets(until: "memory-map", each: 1, atMost: 24)
    app.knownLeak("memory map */tmp/mapped.bin (deleted)", reason: "the test made it")
    #expect(try #require(count) <= 21, "only each third reset looks at memory")
  }

  @Test("is reported by its name although more threads had been there before")
  func namedAfterBurst() throws {
    try app.cells["burst"].tap()
    for _ in 1...2 { #expect(try #require(try app.reset()).isClean) }
    try app.cells["end-burst"].tap()
    #expect(try report("thread") == ["thread forgotten"])
  }

  @Test("is reported where it is a thread that got its name before it began", arguments: [1, 2])
  func earlyName(period: Int) throws {
    let count = try resets(until: "early-name", each: period, atMost: Self.manyThreads * period)
    app.knownLeak(Self.nameless, reason: "the test made it")
    #expect(count != nil)
  }

  @Test("is not called by the main thread's new name")
  func renamed() throws {
    try app.cells["rename-main"].tap()
    app.knownLeak("process name", reason: "the test gave the process another one")
    let count = try resets(until: "main-worker", each: 1, atMost: Self.manyThreads)
    app.knownLeak(Self.nameless, reason: "the test made it")
    #expect(try #require(count) > 4)
    #expect(try app.leaks().leaks.map { "\($0.type) \($0.name)" } == [Self.nameless])
  }

  @Test("is found beside workers that come and go", arguments: [1, 2])
  func amongBursts(period: Int) throws {
    var count: Int?
    for round in 1...(Self.manyThreads * period) where count == nil {
      try app.cells["burst"].tap()
      if round % period == 0 { try app.cells["worker"].tap() }
      if try !#require(try app.reset()).leaks.isEmpty { count = round }
    }
    app.knownLeak(Self.nameless, reason: "the test made it")
    #expect(count != nil)
  }

  @Test("is nothing where the app allows it by a pattern, with a reason")
  func allowed() throws {
    try app.cells["kept-log"].tap()
    for _ in 1...3 { #expect(try #require(try app.reset()).isClean) }
    // A new process gets rid of it for the next test.
    try app.relaunch(reason: "a log is open")
  }

  @Test("is told of a task by its name and the line that started it")
  func task() throws {
    // The app is busy with it, which the tap says after its time limit; a reset need not wait.
    _ = try? app.cells["stubborn-task"].tap()
    let receipt = try #require(try app.reset())
    app.knownLeak("task", reason: "the test started it")
    // What counts the app's work is held by the work that goes on.
    app.knownLeak("ActivityTracker", reason: "the task holds it")
    #expect(receipt.abandonedWork.map { $0.prefix { $0 != ":" } } == ["never ends (LeakyApp/Mistake.swift"])
  }

  @Test("is nothing where a pool fills up at once: the scaffolding's own threads are no growth")
  func poolAfterStart() throws {
    try app.relaunch(reason: "the first generation is to leave nothing")
    #expect(try #require(try app.reset()).isClean)
    for _ in 1...6 {
      try app.cells["fill-pool"].tap()
      let receipt = try #require(try app.reset())
      #expect(receipt.leaks == [])
    }
    // One more thread would be one too many, whichever test made it.
    try app.relaunch(reason: "the pool's threads stay")
  }

  @Test(
    "is nothing where everything was given back, for longer than a rise is looked for",
    arguments: givingBack)
  func clean(works: [String]) throws {
    for _ in try 1...Effort().rounds(30) {
      for work in works { try app.cells[work].tap() }
      let receipt = try #require(try app.reset())
      #expect(receipt.isClean, "\(receipt)")
    }
  }

  /// In the short form those are together that do not hide each other: threads that come and go would hide a pool that fills
  /// up, which fills the same in both of its works.
  private static let givingBack =
    isLong
    ? (alike + ["burst", "fill-pool", "fill-all-pools"]).map { [$0] }
    : [alike, ["burst"], ["fill-all-pools"]]
  private static let alike = [
    "closed-file", "waited-child", "ended-thread", "busy-workers", "request", "removed-temporary-file",
  ]
}
