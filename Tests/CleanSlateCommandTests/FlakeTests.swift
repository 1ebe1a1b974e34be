import Records
import Testing

@testable import CleanSlateCommand

@Suite("Tests in random order")
struct RandomOrderTests {
  private let tests =
    (0..<100).compactMap { TestIdentity(listed: "Shop.CartTests/test\($0)") }
    + (0..<100).map {
      TestIdentity(
        framework: .swiftTesting, id: "Shop.a\($0)()/A.swift:1:1", name: "a\($0)()")
    }

  @Test("are in one batch each, with others of their framework")
  func batches() {
    let batches = RandomOrder.batches(of: tests, seed: 7)
    #expect(batches.flatMap(\.tests).map(\.id).sorted() == tests.map(\.id).sorted())
    #expect(batches.allSatisfy { (1...12).contains($0.tests.count) && $0.repetitions == 1 })
    #expect(
      batches.allSatisfy { batch in batch.tests.allSatisfy { $0.framework == batch.tests[0].framework } })
    #expect(Set(batches.map(\.tests.count)).count > 5)
  }

  @Test("are in the same batches for the same seed, however they were listed")
  func seed() {
    let batches = RandomOrder.batches(of: tests, seed: 7).map(\.tests)
    #expect(RandomOrder.batches(of: tests.reversed(), seed: 7).map(\.tests) == batches)
    #expect(RandomOrder.batches(of: tests, seed: 8).map(\.tests) != batches)
  }
}

@Suite("A test that runs again")
struct RunAgainTests {
  private static let id = "Shop.CartTests/testPays"

  private func result(_ outcomes: [Bool?]) throws -> TestResult {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    for (number, isGood) in outcomes.enumerated() {
      results.take(.started(Self.id), of: .xcTest)
      if isGood == false {
        results.take(.failed(Self.id, TestFailure(message: "off \(number)", place: nil)), of: .xcTest)
      }
      if isGood != nil { results.take(.ended(Self.id, seconds: 1), of: .xcTest) }
    }
    return try #require(results[Self.id])
  }

  @Test("is flaky if it has failed as well as passed")
  func flaky() throws {
    #expect(try result([true]).isFlaky == false)
    #expect(try result([false]).isFlaky == false)
    #expect(try result([false, false]).isFlaky == false)
    #expect(try result([false, true]).isFlaky)
    #expect(try result([true, false]).isFlaky)
    #expect(try result([false, true, nil]).isFlaky == false, "while it runs, nobody knows")
    let result = try result([true, false, false, true, true])
    #expect(result.runs == 5 && result.failureCount == 2)
    #expect(result.earlierFailures.map { $0.failures.map(\.message) } == [["off 1"], ["off 2"]])
  }

