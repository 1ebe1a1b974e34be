import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

extension TestRunTests {
  @Test("of five shards in five processes is together the whole run")
  func shards() async throws {
    let sample = try Self.sample.get()
    let whole = try await run("--junit", "whole.xml")
    #expect(whole.status == 1)
    let program = try BuiltProduct.path("cleanslate")
    let statuses = try await withThrowingTaskGroup(of: Processes.ExitStatus.self) { group in
      for number in 1...5 {
        group.addTask {
          try await ChildProcess.run(
            program, ["test", "--skip-build", "--shard", "auto"],
            environment: sample.environment([
              "BUILDKITE": "true", "BUILDKITE_PARALLEL_JOB": "\(number - 1)",
              "BUILDKITE_PARALLEL_JOB_COUNT": "5", "CLEANSLATE_RESULTS": "shard-\(number)",
            ]), workingDirectory: sample.folder, timeout: .seconds(600)
          ).status
        }
      }
      return try await group.reduce(into: [Processes.ExitStatus]()) { $0.append($1) }
    }
    #expect(
      statuses.contains(.exited(0)) && statuses.contains(.exited(1)),
      "some have a failing test, some have none")
    let folders = (1...5).map { "shard-\($0)" }
    let merged = try await command(
      ["merge"] + folders + ["--junit", "merged.xml", "--timings", "times.json"])
    #expect(merged.status == 1, "\(merged)")
    #expect(merged.output.contains(": 9 passed, 2 failed, 2 skipped.\n"))
    #expect(merged.output.contains("Every listed test is in exactly one shard."))
    let (ofAll, ofOne) = try (lines("merged.xml"), lines("whole.xml"))
    #expect(ofAll == ofOne, "\(ofAll.difference(from: ofOne))")
    // The new tests ran side by side, and waited for one another.
    let times = try #require(try TimingFile.read("\(sample.folder)/times.json"))
    #expect(
      times.runs.keys.sorted()
        == ["testEndsOnce", "testFailsOnce", "testLeaksOnce"].map { "SampleTests.FlakyTests/\($0)" }
        + ["testBegins", "testEnds", "testPasses"].map { "SampleTests.OldTests/\($0)" })
    #expect(times.runs["SampleTests.OldTests/testPasses"] == [12.5])

    let incomplete = try await command(["merge"] + folders.dropLast())
    #expect(
      incomplete.status == 65 && incomplete.complaints.contains("Shard 5/5 is missing.\nIn no shard:\n"))
  }

  /// The lines of a report, without times.
  private func lines(_ file: String) throws -> [String] {
    try Self.sample.get().read(file).replacing(/\ time="[0-9.]+"/, with: "").split(separator: "\n").map(
      String.init
    )
    .sorted()
  }

  @Test("can be planned, which runs nothing")
  func plan() async throws {
    let sample = try Self.sample.get()
    _ = try await run("--filter", "NewTests/passes")
    let record = try sample.read("TestResults/run.json")
    try TimingFile(["SampleTests.NewTests/passes()": [3], "SampleTests.OldTests/testBegins": [1]])
      .write(to: "\(sample.folder)/t.json")
    let kept = [".build/cleanslate-test-2-of-2.log", ".build/debug/codecov/Sample.json"]
    try FileManager.default.createDirectory(
      atPath: "\(sample.folder)/.build/debug/codecov", withIntermediateDirectories: true)
    for file in kept { try sample.write("kept", to: file) }
    let plan = try await run(
      "--shard", "2/2", "--timings", "t.json", "--print-plan", "--filter", "passes|testBegins|testPasses",
      "--enable-code-coverage")
    for file in kept { #expect(try sample.read(file) == "kept") }
    #expect(plan.status == 0)
    #expect(
      plan.output.hasSuffix(
        """
        Shard 1/2: 1 test, 3.000 s
          3.000 s  SampleTests.NewTests/passes()

        Shard 2/2: 2 tests, 3.000 s
          1.000 s  SampleTests.OldTests/testBegins
          2.000 s  SampleTests.OldTests/testPasses

        The longest shard takes 1.00 of the mean. 2 of 3 tests have times of earlier runs; the others count as the \
        median of these.

        """), "\(plan)")
    #expect(try sample.read("TestResults/run.json") == record)
  }

  @Test("without a test is an error, and leaves no record")
  func emptyShard() async throws {
    let outcome = try await run("--shard", "2/2", "--filter", "NewTests/passes")
    #expect(outcome.status == 1)
    #expect(
      outcome.complaints
        == "cleanslate test: There is no test to run in shard 2/2: there are more shards than "
        + "tests (1), or than groups that stay together.\n")
    let folder = try Self.sample.get().folder
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/TestResults/run.json"))
  }

  @Test("takes the time of each test where they run one at a time")
  func serial() async throws {
    let outcome = try await run("--no-parallel", "--filter", "NewTests/passes")
    #expect(outcome.status == 0)
    let record = try RunRecord.read(in: Self.sample.get().folder + "/TestResults")
    #expect(
      record.timings.keys.sorted() == ["SampleTests.NewTests/passes()"])
  }

  @Test("takes no times where tests run many times, which would be those of all runs")
  func repeated() async throws {
    let outcome = try await run("--repeat", "2", "--filter", "OldTests/testPasses")
    #expect(outcome.status == 0, "\(outcome)")
    let record = try RunRecord.read(in: Self.sample.get().folder + "/TestResults")
    #expect(record.results.map(\.runs) == [2] && record.timings.isEmpty, "\(record)")
  }

  @Test("of Bazel has its files where Bazel wants them")
  func bazel() async throws {
    let folder = try Self.sample.get().folder
    try FileManager.default.createDirectory(atPath: "\(folder)/bazel", withIntermediateDirectories: true)
    let outcome = try await run(
      "--shard", "auto", "--disable-swift-testing",
      environment: [
        "BAZEL_TEST": "1", "TEST_SHARD_INDEX": "1", "TEST_TOTAL_SHARDS": "2",
        "TEST_SHARD_STATUS_FILE": "\(folder)/bazel/status", "XML_OUTPUT_FILE": "\(folder)/bazel/test.xml",
        "TEST_UNDECLARED_OUTPUTS_DIR": "\(folder)/bazel/outputs", "TESTBRIDGE_TEST_ONLY": "Begins|Passes",
      ])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.output.contains("Shard 2/2: 1 of 2 tests."), "\(outcome)")
    #expect(try Self.sample.get().read("bazel/test.xml").contains(#"tests="1" failures="0""#))
    let record = try RunRecord.read(in: "\(folder)/bazel/outputs")
    #expect(record.shard == Shard(number: 2, total: 2) && record.results.count == 1)
    #expect(record.filter == ["without Swift Testing", "TESTBRIDGE_TEST_ONLY", "Begins|Passes"])
    #expect(FileManager.default.fileExists(atPath: "\(folder)/bazel/status"))
  }
}
