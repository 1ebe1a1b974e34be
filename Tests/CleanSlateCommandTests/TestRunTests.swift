import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

/// Real runs of a small package, which is built once.
@Suite("A run of cleanslate test", .serialized)
struct TestRunTests {
  /// Built by the first test that needs it; removed with this process.
  private static let sample = Result { try SamplePackage() }

  private func run(
    _ words: String..., environment: [String: String] = [:], interrupting line: String? = nil
  ) async throws -> SamplePackage.Outcome {
    let sample = try Self.sample.get()
    return await SystemThread.run { sample.run(words, environment, interrupting: line) }
  }

  @Test("tells the outcome of both frameworks as one")
  func both() async throws {
    let outcome = try await run("--junit", "j.xml", environment: ["GITHUB_ACTIONS": "true"])
    #expect(outcome.status == 1)
    for line in [
      "passed SampleTests.NewTests/passes()", "failed SampleTests.NewTests/fails()",
      "skipped SampleTests.NewTests/skips()", "passed SampleTests.OldTests/testPasses",
      "failed SampleTests.OldTests/testFails", "skipped SampleTests.OldTests/testSkips",
      "  Tests/SampleTests/OldTests.swift:6: failed - old is off", "  and more",
      "  Tests/SampleTests/NewTests.swift:5: Issue recorded\n  new is off",
      "  Again: swift run cleanslate test --filter '^SampleTests\\.OldTests/testFails$'",
      "::error file=Tests/SampleTests/OldTests.swift,line=6,title=SampleTests.OldTests/testFails::failed - old is off%0Aand",
      ": 5 passed, 2 failed, 2 skipped.\n",
    ] {
      #expect(outcome.output.contains(line), "\(outcome.output)")
    }
    let junit = try Self.sample.get().read("j.xml")
    #expect(junit.contains(#"tests="9" failures="2" errors="0" skipped="2""#))
    #expect(
      junit.contains(
        #"<testcase name="testPasses" classname="SampleTests.OldTests" file="Tests/SampleTests/OldTests.swift" line="9" time="12.500000"/>"#
      ), "the time is that of the driver's watch: \(junit)")
    #expect(junit.contains(#"<skipped message="no old tmux"/>"#))
    #expect(junit.contains(#"<skipped message="no new tmux"/>"#))
    let log = try Self.sample.get().read(".build/cleanslate-test.log")
    #expect(log.contains("old speaks") && log.contains("new speaks"))
  }

  @Test("is green only if all tests that were to run did")
  func green() async throws {
    let outcome = try await run("--filter", "[Pp]asses")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("2 tests in ") && outcome.output.contains(": 2 passed.\n"))
  }

  @Test(
    "the command for a failure runs just that test again",
    arguments: ["^SampleTests\\.OldTests/testFails$", "^SampleTests\\.NewTests/fails\\(\\)"])
  func again(_ filter: String) async throws {
    let outcome = try await run("--filter", filter)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Again: swift run cleanslate test --filter '\(filter)'"))
    #expect(outcome.output.contains("1 test in ") && outcome.output.contains(": 1 failed.\n"))
  }

  @Test("no test at all is an error")
  func nothing() async throws {
    let outcome = try await run("--filter", "NoSuchTest")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints
        == "cleanslate test: There is no test to run. Do '--filter' and '--skip' leave any?\n")
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
          The test process ended while this test ran.
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
          The test process ended while this test ran.
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

  @Test("Ctrl-C ends what runs, and tells what had run")
  func interrupted() async throws {
    let outcome = try await run(
      "--filter", "OldTests", environment: ["SAMPLE_HANG": "1"],
      interrupting: "passed SampleTests.OldTests/testBegins")
    #expect(outcome.status == 1)
    #expect(outcome.complaints == "cleanslate test: Interrupted.\n")
    #expect(outcome.output.contains("The run was interrupted while this test ran."), "\(outcome)")
    #expect(outcome.output.contains(": 1 passed, 1 broken off, 3 not run.\n"), "\(outcome)")
  }

  @Test("what cannot be built has no tests to run, and an old report is gone")
  func broken() async throws {
    let sample = try Self.sample.get()
    try sample.write("old", to: "j.xml")
    let outcome = try await run("--junit", "j.xml", "--no-such-option")
    #expect(outcome.status == 1 && outcome.complaints.contains("'swift' could not build the tests"))
    #expect(!FileManager.default.fileExists(atPath: "\(sample.folder)/j.xml"))
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
    #expect(outcome.standardOutput.text == "9 9 1 4 1 Error Error Error Error Failure Skipped\n")
  }

  private static func hasReader() async -> Bool {
    let outcome = try? await ChildProcess.run(
      "/usr/bin/env", ["python3", "-c", "import junitparser"],
      environment: ProcessInfo.processInfo.environment)
    return outcome?.status == .exited(0)
  }
}
