import AppDriver
import ControlProtocol
import Foundation
import TestSupport
import Testing

@Suite("A sample app that is killed during a live reset starts again")
struct ResetKillTests {
  private let effort: Effort
  private let home: TemporaryHome
  private let app: App

  init() throws {
    effort = try Effort()
    home = try TemporaryHome()
    var settings = AppSettings()
    settings.temporaryFolder = home.path(.temporary)
    app = App("SampleOnboarding", settings: settings)
  }

  @Test(
    "at a random instant: with each part of its data clean or whole, and soon without anything of the erase")
  func randomInstants() async throws {
    defer { app.terminate() }
    var random = effort.generator("kills during resets")
    let tally = try await killResets(effort.rounds(6)) { attack in
      let instant = Duration.microseconds(Int.random(in: 0..<12_000, using: &random))
      return attack.after(instant)
    }
    effort.report("\(tally)")
  }

  @Test(
    "before one of its system calls: with each part of its data clean or whole, and soon without the erased ones",
    .enabled(
      if: Surroundings.canAttach, "Needs 'strace', and to be allowed to trace any process of the user."))
  func systemCalls() async throws {
    defer { app.terminate() }
    var random = effort.generator("kills before calls of resets")
    let calls = try await callsOfReset()
    let moves = calls.filter { $0.name == "renameat" }
    let (first, last) = (try #require(calls.first), try #require(calls.last))
    let rounds = effort.rounds(4)
    var round = 0
    let tally = try await killResets(rounds) { attack in
      defer { round += 1 }
      let amid = (round % 2 == 1 ? moves : calls).randomElement(using: &random) ?? first
      return try await attack.before(
        round == 0 ? first : round == rounds - 1 ? last : amid, environment: home.environment)
    }
    effort.report("\(tally), of \(calls.count) calls, \(moves.count) of them moves")
    #expect(tally.whole > 0 && tally.clean > 0)
  }

  /// How the app was found after it was killed.
  private struct Tally: CustomStringConvertible {
    var (clean, whole, mixed) = (0, 0, 0)
    var description: String {
      """
      \(clean + whole + mixed) kills; \(clean) starts with no data, \(whole) with all, \(mixed) with some parts of \
      it, each whole; 0 leftovers
      """
    }
  }

  /// Fills the app, resets and kills it, starts it again, and looks at what it kept.
  ///
  /// - Parameter attack: Resets the app and kills the process, and says when.
  private func killResets(
    _ rounds: Int, attack: (AppKill) async throws -> String
  ) async throws -> Tally {
    var tally = Tally()
    try app.launch()
    for round in 1...rounds {
      try fill(round)
      let before = try app.data().parts
      let app = app
      let process = try #require(app.processIdentifier)
      let instant = try await attack(AppKill(app: app, process: process) { try app.reset() })
      // A driver that finds its app dead before it asks for the reset launches it anew: nothing was cut off.
      if app.processIdentifier != process { continue }
      try app.relaunch(reason: "the test killed it", keepData: true)
      let after = try app.data().parts
      try await effort.naming("round \(round), killed \(instant)", of: "ResetKillTests") {
        guard ["welcome", "profile"].contains(app.screen) else {
          throw Flaw("shows \(app.screen ?? "nothing")")
        }
        guard before.map(\.name) == after.map(\.name) else { throw Flaw("other parts: \(after)") }
        for (old, new) in zip(before, after) where new.count > 0 && new != old {
          throw Flaw("\(new.name) is neither empty nor as before: \(new)")
        }
        try await waitUntilClean()
      }
      switch after.count(where: { $0.count > 0 }) {
      case 0: tally.clean += 1
      case before.count(where: { $0.count > 0 }): tally.whole += 1
      default: tally.mixed += 1
      }
    }
    return tally
  }

  /// What a reset of the app asks of the system while nobody kills it.
  private func callsOfReset() async throws -> [SystemCall] {
    try app.launch()
    try fill(0)
    let (app, process) = (app, try #require(app.processIdentifier))
    defer { app.terminate() }
    return try await AppKill(app: app, process: process) { try app.reset() }
      .calls(["renameat", "newfstatat", "openat"], environment: home.environment, log: "\(home.root)/calls")
  }

  private func fill(_ round: Int) throws {
    if app.screen == "welcome" { try app.buttons["skip"].tap() }
    try app.textFields["name"].replaceText("Round \(round)")
    try plant(round)
  }

  /// Gives the app more to erase than this feature keeps, in several parts.
  private func plant(_ round: Int) throws {
    for marker in try home.tree() where marker.hasSuffix("/data/cleanslate/\(Self.id)/.cleanslate-container")
    {
      for folder in ["Documents", "Library"] {
        let path = URL(filePath: "\(home.root)/\(marker)").deletingLastPathComponent().appending(path: folder)
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        for file in 0..<50 { try Data("\(round)".utf8).write(to: path.appending(path: "\(file)")) }
      }
    }
  }

  private static let id = "net.cleanslate.sample-onboarding"

  /// Waits for what the app deletes in the background after its start, of which nobody is told.
  private func waitUntilClean() async throws {
    var left: [String] = []
    let isClean = await Waiting.until {
      // The app may delete something between the listing of a folder and the look into it.
      left = (try? home.tree()) ?? ["(changing)"]
      left = left.filter { $0.contains("/.writing.") || $0.contains("/.erased.") || $0 == "(changing)" }
      return left == []
    }
    guard isClean else { throw Flaw("left behind: \(left)") }
  }
}
