import Foundation
import OperatingSystem
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

/// What fails once is no less a failure, unless somebody has asked for retries.
extension TestRunTests {
  @Test("a suite that has failed itself stays a failure when one of its tests is tried again")
  func suiteFails() async throws {
    let outcome = try await run(
      "--retries", "1", "--filter", "Flakes", "--junit", "j.xml",
      environment: try memory().merging(["SAMPLE_ATTACK": "suite"]) { $1 })
    #expect(outcome.status == 1 && outcome.output.contains(": 1 flaky, 1 failed.\n"), "\(outcome)")
    #expect(outcome.output.contains("Failed: SampleTests.Flakes\n"), "\(outcome)")
    #expect(try Self.sample.get().read("j.xml").contains(#"failures="1" errors="0" skipped="0" flakes="1""#))
  }

  @Test(
    "a test that tries itself again in its process is flaky, which only '--retries' lets pass",
    arguments: [1, 0])
  func triesItself(_ status: Int32) async throws {
    let outcome = try await run(
      ["--filter", "FlakyTests/testFailsOnce", "--junit", "j.xml"] + (status == 0 ? ["--retries", "1"] : []),
      environment: try memory("twice\(status)").merging(["SAMPLE_ATTACK": "twice"]) { $1 })
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains("Flaky: SampleTests.FlakyTests/testFailsOnce (failed in 1 of 2 runs)\n"))
    let counts =
      status == 1
      ? #"failures="1" errors="0" skipped="0" time"# : #"failures="0" errors="0" skipped="0" flakes"#
    #expect(try Self.sample.get().read("j.xml").contains(counts))
  }

  @Test("what is a failure where it was to be found out is one in the shards as well")
  func merged() async throws {
    let words = ["--shard", "1/1", "--repeat", "3", "--filter", "Flaky.*testFailsOnce|NewTests/passes"]
    let outcome = try await run(words + ["--junit", "j.xml"], environment: try memory())
    let merged = try await command(["merge", "TestResults", "--junit", "m.xml"])
    for (status, output) in [(outcome.status, outcome.output), (merged.status, merged.output)] {
      #expect(status == 1 && output.contains("2 tests, 6 runs in "), "\(output)")
    }
    for file in ["j.xml", "m.xml"] {
      #expect(
        try Self.sample.get().read(file).contains(#"tests="2" failures="1" errors="0" skipped="0" time"#),
        "\(file)")
    }
    #expect(merged.complaints.isEmpty || merged.complaints.contains("git has named no commit"), "\(merged)")
  }

  @Test("the first process of a repetition has the seed that is given, in words or by a variable")
  func seed() async throws {
    let outcome = try await run(
      "--repeat", "2", "--seed", "41", "--filter", "FlakyTests/testFailsOnce", environment: try memory())
    #expect(outcome.output.contains("  Seed: 41, failed in run 1 of its process.\n"), "\(outcome)")
    #expect(
      outcome.output.contains(
        "  Again: swift run cleanslate test --until-failure --seed 41 --filter '^SampleTests"))
    let variable = try await run(
      "--repeat", "2", "--filter", "FlakyTests/testFailsOnce",
      environment: try memory().merging(["CLEANSLATE_SEED": "42"]) { $1 })
    #expect(variable.output.contains("  Seed: 42, failed in run 1 of its process.\n"), "\(variable)")
    for words in [["--repeat", "2"], ["--filter", "passes"]] {
      let refused = try await run(words, environment: ["CLEANSLATE_SEED": "abc"])
      #expect(refused.status == 64)
      #expect(
        refused.complaints.hasPrefix(
          "CLEANSLATE_SEED=abc is no seed: expected a number from 0, as in CLEANSLATE_SEED=7."))
    }
  }

  @Test("a list of the run that is damaged is an error")
  func damagedList() async throws {
    let sample = try Self.sample.get()
    let outcome = try await run("--filter", "NewTests/passes", environment: ["SAMPLE_CUTS": "1"])
    #expect(outcome.status == 1 && outcome.output.contains(": 1 passed.\n"), "\(outcome)")
    #expect(outcome.complaints.contains("/tests.jsonl, line 1, has no end.\n"), "\(outcome)")
    #expect(try RunRecord.read(in: sample.folder + "/TestResults").complaints.count == 1)
  }

  @Test("a filter may look behind, which Swift Testing cannot")
  func lookBehind() async throws {
    let outcome = try await run("--filter", #"(?<=NewTests/)passes"#)
    #expect(outcome.status == 0 && outcome.output.contains(": 1 passed.\n"), "\(outcome)")
  }

  @Test("a test that takes the run's own folder away takes nothing of what is known along")
  func emptied() async throws {
    let outcome = try await run(
      "--filter", "OldTests/test[BF]|NewTests/passes", environment: ["SAMPLE_ATTACK": "empties"])
    #expect(
      outcome.status == 1 && outcome.output.contains("Failed: SampleTests.OldTests/testFails\n"), "\(outcome)"
    )
    #expect(outcome.output.contains("Not run:\n  SampleTests.NewTests/passes()"), "\(outcome)")
    #expect(outcome.complaints.contains("cleanslate test: The tests could not go on: "), "\(outcome)")
    #expect(!outcome.complaints.contains("Error Domain"), "\(outcome)")
  }

  @Test("a log that cannot be written loses nothing else of the run, which fails")
  func fullLog() async throws {
    let sample = try Self.sample.get()
    let log = sample.folder + "/.build/cleanslate-test.log"
    try? FileManager.default.removeItem(atPath: log)
    try FileManager.default.createSymbolicLink(atPath: log, withDestinationPath: "/dev/full")
    defer { try? FileManager.default.removeItem(atPath: log) }
    let outcome = try await run("--filter", "NewTests/passes", "--junit", "j.xml")
    #expect(outcome.status == 1 && outcome.output.contains(": 1 passed.\n"), "\(outcome)")
    #expect(
      outcome.complaints
        == "cleanslate test: The log of what the tests print is cut off: No space left on device.\n")
    #expect(try RunRecord.read(in: sample.folder + "/TestResults").complaints.count == 1)
    #expect(try sample.read("j.xml").contains(#"tests="1" failures="0""#))
  }

  @Test("a folder for attachments is seen from where the command is called, as with swift test")
  func attachments() async throws {
    let sample = try Self.sample.get()
    let folder = sample.folder + "/Tests"
    try FileManager.default.createDirectory(atPath: folder + "/kept", withIntermediateDirectories: true)
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--skip-build", "--attachments-path", "kept", "--filter", "NewTests/passes"],
        ["SAMPLE_ATTACHES": "1"], from: folder, interrupting: nil)
    }
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/kept") == ["soup.txt"])
  }
}

