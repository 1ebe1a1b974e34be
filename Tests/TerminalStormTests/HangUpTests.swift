import Glibc
import Processes
import TestSupport
import Testing

@Suite("An app whose terminal goes away, or listens no more")
struct HangUpTests {
  private let effort: Effort

  init() throws { effort = try Effort() }

  @Test(
    "ends by SIGHUP or, where that is ignored or the end of the input seen first, with 0; its data are free then",
    arguments: [nil, "trap '' HUP; exec \"$1\""] as [String?])
  func hangUp(script: String?) async throws {
    var storm = Storm(effort.generator("hang-up \(script ?? "")"))
    let rounds = effort.rounds(6)
    for round in 1...rounds {
      let it = try await StormTerminal("SampleOnboarding", script)
      for _ in 1...storm.number(1...20) {
        it.type(storm.input(), &storm)
        if storm.chance(oneIn: 3) {
          try it.terminal.resize(columns: storm.number(1...500), rows: storm.number(1...200))
        }
      }
      if storm.chance(oneIn: 4) { it.terminal.terminate(SIGCONT) }
      it.terminal.hangUp()
      let status = try await it.terminal.waitForExit()
      let expected: [Processes.ExitStatus] = [.exited(0)] + (script == nil ? [.signalled(SIGHUP)] : [])
      #expect(expected.contains(status), "round \(round)")
      #expect(try await it.problemsOfNextStart() == [], "round \(round)")
    }
    effort.report("\(rounds) terminals taken away")
  }

  @Test("takes its job along, and leaves its data to the next")
  func hangUpOfJob() async throws {
    var storm = Storm(effort.generator("hang-up of a job"))
    let rounds = effort.rounds(4)
    for round in 1...rounds {
      let it = try await StormTerminal("SampleOnboarding", isJob: true)
      let job = try #require(it.jobs.first)
      it.type(storm.validKeys(storm.number(1...20)), &storm)
      if storm.chance(oneIn: 2) { kill(-job, SIGTSTP) }
      it.terminal.hangUp()
      try await it.terminal.waitForExit()
      #expect(await ProcessTable.end(of: job), "round \(round)")
      #expect(try await it.problemsOfNextStart() == [], "round \(round)")
    }
    effort.report("\(rounds) terminals taken away")
  }

  @Test("goes on when a terminal that read nothing reads again, and keeps no pages for it in the meantime")
  func slowTerminal() async throws {
    var storm = Storm(effort.generator("slow"))
    let it = try await StormTerminal("SampleOnboarding")
    let before = try #require(ProcessTable.memory(of: it.terminal.processID))
    it.terminal.holdOutput(true)
    // Each draws the whole page: together, far more than the terminal takes without being read.
    it.terminal.send([UInt8](repeating: 0x0C, count: 2000))
    #expect(await ProcessTable.isStuckInWrite(it.terminal.processID))
    let sizes = effort.rounds(2000)
    for _ in 1...sizes {
      try it.terminal.resize(columns: storm.number(20...120), rows: storm.number(5...40))
    }
    #expect(await ProcessTable.isAtRest(it.terminal.processID))
    let after = try #require(ProcessTable.memory(of: it.terminal.processID))
    // Pages that were kept for later would be half as much again. A sanitizer keeps far more than that for itself.
    if !Sanitizer.isOn { #expect(after - before < 2 << 20) }
    it.terminal.holdOutput(false)
    #expect(try await it.end(&storm) == [])
    effort.report("\((after - before) >> 10) KiB more memory after \(sizes) sizes")
  }

  @Test(
    "ends by the signal that is sent while the terminal reads nothing",
    arguments: [SIGTERM, SIGINT, SIGHUP, SIGQUIT])
  func endOnSlowTerminal(signal: Int32) async throws {
    let it = try await StormTerminal("SampleOnboarding")
    it.terminal.holdOutput(true)
    // Each draws the whole page: together, far more than the terminal takes without being read.
    it.terminal.send([UInt8](repeating: 0x0C, count: 1000))
    #expect(await ProcessTable.isStuckInWrite(it.terminal.processID))
    kill(it.terminal.processID, signal)
    #expect(try await it.terminal.waitForExit() == .signalled(signal))
    #expect(try it.terminal.modes == it.terminal.modesAtStart)
  }

  @Test("gives the terminal back when it is told to end and to go on at the same moment, as shells do")
  func endAndGoOn() async throws {
    var storm = Storm(effort.generator("end and go on"))
    let rounds = effort.rounds(12)
    for round in 1...rounds {
      let it = try await StormTerminal("SampleOnboarding")
      it.type(storm.validKeys(storm.number(0...5)), &storm)
      for signal in [SIGTERM, SIGCONT].shuffled(using: &storm.generator) {
        kill(it.terminal.processID, signal)
      }
      #expect(try await it.terminal.waitForExit() == .signalled(SIGTERM), "round \(round)")
      #expect(try it.problemsOfTerminal() == [], "round \(round)")
    }
    effort.report("\(rounds) ends")
  }
}
