import Foundation
import OperatingSystem
import Processes
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

/// Real runs of a small package, which is built once.
@Suite("A run of cleanslate test", .serialized)
struct TestRunTests {
  /// Built by the first test that needs it; removed with this process.
  static let sample = Result {
    let sample = try SamplePackage()
    try sample.build()
    return sample
  }

  init() async throws { _ = try await OwnThread.run { try Self.sample.get() } }

  /// - Parameter builds: Whether it builds the tests first, as it does unless it is told otherwise.
  func run(
    _ words: String..., environment: [String: String] = [:], interrupting line: String? = nil,
    builds: Bool = false
  ) async throws -> SamplePackage.Outcome {
    try await run(words, environment: environment, interrupting: line, builds: builds)
  }

  func run(
    _ words: [String], environment: [String: String], interrupting line: String? = nil, builds: Bool = false
  ) async throws -> SamplePackage.Outcome {
    let sample = try Self.sample.get()
    let all = ["test"] + (builds ? [] : ["--skip-build"]) + words
    return await SystemThread.run { sample.run(all, environment, interrupting: line) }
  }

  func command(_ words: [String]) async throws -> SamplePackage.Outcome {
    let sample = try Self.sample.get()
    return await SystemThread.run { sample.run(words, [:], interrupting: nil) }
  }

  @Test("tells the outcome of both frameworks as one")
  func both() async throws {
    let outcome = try await run(
      "--junit", "j.xml", environment: ["GITHUB_ACTIONS": "true"], builds: true)
    #expect(outcome.status == 1)
    for line in [
      "passed SampleTests.NewTests/passes()", "failed SampleTests.NewTests/fails()",
      "skipped SampleTests.NewTests/skips()", "passed SampleTests.OldTests/testPasses",
      "failed SampleTests.OldTests/testFails", "skipped SampleTests.OldTests/testSkips",
      "  Tests/SampleTests/OldTests.swift:11: failed - old is off", "  and more",
      "  Tests/SampleTests/NewTests.swift:5: new is off",
      "  Again: swift run cleanslate test --filter '^SampleTests\\.OldTests/testFails$'",
      "::error file=Tests/SampleTests/OldTests.swift,line=11,title=SampleTests.OldTests/testFails::failed - old is off%0Aand",
      ": 9 passed, 2 failed, 2 skipped.\n",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="13" failures="2" errors="0" skipped="2""#))
    #expect(
      junit.contains(
        #"<testcase name="testPasses" classname="SampleTests.OldTests" file="Tests/SampleTests/OldTests.swift" line="15" time="12.500000"/>"#
      ), "the time is that of the driver's watch: \(junit)")
    for age in ["old", "new"] { #expect(junit.contains(#"<skipped message="no \#(age) tmux"/>"#)) }
    let log = try Self.sample.get().read(".build/cleanslate-test.log")
    for word in ["old speaks", "new speaks", "\"buildBegan\":"] { #expect(log.contains(word)) }
  }

  @Test(
    "is green only if all tests that were to run did, also where a framework reads a filter otherwise",
    arguments: ["[Pp]asses", "\\b(Old|New)Tests\\b/(testP|p)asses"])
  func green(_ filter: String) async throws {
    let outcome = try await run("--filter", filter)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("2 tests in ") && outcome.output.contains(": 2 passed.\n"))
    #expect(try !Self.sample.get().read(".build/cleanslate-test.log").contains("buildBegan"))
  }

  @Test("asks for suggestions where snapshots are to be updated, and says that there are some")
  func snapshots() async throws {
    let words = ["--filter", "NewTests/passes"]
    let usual = try await run(words, environment: ["SAMPLE_SUGGESTS": "1"])
    #expect(usual.status == 0 && !usual.output.contains("Snapshots: "), "\(usual)")
    let folder = try Self.sample.get().folder
    for (results, variable) in [("", ""), ("other", "CLEANSLATE_RESULTS='\(folder)/other' ")] {
      let outcome = try await run(
        words + ["--update-snapshots"], environment: ["SAMPLE_SUGGESTS": "1", "CLEANSLATE_RESULTS": results])
      let command = "\(variable)swift run cleanslate accept\n"
      #expect(
        outcome.output.contains("\nSnapshots: 1 suggestion. To write into the tests: \(command)"),
        "\(outcome)")
    }
    let next = try await run(words, environment: [:])
    #expect(!next.output.contains("Snapshots: "), "each run of a process has a folder of its own: \(next)")
    let refused = try await run(words + ["--update-snapshots"], environment: ["CI": "true"])
    #expect(refused.status == 64 && refused.output == "")
    #expect(refused.complaints.hasPrefix("'--update-snapshots' is not for CI, and CI is set: "))
  }

