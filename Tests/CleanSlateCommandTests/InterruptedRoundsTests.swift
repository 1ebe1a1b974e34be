import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

extension TestRunTests {
  @Test("Ctrl-C ends a random order, too")
  func randomInterrupted() async throws {
    let outcome = try await run(
      "--order", "random", "--filter", "OldTests/testEnds|NewTests/fails",
      environment: ["SAMPLE_HANG": "1"], interrupting: "failed SampleTests.NewTests/fails()")
    #expect(outcome.status == 130)
    #expect(outcome.complaints == "cleanslate test: Interrupted.\n", "\(outcome)")
  }

  @Test("Ctrl-C ends a run with its status even if a report cannot be written")
  func interruptedReport() async throws {
    let sample = try Self.sample.get()
    let path = "\(sample.folder)/full.xml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let words = [
      "test", "--skip-build", "--show-output", "--junit", path, "--filter", "OldTests/testEnds",
    ]
    let outcome = await SystemThread.run {
      sample.run(words, ["SAMPLE_HANG": "1"], interrupting: "old hangs") { text in
        guard text.contains("old hangs") else { return }
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
    }
    #expect(outcome.status == 130, "\(outcome)")
    #expect(
      outcome.complaints.contains("cleanslate test: Interrupted.\n") && outcome.complaints.contains(path))
  }

  @Test("Ctrl-C in a later round of a random order leaves what came of the rounds before")
  func interruptedRound() async throws {
    let outcome = try await run(
      "--order", "random", "--seed", "7", "--repeat", "100", "--filter", "OldTests/test(Begins|Ends|Skips)",
      interrupting: "Round 2, seed 8: ")
    #expect(outcome.status == 130 && outcome.complaints == "cleanslate test: Interrupted.\n")
    #expect(outcome.output.contains(": 2 passed, 1 skipped.\n"), "\(outcome)")
    #expect(!outcome.output.contains("Round 3, ") && !outcome.output.contains("Interrupted:"), "\(outcome)")
  }

  @Test("Ctrl-C while a test is repeated counts no run that had not begun")
  func interruptedRepetition() async throws {
    let sample = try Self.sample.get()
    let words = [
      "test", "--skip-build", "--show-output", "--repeat", "100", "--filter", "OldTests/testPasses",
    ]
    // By then others of its processes have just begun.
    let outcome = await SystemThread.run { sample.run(words, [:], interrupting: "old speaks", times: 5) }
    #expect(outcome.status == 130 && outcome.complaints == "cleanslate test: Interrupted.\n")
    #expect(outcome.output.contains(": 1 passed.\n"), "\(outcome)")
    #expect(outcome.output.contains(/1 test, [1-9] runs in \d/), "\(outcome)")
  }

  @Test("what counts the code that runs does so for the report, whatever the environment says")
  func profile() async throws {
    let sample = try Self.sample.get()
    let bin = "\(sample.folder)/profile-tools"
    try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: bin) }
    let products = URL(filePath: sample.folder + "/.build/debug").resolvingSymlinksInPath().path
    try ExecutableScript.write("#!/bin/sh\necho '\(products)/codecov/Sample.json'\n", to: bin + "/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let environment = ["PATH": "\(bin):\(path)", "LLVM_PROFILE_FILE": "\(sample.folder)/own.profraw"]
    let words = ["--show-output", "--filter", "NewTests/passes"]
    let counted = try await run(words + ["--enable-code-coverage"], environment: environment)
    #expect(counted.output.contains("new counts into \(products)/codecov/%m.%p.profraw\n"), "\(counted)")
    let other = try await run(words, environment: environment)
    #expect(other.output.contains("new counts into \(sample.folder)/own.profraw\n"), "\(other)")
  }
}
