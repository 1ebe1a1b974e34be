import Foundation
import Processes
import TestSupport
import Testing

@Suite("The data of SampleOnboarding")
struct DataTests {
  private let sample: Sample

  init() throws { sample = try Sample() }

  @Test("belong to one process at a time, and the second is told which")
  func twoProcesses() async throws {
    let first = try sample.start()
    try await first.waitForOutput { $0 == Shown.welcomeLines }
    let second = try await sample.run(lines: "tap continue\n")
    #expect(second.status == .exited(75))
    #expect(second.standardOutput.text == "")
    #expect(
      second.standardError.text == """
        SampleOnboarding: \(sample.dataFolder) is in use by process \(first.processID). End that one first.

        """)
    first.closeInput()
    #expect(try await first.waitForExit() == .exited(0))
    #expect(try await sample.run(lines: "tap continue\n").lastScreen == Shown.tourLines)
  }

  @Test("are left as they are when they are damaged, and the app starts and says so")
  func damaged() async throws {
    _ = try await sample.run(lines: "tap continue\n")
    let file = URL(filePath: sample.preferencesFile)
    try Data("not a property list".utf8).write(to: file)
    let outcome = try await sample.run(lines: "tap continue\n")
    #expect(outcome.status == .exited(0) && outcome.standardError.text == "")
    #expect(outcome.lastScreen.contains("Page 1 of 3, progress: 14%"))
    #expect(
      outcome.lastScreen.contains("\(sample.preferencesFile) is damaged: it is not a whole property list"))
    #expect(try Data(contentsOf: file) == Data("not a property list".utf8))
  }

  @Test("may hold flags of another version, which are named and left out")
  func staleFlags() async throws {
    _ = try await sample.run(lines: "tap continue\n")
    let file = URL(filePath: sample.preferencesFile)
    let flags = #"{"onboarding.gone":true,"onboarding.shortTour":true}"#
    try PropertyListSerialization.data(
      fromPropertyList: ["cleanslate.userFlags": flags], format: .binary, options: 0
    ).write(to: file)
    let outcome = try await sample.run(lines: "tap continue\n")
    #expect(outcome.status == .exited(0))
    #expect(outcome.lastScreen.contains("\"onboarding.gone\""))
    #expect(outcome.lastScreen.contains("Page 1 of 1, progress: 20%"))
  }

  @Test("are whole after a kill at any instant: the last answer that was seen, or a later one")
  func kills() async throws {
    let effort = try Effort()
    var random = effort.generator("kills while names are typed")
    var next = 1
    _ = try await sample.run(lines: "tap skip\n")
    for round in 0..<effort.rounds(10) {
      let process = try sample.start()
      let names = next..<(next + 400)
      process.send(names.map { "type name \(Self.name($0))\n" }.joined())
      let answers = Int.random(in: 1..<200, using: &random)
      try await process.waitForOutput { $0.ranges(of: "Name, text field: ").count > answers }
      process.terminate(SIGKILL)
      #expect(try await process.waitForExit() == .signalled(SIGKILL))
      let seen = try Self.number(in: process.standardOutput.text)

      let restarted = try await sample.run()
      #expect(restarted.status == .exited(0))
      #expect(restarted.lastScreen.hasPrefix("Screen: Your profile  (profile)\n"), "round \(round)")
      #expect(!restarted.lastScreen.contains("save-problem"), "round \(round)")
      let kept = try Self.number(in: restarted.standardOutput.text)
      #expect((seen..<names.upperBound).contains(kept), "round \(round)")
      next = names.upperBound
    }
    #expect(
      try sample.home.tree() == [
        "config/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
        "config/cleanslate/net.cleanslate.sample-onboarding/Preferences/values.plist",
        "data/cleanslate/net.cleanslate.sample-onboarding/.cleanslate-container",
      ])
  }

  /// A name whose parts belong together: one that is cut or mixed with another is found out.
  private static func name(_ number: Int) -> String {
    "\(number)" + String(repeating: "-", count: 1 + number % 97) + "\(number)"
  }

  /// The number in the last name that was printed whole.
  private static func number(in output: String) throws -> Int {
    let last = try #require(output.matches(of: /Name, text field: "((\d+)-+\d+)"[^\n]*\n/).last)
    let number = try #require(Int(last.2))
    #expect(last.1 == name(number))
    return number
  }
}
