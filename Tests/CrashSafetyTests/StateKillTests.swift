import AppDriver
import ControlProtocol
import Foundation
import TestSupport
import Testing

@Suite("A sample app that is killed while it saves a named state or goes to one", .serialized)
struct StateKillTests {
  private let effort: Effort
  private let home: TemporaryHome
  private let app: App
  private let states: String

  private static let id = "net.cleanslate.sample-onboarding"
  private static let name = "killed"

  init() throws {
    effort = try Effort()
    home = try TemporaryHome()
    states = home.path(.state) + "/states"
    var settings = AppSettings()
    settings.temporaryFolder = home.path(.temporary)
    settings.statesFolder = states
    app = App("SampleOnboarding", settings: settings)
  }

  @Test("at a random instant finds the old state or the new one, whole, and its own data in whole parts")
  func randomInstants() async throws {
    defer { app.terminate() }
    var random = effort.generator("kills during states")
    let tally = try await kill(rounds: effort.rounds(6), using: &random) { attack, random in
      let instant = Duration.microseconds(Int.random(in: 0..<8_000, using: &random))
      return attack.after(instant)
    }
    effort.report("\(tally)")
  }

  @Test(
    "before one of its system calls finds the old state or the new one, whole, and its own data in whole parts",
    .enabled(
      if: Surroundings.canAttach, "Needs 'strace', and to be allowed to trace any process of the user."))
  func systemCalls() async throws {
    defer { app.terminate() }
    var random = effort.generator("kills before calls of states")
    let tally = try await kill(rounds: effort.rounds(8), using: &random) { attack, random in
      let calls = [
        ("renameat", 8), ("linkat", 105), ("mkdirat", 12), ("unlinkat", 60), ("flock", 3), ("write", 3),
      ]
      let (call, most) = calls.randomElement(using: &random) ?? ("renameat", 8)
      let number = Int.random(in: 1...most, using: &random)
      return try await attack.before(
        SystemCall(name: call, number: number), environment: home.environment)
    }
    effort.report("\(tally)")
  }

  /// What was found after the kills.
  private struct Tally: CustomStringConvertible {
    var (old, new, restored) = (0, 0, 0)
    var description: String {
      "\(old + new) kills while saving: \(old) old states, \(new) new ones; \(restored) kills while restoring; 0 torn"
    }
  }

  private typealias Attack = (AppKill, inout SeededGenerator) async throws -> String

  private func kill(
    rounds: Int, using random: inout SeededGenerator, _ attack: Attack
  ) async throws -> Tally {
    var tally = Tally()
    let (app, name) = (app, Self.name)
    try app.launch()
    try change(0)
    try app.saveState(name)
    var kept = try app.data().parts
    for round in 1...rounds {
      try app.reset()
      try change(round)
      let now = try app.data().parts
      let process = try #require(app.processIdentifier)
      let saves = round % 2 == 1
      let kill = AppKill(app: app, process: process) {
        if saves { try app.saveState(name) } else { try app.reset(to: name) }
      }
      let instant = try await attack(kill, &random)
      if app.processIdentifier != process { continue }
      try app.relaunch(reason: "the test killed it", keepData: true)
      let after = try app.data().parts
      try app.reset(to: name)
      let state = try app.data().parts
      try await effort.naming("round \(round), killed \(instant)", of: "StateKillTests") {
        if saves {
          guard after == now else { throw Flaw("saving has changed the data: \(after)") }
          guard state == kept || state == now else {
            throw Flaw("the state is neither the old nor the new one")
          }
        } else {
          guard state == kept else { throw Flaw("the state is another one") }
          for (index, part) in after.enumerated() {
            guard part.count == 0 || part == now[index] || part == kept[index] else {
              throw Flaw("\(part.name) is not whole: \(part)")
            }
          }
        }
      }
      if !saves { tally.restored += 1 } else if state == kept { tally.old += 1 } else { tally.new += 1 }
      kept = state
    }
    try app.saveState(name)
    let left = try FileManager.default.contentsOfDirectory(atPath: "\(states)/\(Self.id)")
    #expect(left.count == 3, "\(left)")
    return tally
  }

  /// Gives the app other data than before, in several parts and many files.
  private func change(_ round: Int) throws {
    if app.screen == "welcome" { try app.buttons["skip"].tap() }
    try app.textFields["name"].replaceText("Round \(round)")
    for marker in try home.tree() where marker.hasSuffix("/data/cleanslate/\(Self.id)/.cleanslate-container")
    {
      let container = URL(filePath: "\(home.root)/\(marker)").deletingLastPathComponent()
      for folder in ["Documents", "Library/deep"] {
        let path = container.appending(path: folder)
        try FileManager.default.createDirectory(
          at: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        // As the container does: a state shares the file.
        for file in 0..<50 {
          try Data("\(round)".utf8).write(to: path.appending(path: "\(file)"), options: .atomic)
        }
      }
    }
  }
}
