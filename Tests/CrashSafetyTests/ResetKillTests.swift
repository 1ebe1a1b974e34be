#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A sample app that is killed during a live reset")
struct ResetKillTests {
  @Test("starts again with each part of its data clean or whole, and soon without anything of the erase")
  func liveResets() async throws {
    let effort = try Effort()
    let rounds = effort.rounds(15)
    var random = effort.generator("kills during resets")
    let home = try TemporaryHome()
    var settings = AppSettings()
    settings.temporaryFolder = home.path(.temporary)
    let app = App("SampleOnboarding", settings: settings)
    defer { app.terminate() }
    try app.launch()
    var (cutOff, clean, mixed) = (0, 0, 0)
    for round in 1...rounds {
      if app.screen == "welcome" { try app.buttons["skip"].tap() }
      try app.textFields["name"].replaceText("Round \(round)")
      let before = try app.data().parts
      let process = try #require(app.processIdentifier)
      let instant = Duration.microseconds(Int.random(in: 0..<12_000, using: &random))
      async let reset = Result { try app.reset() }
      // The instant of the kill is what is random here.
      let start = ContinuousClock.now
      while ContinuousClock.now - start < instant {}
      kill(process, SIGKILL)
      if case .failure = await reset { cutOff += 1 }

      try app.relaunch(reason: "the test killed it", keepData: true)
      let after = try app.data().parts
      try effort.naming("round \(round)", of: "ResetKillTests") {
        guard ["welcome", "profile"].contains(app.screen) else {
          throw Flaw("shows \(app.screen ?? "nothing")")
        }
        for (old, new) in zip(before, after) where new.count > 0 && new != old {
          throw Flaw("\(new.name) is neither empty nor as before: \(new)")
        }
        guard before.map(\.name) == after.map(\.name) else { throw Flaw("other parts: \(after)") }
        try waitUntilClean(home)
      }
      let kept = zip(before, after).filter { $0.0.count > 0 && $0.1.count > 0 }.count
      if kept == 0 { clean += 1 } else if kept < before.filter({ $0.count > 0 }).count { mixed += 1 }
    }
    effort.report(
      """
      \(rounds) kills, \(cutOff) before the reset had answered; \(clean) starts with no data, \
      \(rounds - clean - mixed) with all, \(mixed) with some parts of it, each whole; 0 leftovers
      """)
  }

  /// Waits for what the app deletes in the background after its start, of which nobody is told.
  private func waitUntilClean(_ home: TemporaryHome) throws {
    let deadline = ContinuousClock.now + .seconds(20)
    var left: [String] = []
    repeat {
      // The app may delete something between the listing of a folder and the look into it.
      left = (try? home.tree()) ?? ["(changing)"]
      left = left.filter { $0.contains("/.writing.") || $0.contains("/.erased.") || $0 == "(changing)" }
      if left == [] { return }
      sched_yield()
    } while ContinuousClock.now < deadline
    throw Flaw("left behind: \(left)")
  }
}
#endif