@Suite("A build that is shown in passing")
struct BuildWarningTests {
  @Test("leaves its warnings, each with its code, and nothing else")
  func warnings() throws {
    let home = try TemporaryHome()
    let folder = home.path(.home)
    let lines = [
      "warning: 'shop': no soup", "Building for debugging...", "[1/3] Compiling Shop A.swift",
      "/shop/A.swift:1:5: warning: variable 'a' was never used", "1 | let a = 1",
      "  |     `- warning: never used",
      "[2/3] Linking Shop", "[3/3] Copying", "Build complete! (1.00s)",
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: "\(folder)/lines"))
    try FileManager.default.createDirectory(atPath: "\(folder)/bin", withIntermediateDirectories: true)
    try ExecutableScript.write("#!/bin/sh\ncat '\(folder)/lines'\n", to: "\(folder)/bin/swift")
    var written = ""
    let progress = TestProgress(
      log: try Descriptor.open("/dev/null", .appending), showsOutput: false,
      live: LiveLine(columns: { 80 }, write: { if !$0.hasPrefix("\r") { written += $0 } }))
    let environment = ["PATH": "\(folder)/bin:/usr/bin:/bin"]
    try TestRun(
      try TestOptions([]), with: SwiftTool(folder: folder, environment: environment, interruption: nil),
      folder: folder, testFolder: folder, start: ProcessStart(name: "run"), progress: progress
    ).build()
    #expect(written.split(separator: "\n").map(String.init) == [lines[0], lines[3], lines[4], lines[5]])
  }
}
