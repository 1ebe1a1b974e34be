import AppDriver
import ControlProtocol
import Leaks
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
    let left = try report("temporary-file")
    #expect(left.contains { $0.hasPrefix("temporary file /") && $0.hasSuffix("/tmp/left.tmp") })
  }

  @Test(
    "is reported after four resets in a row where a library might have kept it",
    arguments: [
      ("socketpair", "descriptor socket without a name"), ("pipe", "descriptor pipe from the app to itself"),
      ("worker", "thread "),
    ])
  func growth(mistake: String, name: String) throws {
    for _ in 1...3 { #expect(try report(mistake) == []) }
    let found = try report(mistake)
    #expect(
      found.count == 1 && found[0].hasPrefix(name) && found[0].hasSuffix("more after each reset"), "\(found)")
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

  @Test(
    "is nothing where everything was given back, a hundred times",
    arguments: [
      "closed-file", "waited-child", "ended-thread", "busy-workers", "request", "removed-temporary-file",
    ])
  func clean(work: String) throws {
    for _ in 1...100 {
      try app.cells[work].tap()
      let receipt = try #require(try app.reset())
      #expect(receipt.isClean, "\(receipt)")
    }
  }
}
