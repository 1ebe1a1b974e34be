#if DEBUG
import AppDriver
import ControlProtocol
import Measuring
import TestSupport

/// The measurements, taken in turns.
struct Benchmark {
  private let rounds: Int
  private let resets: Int

  init(rounds: Int, resets: Int) throws {
    (self.rounds, self.resets) = (rounds, resets)
    for app in Self.sampleApps + ["BenchmarkApp"] { try ProductBuild.make(app) }
  }

  static let sampleApps = [
    "SampleOnboarding", "SampleAccount", "SampleShop", "SampleOrders", "SampleStorefront",
  ]

  func run() throws -> BenchmarkResults {
    var results = BenchmarkResults(rounds: rounds, resets: resets)
    note("measuring what each thing costs, \(rounds) rounds")
    try measureCosts(&results)
    for app in Self.sampleApps {
      note("resetting \(app) and launching it again")
      results.apps.append(try measure(app))
    }
    for count in [0, 100, 1_000, 10_000] {
      note("resetting with \(count) files of data")
      results.files.append(.init(count, try sweepFiles(count, &results)))
    }
    for count in [1, 100, 10_000] {
      note("resetting to a state of \(count) files")
      results.states.append(try sweepStates(count))
    }
    for count in [0, 100, 1_000] {
      note("resetting with \(count) elements on screen")
      results.elements.append(.init(count, try sweepElements(count)))
    }
    note("resetting \(resets) times")
    try measureGrowth(&results)
    return results
  }

  private func measureCosts(_ results: inout BenchmarkResults) throws {
    let echo = try EchoClient()
    defer { echo.stop() }
    let app = App("SampleOnboarding")
    defer { app.terminate() }
    try app.launch()
    // A tap that changes what is shown and writes nothing: what it costs is the way there and back.
    let pressed = App("BenchmarkApp")
    defer { pressed.terminate() }
    try pressed.launch()
    let button = pressed.buttons["press"]
    var settings = AppSettings()
    settings.environment["CLEANSLATE_SPAWN"] = "1"
    let spawned = App("SampleOnboarding", settings: settings)
    defer { spawned.terminate() }
    try spawned.launch()
    for round in 0..<rounds {
      for _ in 0..<4 { results.echo.time { echo.ask() } }
      try dirty(app)
      let receipt = try results.reset.time { try app.reset() }
      receipt.map { results.note($0) }
      try results.keep.time { _ = try app.reset(keepData: true) }
      try results.tree.time { _ = try app.tree() }
      try results.tap.time { try button.tap() }
      if round % 10 == 0 {
        try results.relaunch.time { try app.relaunch(reason: "the benchmark measures it") }
        try results.spawn.time { try spawned.relaunch(reason: "the benchmark measures it") }
      }
    }
  }

  /// Measures an app on its first own screen, not on the list of its situations.
  private func measure(_ name: String) throws -> BenchmarkResults.SampleApp {
    let app = App(name)
    defer { app.terminate() }
    if name != "SampleOnboarding" { app.launchArguments = ["--from", "here"] }
    try app.launch()
    var figures = BenchmarkResults.SampleApp(name: name)
    for round in 0..<rounds {
      if let receipt = try figures.reset.time({ try app.reset() }) { figures.note(receipt) }
      if round % 10 == 0 {
        try figures.relaunch.time { try app.relaunch(reason: "the benchmark measures it") }
      }
    }
    return figures
  }

  /// Leaves something to be erased: one preference, as a user's first tap does.
  private func dirty(_ app: App) throws { try app.buttons["continue"].tap() }

  private func sweepFiles(_ count: Int, _ results: inout BenchmarkResults) throws -> Sample {
    let app = App("BenchmarkApp")
    defer { app.terminate() }
    try app.launch()
    var sample = Sample()
    for _ in 0..<max(5, rounds / 50) {
      if count > 0 {
        try app.textFields["count"].replaceText("\(count)")
        try app.buttons["write"].tap()
      }
      // Both sides are as awake after a second of writing as after none.
      for _ in 0..<20 { _ = try app.status() }
      let receipt = try sample.time { try app.reset() }
      let erased = receipt?.cleared.first { $0.part == "documents" }?.count ?? 0
      guard erased == count else { throw WrongCount(expected: count, found: erased) }
    }
    return sample
  }

  /// Resets to a state after a test, at once after such a reset, and to nothing after a test, in turns.
  private func sweepStates(_ count: Int) throws -> BenchmarkResults.StatePoint {
    let app = App("BenchmarkApp")
    defer { app.terminate() }
    try app.launch()
    try app.textFields["count"].replaceText("\(count)")
    try app.buttons["write"].tap()
    let state = "benchmark of \(count)"
    try app.saveState(state)
    defer { try? app.deleteState(state) }
    try app.reset(to: state)
    var point = BenchmarkResults.StatePoint(count: count)
    // What has not run for a while is slower, so each is measured after a test that lasts as long.
    func test() throws {
      let end = ContinuousClock.now + .milliseconds(300)
      repeat { _ = try app.status() } while .now < end
    }
    for _ in 0..<max(9, rounds / 50) {
      try test()
      try point.afterATest.time { _ = try app.reset(to: state) }
      try point.atOnce.time { _ = try app.reset(to: state) }
      let kept = try app.data().parts.first { $0.name == "documents" }?.count ?? 0
      guard kept == count else { throw WrongCount(expected: count, found: kept) }
      try app.reset()
      try test()
      try point.empty.time { _ = try app.reset() }
    }
    return point
  }

  private func sweepElements(_ count: Int) throws -> Sample {
    let app = App("BenchmarkApp")
    defer { app.terminate() }
    app.launchArguments = ["--elements", "\(count)"]
    try app.launch()
    var sample = Sample()
    for _ in 0..<max(10, rounds / 5) { try sample.time { _ = try app.reset() } }
    return sample
  }

  private func measureGrowth(_ results: inout BenchmarkResults) throws {
    let app = App("SampleOnboarding")
    defer { app.terminate() }
    try app.launch()
    // What is made once, such as caches and the pages of the allocator, is there after a tenth.
    for _ in 0..<(resets / 10) { try app.reset() }
    guard let process = app.processIdentifier else { return }
    results.before = try Footprint(of: process)
    for _ in 0..<resets { try app.reset() }
    results.after = try Footprint(of: process)
  }

  private func note(_ text: String) { BenchmarkCommand.note("ResetBenchmark: \(text)") }

  struct WrongCount: Error, CustomStringConvertible {
    let expected: Int
    let found: Int
    var description: String { "The receipt says \(found) documents, but \(expected) were written." }
  }
}
#endif
