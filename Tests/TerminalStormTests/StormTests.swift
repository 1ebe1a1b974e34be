import Glibc
import TestSupport
import Testing

@Suite("An app in a storm on its terminal")
struct StormTests {
  private static let apps = ["SampleOnboarding", "SampleShop"]
  private let effort: Effort

  init() throws { effort = try Effort() }

  private func advice(_ round: Int) -> String {
    "round \(round), seed \(effort.seed): "
      + "CLEANSLATE_SEED=\(effort.seed) CLEANSLATE_EFFORT=\(effort.factor) swift test --filter TerminalStormTests"
  }

  @Test("takes any bytes, cut anywhere, and any size, and shows what a fresh page would", arguments: apps)
  func bytesAndSizes(app: String) async throws {
    var storm = Storm(effort.generator("bytes \(app)"))
    var typed = 0
    var sizes = 0
    for round in 1...effort.rounds(2) {
      let it = try await StormTerminal(app)
      for _ in 1...100 {
        let input = storm.input()
        typed += input.count
        it.type(input, &storm)
        if storm.chance(oneIn: 5) {
          let size = Self.size(&storm)
          try it.terminal.resize(columns: size.columns, rows: size.rows)
          sizes += 1
        }
      }
      let problems = try await it.end(&storm)
      #expect(problems == [], "\(advice(round))\n\(problems.joined(separator: "\n"))")
      #expect(it.terminal.unknownSequences == [], "\(advice(round))")
      #expect(try await it.problemsOfNextStart() == [], "\(advice(round))")
    }
    effort.report("\(app): \(typed) bytes typed, \(sizes) sizes, no difference")
  }

  @Test("stops and goes on at any moment, and shows what a fresh page would", arguments: apps)
  func stops(app: String) async throws {
    var storm = Storm(effort.generator("stops \(app)"))
    var sent = 0
    for round in 1...effort.rounds(2) {
      let it = try await StormTerminal(app, isJob: true)
      for _ in 1...60 {
        it.type(storm.input(), &storm)
        if storm.chance(oneIn: 4) {
          let size = Self.size(&storm)
          try it.terminal.resize(columns: size.columns, rows: size.rows)
        }
        guard let job = it.jobs.first else { continue }
        for _ in 0..<storm.number(0...2) {
          let signal = [SIGTSTP, SIGCONT, SIGSTOP, SIGTSTP, SIGWINCH][storm.number(0...4)]
          kill(-job, signal)
          sent += 1
        }
      }
      let problems = try await it.end(&storm)
      #expect(problems == [], "\(advice(round))\n\(problems.joined(separator: "\n"))")
      #expect(it.terminal.screen.contains("ended with 0"), "\(advice(round))")
      #expect(try await it.problemsOfNextStart() == [], "\(advice(round))")
    }
    effort.report("\(app): \(sent) signals, no difference")
  }

  private static func size(_ storm: inout Storm) -> (columns: Int, rows: Int) {
    storm.chance(oneIn: 5)
      ? (storm.number(1...500), storm.number(1...200)) : (storm.number(1...100), storm.number(1...40))
  }
}
