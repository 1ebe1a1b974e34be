import AppData
import CrashModel
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite("An app that is killed at a random instant")
struct RandomKillTests {
  private let effort: Effort

  init() throws { effort = try Effort() }

  @Test("finds in every store the old or the new value, whole, and nothing of an erase that was cut off")
  func oneApp() async throws {
    let crash = try CrashHome()
    let rounds = effort.rounds(15)
    var random = effort.generator("kills of one app")
    var contents = Contents()
    var (number, done, cutOff) = (1, 0, [String: Int]())
    for round in 1...rounds {
      let steps = (0..<400).map { _ in
        number += 1
        return Step.random(writing: number, using: &random)
      }
      let outcome = try await kill(crash, steps, using: &random)
      let before = steps.prefix(outcome.done).reduce(contents) { $0.applying($1) }
      let next = steps.dropFirst(outcome.done).first
      try await effort.naming("round \(round)", of: "RandomKillTests") {
        contents = try crash.contentsAtNextStart()
        try crash.check(contents, before: before, next)
        try crash.checkLeftovers()
      }
      done += outcome.done
      if let next { cutOff[String(next.line.prefix { $0 != " " }), default: 0] += 1 }
    }
    let kinds = cutOff.sorted { $0.key < $1.key }.map { "\($0.value) in \($0.key)" }.joined(separator: ", ")
    effort.report("\(rounds) kills among \(done) steps (\(kinds)), 0 torn or lost values, 0 leftovers")
  }

  @Test("costs the other app of its group nothing, and none of its own values there")
  func twoApps() async throws {
    let home = try TemporaryHome()
    let apps = try ["net.example.first", "net.example.second"].map { try CrashHome(home, id: $0) }
    let rounds = effort.rounds(5)
    var random = effort.generator("kills of two apps")
    var contents = [Contents(), Contents()]
    var (number, done) = (1, 0)
    for round in 1...rounds {
      // Each has keys of its own, in the same files.
      let steps = apps.indices.map { app in
        (0..<400).map { _ -> Step in
          number += 1
          return Step.random(
            writing: number, stores: [.groupPreferences], resets: false, using: &random
          ).prefixed(by: "app\(app)-")
        }
      }
      let seeds = [random.next(), random.next()]
      async let first = kill(apps[0], steps[0], seed: seeds[0])
      async let second = kill(apps[1], steps[1], seed: seeds[1])
      let outcomes = try await [first, second]
      let found = try apps[0].contentsAtNextStart()
      for app in apps.indices {
        let before = steps[app].prefix(outcomes[app].done).reduce(contents[app]) { $0.applying($1) }
        contents[app][.groupPreferences] = found[.groupPreferences].filter { $0.key.hasPrefix("app\(app)-") }
        try await effort.naming("round \(round), app \(app)", of: "RandomKillTests") {
          try apps[app].check(
            contents[app], before: before, steps[app].dropFirst(outcomes[app].done).first)
          try apps[app].checkLeftovers()
        }
        done += outcomes[app].done
      }
    }
    effort.report("\(2 * rounds) kills among \(done) writes of two apps at once, 0 torn or lost values")
  }

  /// Lets the app do some of the steps and kills it while it does another.
  private func kill(
    _ crash: CrashHome, _ steps: [Step], seed: UInt64
  ) async throws -> (done: Int, answers: [Substring]) {
    var random = SeededGenerator(seed: seed)
    return try await kill(crash, steps, using: &random)
  }

  private func kill(
    _ crash: CrashHome, _ steps: [Step], using random: inout SeededGenerator
  ) async throws -> (done: Int, answers: [Substring]) {
    let answersToSee = Int.random(in: 0..<100, using: &random)
    let instant = Duration.nanoseconds(Int.random(in: 0..<2_000_000, using: &random))
    let process = try crash.start(["open"] + steps.map(\.line))
    try await process.waitForOutput { $0.utf8.count { $0 == UInt8(ascii: "\n") } > answersToSee }
    // The instant of the kill is what is random here.
    let start = ContinuousClock.now
    while ContinuousClock.now - start < instant {}
    process.terminate(SIGKILL)
    let status = try await process.waitForExit()
    let answers = process.standardOutput.text.split(separator: "\n")
    guard status == .signalled(SIGKILL), answers.allSatisfy({ $0 == "ok" }) else {
      throw Flaw("\(status), \(answers.filter { $0 != "ok" }), \(process.standardError.text)")
    }
    return (answers.count - 1, answers)
  }
}

extension Step {
  /// The same with other keys.
  fileprivate func prefixed(by prefix: String) -> Self {
    switch self {
    case .set(let store, let key, let number): .set(store, key: prefix + key, number)
    case .remove(let store, let key): .remove(store, key: prefix + key)
    case .reset, .emptyTrash, .collectTrash: self
    }
  }
}