  @Test(
    "the command for a failure runs just that test again",
    arguments: ["^SampleTests\\.OldTests/testFails$", "^SampleTests\\.NewTests/fails\\(\\)"])
  func again(_ filter: String) async throws {
    let outcome = try await run("--filter", filter)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Again: swift run cleanslate test --filter '\(filter)'"))
    #expect(outcome.output.contains("1 test in ") && outcome.output.contains(": 1 failed.\n"))
    let serial = try await run("--no-parallel", "--filter", filter)
    #expect(
      serial.output.contains("Again: swift run cleanslate test --no-parallel --filter '\(filter)'"),
      "\(serial)")
  }

  @Test("of what the filter gives, some can be run")
  func part() async throws {
    let sample = try Self.sample.get()
    let results = try await SystemThread.run {
      Result { try sample.part { $0.label.firstMatch(of: /passes|testSkips|testPasses/) != nil } }
    }.get()
    #expect(results.all.map(\.test.name) == ["testPasses", "testSkips", "passes()"])
    #expect(results.counts[.passed] == 2 && results.counts[.skipped] == 1)
    let record = try JSONEncoder().encode(results.all)
    #expect(try JSONDecoder().decode([TestResult].self, from: record) == results.all, "a record can be kept")
  }

  /// A folder for tests that fail the first time.
  func memory(_ name: String = #function) throws -> [String: String] {
    let folder = try Self.sample.get().folder + "/memory-\(name.prefix { $0 != "(" })"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return ["SAMPLE_FLAKES": folder]
  }

  @Test("a test that fails and then passes is flaky, and what the leak gate found stays a failure")
  func retries() async throws {
    let outcome = try await run(
      "--retries", "2", "--filter", "FlakyTests|Flakes", "--junit", "j.xml",
      environment: try memory().merging(["GITHUB_ACTIONS": "true"]) { $1 })
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
        Flaky: SampleTests.FlakyTests/testEndsOnce (failed in 1 of 2 runs)
          The test process ended while this test ran. It exited with status 0.
          Again: swift run
        """), "\(outcome)")
    #expect(
      outcome.output.contains("Flaky: SampleTests.FlakyTests/testFailsOnce (failed in 1 of 2 runs)\n"))
    #expect(outcome.output.contains("Flaky: SampleTests.Flakes/failsOnce() (failed in 1 of 2 runs)\n"))
    #expect(
      outcome.output.contains(
        """
        Failed: SampleTests.FlakyTests/testLeaksOnce
          Tests/SampleTests/FlakyTests.swift:32: failed - leaked: a Basket
          The leak gate found this, so that it was not tried again.
        """))
    #expect(outcome.output.contains(": 3 flaky, 1 failed.\n"))
    #expect(
      outcome.output.contains("::warning file=Tests/SampleTests/FlakyTests.swift,line=16,title=SampleTests"))
    #expect(
      outcome.output.contains("::error file=Tests/SampleTests/FlakyTests.swift,line=32,title=SampleTests"))
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="4" failures="1" errors="0" skipped="0" flakes="3""#), "\(junit)")
    #expect(junit.contains(#"<flakyError message="The test process ended while this test ran. It "#))
    #expect(junit.contains(#"<flakyFailure message="XCTAssertFalse failed - the first time""#))
  }

  @Test("what is flaky passes the run, unless it must not", arguments: [0, 1])
  func failOnFlaky(_ status: Int32) async throws {
    let words = status == 1 ? ["--fail-on-flaky"] : []
    let outcome = try await run(
      ["--retries", "1", "--filter", "Fla.*/.*failsOnce"] + words, environment: try memory("flaky\(status)"))
    #expect(outcome.status == status, "\(outcome)")
    #expect(outcome.output.contains(": 1 flaky.\n"))
    #expect(
      outcome.complaints == (status == 1 ? "cleanslate test: '--fail-on-flaky': 1 flaky.\n" : ""))
    // The record is that of the run, of which '--fail-on-flaky' is a complaint.
    #expect(try await command(["merge", "TestResults"]).status == status)
  }

  @Test("what always fails is no flake")
  func failsAlways() async throws {
    let outcome = try await run("--retries", "2", "--filter", "OldTests/testFails", "--junit", "j.xml")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Failed: SampleTests.OldTests/testFails (failed in 3 of 3 runs)\n"))
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="1" failures="1" errors="0" skipped="0" time"#))
    #expect(junit.components(separatedBy: "<rerunFailure message=").count == 3)
    #expect(junit.components(separatedBy: "<failure message=").count == 2)
  }

  @Test("a test runs as often as it is asked for")
  func repeats() async throws {
    let outcome = try await run(
      "--repeat", "5", "--filter", "Flaky.*testFailsOnce|Flakes|NewTests/passes", "--junit", "j.xml",
      environment: try memory())
    #expect(outcome.status == 1)
    for line in [
      "Flaky: SampleTests.FlakyTests/testFailsOnce (failed in 1 of 5 runs)\n",
      "Flaky: SampleTests.Flakes/failsOnce() (failed in 1 of 5 runs)\n", "  Seed: ",
      "3 tests, 15 runs in ", ": 1 passed, 2 flaky.\n",
    ] { #expect(outcome.output.contains(line), "\(outcome)") }
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="3" failures="2" errors="0" skipped="0" time"#), "\(junit)")
  }

  @Test("until a failure, or as often as is asked for")
  func untilFailure() async throws {
    let outcome = try await run(
      "--until-failure", "--filter", "FlakyTests/testFailsOnce", environment: try memory())
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("1 test, 1 run in "), "\(outcome)")
    #expect(outcome.output.contains("  Again: swift run cleanslate test --until-failure --seed "))
    let good = try await run("--until-failure", "--repeat", "7", "--filter", "NewTests/passes")
    #expect(good.status == 0 && good.output.contains("1 test, 7 runs in "), "\(good)")
  }

  @Test("a test that is disabled is skipped, however often it is asked for")
  func repeatsDisabled() async throws {
    let outcome = try await run("--repeat", "3", "--filter", "NewTests/(skips|passes)")
    #expect(outcome.status == 0 && outcome.output.contains(": 1 passed, 1 skipped.\n"), "\(outcome)")
  }

  @Test("until a failure, of whatever it is", arguments: [[], ["--order", "random", "--seed", "7"]])
  func untilStrayFailure(_ words: [String]) async throws {
    let outcome = try await run(
      ["--until-failure", "--repeat", "3", "--filter", "NewTests/ends"] + words,
      environment: ["SAMPLE_STRAY": "1"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("new strays") && outcome.output.contains(", 2 runs in "), "\(outcome)")
  }

  @Test("nothing runs where two programs may be that of the tests")
  func twoPrograms() async throws {
    let sample = try Self.sample.get()
    let other = ".build/debug/Other.xctest"
    try sample.write("", to: other)
    defer { try? FileManager.default.removeItem(atPath: "\(sample.folder)/\(other)") }
    let outcome = try await run("--filter", "OldTests/testFails")
    #expect(outcome.status == 1)
    #expect(outcome.complaints.hasPrefix("cleanslate test: Expected one test program in "), "\(outcome)")
  }

  @Test("in random order each test runs once a round, and a failure tells its company")
  func random() async throws {
    let good = try await run(
      "--order", "random", "--seed", "7", "--repeat", "2", "--skip", "/(testF|f)ails$|fails\\(")
    #expect(good.status == 0, "\(good)")
    #expect(good.output.contains("Round 2, seed 8: 11 tests in "))
    #expect(good.output.contains("11 tests, 22 runs in "))
    #expect(!good.output.contains("Seed:") && good.output.contains(": 9 passed, 2 skipped.\n"))
    let bad = try await run("--order", "random", "--seed", "7", "--repeat", "2", "--filter", "OldTests")
    #expect(bad.status == 1)
    #expect(
      bad.output.contains("  Again: swift run cleanslate test --order random --seed 7 --filter OldTests\n"))
    #expect(bad.output.contains("  Seed: 7. In one process, in this order:\n    SampleTests.OldTests/test"))
    #expect(bad.output.contains("Failed: SampleTests.OldTests/testFails (failed in 2 of 2 runs)\n"), "\(bad)")
  }

  @Test("in random order, a test that ends its process is named, and so are those that did not run")
  func randomExits() async throws {
    let outcome = try await run(
      "--order", "random", "--seed", "7", "--filter", "OldTests", environment: ["SAMPLE_EXIT": "0"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Broken off: SampleTests.OldTests/testEnds\n"), "\(outcome)")
    #expect(outcome.output.contains("Not run:\n"), "\(outcome)")
  }

  @Test("a test that ends the process is named, and so are those after it", arguments: ["0", "3"])
  func exits(_ status: String) async throws {
    let outcome = try await run(
      "--junit", "j.xml", "--filter", "OldTests", environment: ["SAMPLE_EXIT": status])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
        Broken off: SampleTests.OldTests/testEnds
          The test process ended while this test ran. It exited with status \(status).
          It printed last:
            old ends
          Again: swift run cleanslate test --filter '^SampleTests\\.OldTests/testEnds$'
        """), "\(outcome)")
    #expect(
      outcome.output.contains(
        """
        Not run:
          SampleTests.OldTests/testFails
          SampleTests.OldTests/testPasses
          SampleTests.OldTests/testSkips

        """), "\(outcome)")
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="5" failures="0" errors="4" skipped="0""#))
  }

  @Test("a crash is told with its message")
  func crashes() async throws {
    let outcome = try await run(
      "--filter", "NewTests/ends", environment: ["SAMPLE_CRASH": "1"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
        Broken off: SampleTests.NewTests/ends()
          The test process ended while this test ran. It ended by signal 4 (Illegal instruction).
        """) && outcome.output.contains("Fatal error: new is gone"), "\(outcome)")
  }

  @Test("in parallel, each test has its outcome")
  func parallel() async throws {
    let outcome = try await run(
      "--parallel", "--filter", "OldTests", environment: ["SAMPLE_EXIT": "3"])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Broken off: SampleTests.OldTests/testEnds\n"), "\(outcome)")
    #expect(outcome.output.contains(": 2 passed, 1 failed, 1 skipped, 1 broken off.\n"), "\(outcome)")
  }

  @Test("in parallel, tests of one name in two modules are not mistaken for one another")
  func parallelTwins() async throws {
    let sample = try SamplePackage.withTwins()
    let outcome = await SystemThread.run {
      sample.run(
        ["test", "--parallel", "--num-workers", "2", "--filter", "TwinTests"], [:], interrupting: nil)
    }
    #expect(outcome.output.contains("Failed: ATests.TwinTests/testSame\n"), "\(outcome)")
    #expect(outcome.output.contains(": 1 passed, 1 failed.\n"), "\(outcome)")
    let note = "tests of XCTest is read from the output alone: no observer of AppDriver has told of them.\n"
    #expect(outcome.output.contains("The verdict on 2 \(note)"), "\(outcome)")
    let untrue = await SystemThread.run {
      sample.run(["test", "--skip-build", "--filter", "CTests"], [:], interrupting: nil)
    }
    #expect(untrue.output.contains("The verdict on 2 \(note)"), "nobody can know more: \(untrue)")
    #expect(untrue.status == 0 && untrue.output.contains("2 passed"), "\(untrue)")
  }

  @Test("Ctrl-C ends what runs, and tells what had run")
  func interrupted() async throws {
    let outcome = try await run(
      "--show-output", "--filter", "OldTests", environment: ["SAMPLE_HANG": "1"], interrupting: "old hangs")
    #expect(outcome.status == 130)
    #expect(outcome.complaints == "cleanslate test: Interrupted.\n")
    #expect(outcome.output.contains("Interrupted:\n  SampleTests.OldTests/testEnds\n"), "\(outcome)")
    #expect(outcome.output.contains(": 1 passed, 1 broken off, 3 not run.\n"), "\(outcome)")
  }

  @Test("what cannot be built has no tests to run, and an old report is gone")
  func broken() async throws {
    let sample = try Self.sample.get()
    try sample.write("old", to: "j.xml")
    let outcome = try await run("--junit", "j.xml", "--no-such-option", builds: true)
    #expect(outcome.status == 1 && outcome.complaints.contains("'swift' could not build the tests"))
    #expect(!FileManager.default.fileExists(atPath: "\(sample.folder)/j.xml"))
  }

  @Test(
    "an option that neither knows is compared with those that one does",
    arguments: [
      ("--retris", "--retries", true), ("--retris", "--retries", false), ("--fitler", "--filter", true),
      ("--versoin", "--version", true),
    ])
  func misspelt(_ word: String, _ meant: String, builds: Bool) async throws {
    let outcome = try await run(word, "2", builds: builds)
    #expect(outcome.status == 64 && !outcome.output.contains("Unknown option"))
    #expect(
      outcome.complaints
        == "Unknown option '\(word)'. Did you mean '\(meant)'? See 'cleanslate test --help'.\n")
  }

  @Test(
    "an independent reader takes the JUnit file", .enabled("python3 has no junitparser") { await hasReader() }
  )
  func reader() async throws {
    _ = try await run(
      "--junit", "j.xml", environment: ["SAMPLE_EXIT": "3"])
    let sample = try Self.sample.get()
    let script = """
      import junitparser
      xml = junitparser.JUnitXml.fromfile("j.xml")
      cases = [case for suite in xml for case in suite]
      kinds = sorted(type(result).__name__ for case in cases for result in case.result)
      print(len(cases), xml.tests, xml.failures, xml.errors, xml.skipped, *kinds)
      """
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", script], environment: ProcessInfo.processInfo.environment,
      workingDirectory: sample.folder)
    #expect(outcome.standardOutput.text == "13 13 1 4 1 Error Error Error Error Failure Skipped\n")
  }

  private static func hasReader() async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", "import junitparser"],
      environment: ProcessInfo.processInfo.environment)
    return outcome?.status == .exited(0)
  }
}