  @Test("has failed if it fails, and is then skipped: it has not passed")
  func skippedAfterFailure() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    for isSkipped in [false, true] {
      results.take(.started(Self.id), of: .xcTest)
      results.take(
        isSkipped
          ? .skipped(Self.id, reason: "busy") : .failed(Self.id, TestFailure(message: "off", place: nil)),
        of: .xcTest)
      results.take(.ended(Self.id, seconds: 1), of: .xcTest)
    }
    let result = try #require(results[Self.id])
    #expect(result.verdict == .failed && !result.isFlaky && !result.isGood && result.failureCount == 2)
    #expect(Annotations(results: [result], folder: "/").github == "::error title=\(Self.id)::off\n")
    let report = JUnitReport(results: [result], folder: "/", seconds: 1).text
    #expect(report.contains(#"<failure message="off""#) && !report.contains("rerun"), "\(report)")
    results.take(.started(Self.id), of: .xcTest)
    results.take(.ended(Self.id, seconds: 1), of: .xcTest)
    #expect(results[Self.id]?.verdict == .flaky)
  }

  @Test("has failed if it does not run again after that, and its failure is told")
  func notRunAgain() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    results.rounds = 2
    results.take(.started(Self.id), of: .xcTest)
    results.take(.failed(Self.id, TestFailure(message: "off", place: nil)), of: .xcTest)
    results.take(.ended(Self.id, seconds: 1), of: .xcTest)
    results.again(Self.id)
    let text = SummaryText(results: results, folder: "/", seconds: 1, command: "test").text
    #expect(text.contains("Failed: \(Self.id)\n  off\n  Again: "), "\(text)")
    #expect(text.hasPrefix("Not run:\n  \(Self.id)\n") && text.contains(": 1 not run.\n"), "\(text)")
    #expect(Annotations(results: results.all, folder: "/").github == "::error title=\(Self.id)::off\n")
  }

  @Test("keeps the first failures, and counts all")
  func many() throws {
    let result = try result(Array(repeating: false, count: 50) + [true])
    #expect(result.failureCount == 50 && result.runs == 51 && result.earlierFailures.count == 10)
  }

  @Test("has failed if the leak gate found something, whatever else is known of it")
  func leaksLost() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    results.take(.started(Self.id), of: .xcTest)
    results.take(.ended(Self.id, seconds: 1), of: .xcTest)
    results.take([Lease(test: Self.id, seconds: 1, failed: true, leaks: ["a Basket"], steps: nil)])
    #expect(results[Self.id]?.verdict == .failed)
    #expect(results[Self.id]?.failures.map(\.message) == ["a Basket"])
  }

  @Test("is as broken off as before if it could not start")
  func didNotStart() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    results.didNotStart(Self.id)
    results.didNotStart(Self.id)
    let result = try #require(results[Self.id])
    #expect(result.runs == 2 && result.failureCount == 2 && !result.isFlaky)
  }

  @Test("has failed if a failure comes after its end")
  func lateFailure() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    results.take(.started(Self.id), of: .xcTest)
    results.take(.ended(Self.id, seconds: 1), of: .xcTest)
    results.take(.failed(Self.id, TestFailure(message: "off", place: nil)), of: .xcTest)
    #expect(results.counts[.failed] == 1 && results.counts[.passed] == nil)
  }

  @Test("keeps what the leak gate has found")
  func leaks() throws {
    var results = TestResults([try #require(TestIdentity(listed: Self.id))])
    results.take(.started(Self.id), of: .xcTest)
    results.take([Lease(Self.id, 1, failed: true, leaks: ["a Basket"])])
    results.again(Self.id)
    #expect(results[Self.id]?.leaks == ["a Basket"])
  }
}

@Suite("The steps of a test that passed and failed")
struct StepDifferenceTests {
  private func steps(_ texts: [String]) -> [TestStep]? { Lease("a", 1, steps: texts).steps }

  @Test("are listed, with the first that differs")
  func differ() {
    let difference = StepDifference(
      passed: steps(["Tap \"a\"", "Tap \"b\"", "Look"]),
      failed: [TestStep(at: 500_000_000, text: "Tap \"a\""), TestStep(at: 1_000_000_000, text: "Fail: off")])
    #expect(
      difference.lines == [
        """
        Steps of a run that passed:
            1   0.000000 s  Tap "a"
            2   1.000000 s  Tap "b"
            3   2.000000 s  Look
        """,
        """
        Steps of a run that failed:
            1   0.500000 s  Tap "a"
            2   1.000000 s  Fail: off
        """,
        "They differ first in step 2: Tap \"b\" where it passed, Fail: off where it failed.",
      ])
  }

  @Test("may end earlier, be the same, or not be known")
  func others() {
    let two = steps(["a", "b"])
    #expect(
      StepDifference(passed: steps(["a"]), failed: two).lines.last
        == "They differ first in step 2: (the end) where it passed, b where it failed.")
    #expect(StepDifference(passed: two, failed: two).lines.last == "Both did the same steps.")
    #expect(StepDifference(passed: nil, failed: two).lines.count == 1)
    #expect(
      StepDifference(passed: two, failed: nil).lines == [
        "No steps are known of the run that failed: the test has no app of the driver's."
      ])
  }
}
