import Foundation
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("The shard of a job")
struct ShardChoiceTests {
  private func choice(_ text: String, _ environment: [String: String] = [:]) -> Result<Shard, UsageError> {
    do throws(UsageError) {
      return .success(try ShardChoice(text).shard(in: environment))
    } catch {
      return .failure(error)
    }
  }

  private func problem(_ text: String, _ environment: [String: String] = [:]) -> String {
    if case .failure(let error) = choice(text, environment) { error.description } else { "" }
  }

  @Test("is given in words")
  func words() {
    #expect(choice("2/5") == .success(Shard(number: 2, total: 5)))
    #expect(choice("1/1") == .success(Shard(number: 1, total: 1)))
    #expect(choice("10000/10000") == .success(Shard(number: 10_000, total: 10_000)))
  }

  @Test(
    "that cannot be is refused",
    arguments: [
      ("6/5", "'--shard 6/5': there is no such shard; the shards of 5 are 1/5 to 5/5."),
      ("0/5", "'--shard 0/5': there is no such shard; the shards of 5 are 1/5 to 5/5."),
      ("1/0", "'--shard 1/0': there is no such shard; they begin at 1/1."),
      ("x", "'--shard x' is no shard: expected '--shard 2/5' or '--shard auto'."),
      ("1/10001", "'--shard 1/10001': there are 10000 shards at most."),
      ("2/5/", "'--shard 2/5/' is no shard: expected '--shard 2/5' or '--shard auto'."),
      ("2", "'--shard 2' is no shard: expected '--shard 2/5' or '--shard auto'."),
    ])
  func refused(text: String, message: String) { #expect(problem(text) == message) }

  @Test(
    "is what the engine says, whether it counts from 0 or from 1",
    arguments: [
      ("GITLAB_CI", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
      ("HEROKU_TEST_RUN_ID", "CI_NODE_INDEX", "CI_NODE_TOTAL", 0),
      ("CIRRUS_CI", "CI_NODE_INDEX", "CI_NODE_TOTAL", 0),
      ("CIRCLECI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
      ("BUILDKITE", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
      ("SEMAPHORE", "SEMAPHORE_JOB_INDEX", "SEMAPHORE_JOB_COUNT", 1),
      ("BITBUCKET_BUILD_NUMBER", "BITBUCKET_PARALLEL_STEP", "BITBUCKET_PARALLEL_STEP_COUNT", 0),
      ("BAZEL_TEST", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0),
    ])
  func engines(mark: String, index: String, total: String, first: Int) {
    for number in 1...3 {
      let environment = [mark: "1", index: "\(number - 1 + first)", total: "3"]
      #expect(choice("auto", environment) == .success(Shard(number: number, total: 3)))
    }
    for wrong in ["\(first - 1)", "\(first + 3)", "two"] {
      let message = problem("auto", [mark: "1", index: wrong, total: "3"])
      #expect(
        message.contains("has set \(index)=\(wrong) and \(total)=3; it counts from \(first),"), "\(message)")
    }
    #expect(problem("auto", [mark: "1", index: "\(first)", total: "0"]).contains("\(total)=0"))
    #expect(problem("auto", [mark: "1", total: "3"]).contains("has not set \(index), so that every job"))
    #expect(problem("auto", [mark: "1", index: "\(first)"]).contains("has not set \(total), so that every"))
  }

  @Test("is none of an engine that counts further than there are shards", arguments: [10_001, Int.max])
  func tooMany(total: Int) {
    #expect(
      problem("auto", ["GITLAB_CI": "1", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "\(total)"])
        == "'--shard 1/\(total)': there are 10000 shards at most.")
  }

  @Test("is the whole where the engine says that the job is one of its kind")
  func alone() {
    let whole = Result<Shard, UsageError>.success(Shard(number: 1, total: 1))
    #expect(choice("auto", ["GITLAB_CI": "true", "CI_NODE_TOTAL": "1"]) == whole)
    #expect(choice("auto", ["BAZEL_TEST": "1"]) == whole)
  }

  @Test("is an error where nobody gives numbers")
  func nobody() {
    for mark in ["GITLAB_CI", "CIRCLECI", "BUILDKITE", "SEMAPHORE", "BITBUCKET_BUILD_NUMBER"] {
      #expect(problem("auto", [mark: "true"]).contains(" has not set "))
    }
    #expect(
      problem("auto", ["GITLAB_CI": "true"])
        == "'--shard auto': GitLab has not set CI_NODE_INDEX and CI_NODE_TOTAL, so that every job would run all "
        + "tests. Does the job have 'parallel', and does the variable get into its container?")
    #expect(
      problem("auto", ["GITHUB_ACTIONS": "true"])
        == "'--shard auto': GitHub tells no job its number; pass those of the matrix, as docs/ci.md shows: "
        + "'--shard 2/5'.")
    #expect(problem("auto").contains("Bitbucket, Heroku, Cirrus is here; pass the numbers: '--shard 2/5'."))
  }

  @Test("is refused before anything is built")
  func early() throws {
    let home = try TemporaryHome()
    try Data("no manifest".utf8).write(to: URL(filePath: home.path(.home) + "/Package.swift"))
    for words in [
      ["--shard", "6/5"], ["--shard=x"], ["--shard"], ["--shard", "auto"], ["--print-plan"],
      ["--timings", "t.json"],
    ] {
      let complaints = Complaints()
      let surroundings = Surroundings(
        folder: home.path(.home), environment: ["BUILDKITE": "true"], write: { complaints.text += $0 },
        complain: { complaints.text += $0 })
      #expect(Command(in: surroundings).run(["test"] + words) == 64)
      #expect(complaints.text.hasSuffix(" See 'cleanslate test --help'.\n"), "\(complaints.text)")
    }
    #expect(try home.tree() == ["home/Package.swift"])
  }

  private final class Complaints { var text = "" }

  @Test("of Bazel comes with a filter and with places for what comes out")
  func bazel() throws {
    let home = try TemporaryHome()
    let status = home.path(.home) + "/status"
    let bazel = try #require(
      try BazelTest([
        "BAZEL_TEST": "1", "TESTBRIDGE_TEST_ONLY": "Cart.*/testAdds", "TEST_SHARD_STATUS_FILE": status,
        "XML_OUTPUT_FILE": "/b/test.xml", "TEST_UNDECLARED_OUTPUTS_DIR": "/b/outputs",
      ]))
    #expect(bazel.junit == "/b/test.xml" && bazel.results == "/b/outputs")
    let tests = ["Shop.CartTests/testAdds", "Shop.CartTests/testPays"].compactMap { TestIdentity(listed: $0) }
    #expect(tests.map { bazel.takes($0, suites: []) } == [true, false])
    try bazel.touchStatusFile()
    #expect(FileManager.default.fileExists(atPath: status))
    #expect(try BazelTest(["GITLAB_CI": "true"]) == nil)
    #expect(throws: UsageError(description: "TESTBRIDGE_TEST_ONLY=( is no regular expression.")) {
      try BazelTest(["BAZEL_TEST": "1", "TESTBRIDGE_TEST_ONLY": "("])
    }
  }
}
