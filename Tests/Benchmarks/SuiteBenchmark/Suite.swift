#if DEBUG
import Measuring

/// The measurements, taken in turns.
struct Suite {
  private let rounds: Int
  private let package: SuitePackage

  init(rounds: Int) throws {
    self.rounds = rounds
    BenchmarkCommand.note("SuiteBenchmark: building the package with the tests")
    package = try SuitePackage()
  }

  func run() throws -> SuiteResults {
    var results = SuiteResults(tests: SuitePackage.testCount, rounds: rounds)
    for round in 1...rounds {
      BenchmarkCommand.note("SuiteBenchmark: round \(round) of \(rounds)")
      for index in results.rows.indices {
        let row = results.rows[index]
        try results.rows[index].empty.time {
          try package.test("Empty\(row.kind)", row.words, environment: [:])
        }
        try results.rows[index].tests.time {
          try package.test("Tap\(row.kind)", row.words, environment: row.environment)
        }
      }
    }
    return results
  }
}

/// The figures of one run.
struct SuiteResults: BenchmarkFigures {
  /// One way to run the tests, beside as many empty ones.
  struct Row: Encodable {
    let name: String
    /// The last part of the names of the tests: `EmptyClass`, `TapClass`.
    let kind: String
    let words: [String]
    let environment: [String: String]
    var empty = Sample()
    var tests = Sample()

    private init(_ name: String, _ kind: String, _ words: [String], _ environment: [String: String] = [:]) {
      (self.name, self.kind, self.words, self.environment) = (name, kind, words, environment)
    }

    static var all: [Row] {
      [
        Row("XCTest, one process", "Class", ["--disable-swift-testing"]),
        Row(
          "the same, a new app for each test", "Class", ["--disable-swift-testing"],
          ["CLEANSLATE_RELAUNCH": "1"]),
        Row("Swift Testing", "Suite", ["--disable-xctest"]),
        Row("XCTest, a process for each test", "Class", ["--disable-swift-testing", "--parallel"]),
      ]
    }
  }

  let tests: Int
  let rounds: Int
  var rows = Row.all

  init(tests: Int, rounds: Int) { (self.tests, self.rounds) = (tests, rounds) }

  /// The figures for people.
  var table: String {
    Table.section(
      "\(tests) tests of one tap and one check, and \(tests) empty ones, in milliseconds",
      ["", "swift test", "empty", "times", "more for each test"],
      rows.map { row in
        let (tests, empty) = (row.tests.median / 1000, row.empty.median / 1000)
        return [
          row.name, Table.show(tests), Table.show(empty), Table.show(tests / empty),
          Table.show((tests - empty) / Double(self.tests), digits: 2),
        ]
      })
  }
}
#endif
