import Foundation
import Processes
import Records
import TestSupport
import Testing
import ToolOptions

@testable import CleanSlateCommand

@Suite("The union of shards")
struct JoinedRunTests {
  private static let names = ["testA", "testB", "testC", "testD"]

  private static func test(_ name: String) -> TestIdentity {
    TestIdentity(framework: .xcTest, id: "Shop.CartTests/\(name)", name: name)
  }

  private static func record(
    _ number: Int, of total: Int, _ names: [String], commit: String? = "one", changes: String? = nil
  ) -> RunRecord {
    let tests = names.map(test)
    return RunRecord(
      commit: commit.map { RunRecord.Commit(id: $0, changes: changes) },
      shard: Shard(number: number, total: total), filter: [], listed: Self.names.map { test($0).id },
      results: tests.map { TestResult(test: $0, state: .passed) },
      timings: Dictionary(uniqueKeysWithValues: tests.map { ($0.label, Double(number)) }), complaints: [],
      seconds: Double(number))
  }

  private func problems(_ records: RunRecord...) -> [String] {
    do throws(ToolFailure) {
      _ = try RunRecord(joining: records.enumerated().map { ("r\($0 + 1)", $1) })
      return []
    } catch {
      #expect(error.status == 65)
      // A line that begins with a space belongs to the one before.
      let problems = error.description.split(separator: /\n(?! )/).map(String.init)
      #expect(problems.first == "The shards are not one whole run.")
      return Array(problems.dropFirst())
    }
  }

  @Test("is one run, in the order of the list")
  func whole() throws {
    var second = Self.record(2, of: 2, ["testC", "testA"])
    second.complaints = ["'swift test' has crashed."]
    let union = try RunRecord(joining: [("b", second), ("a", Self.record(1, of: 2, ["testD", "testB"]))])
    #expect(union.results.map(\.test.name) == Self.names)
    #expect(union.timings["Shop.CartTests/testC"] == 2 && union.seconds == 2)
    #expect(union.allLabels?.count == 4)
    #expect(union.complaints == ["Shard 2/2: 'swift test' has crashed."])
  }

  @Test("lacks a shard, has one twice, or one that ran nothing")
  func shards() {
    let (one, two) = (Self.record(1, of: 2, ["testA", "testB"]), Self.record(2, of: 2, ["testC", "testD"]))
    #expect(problems(one, two) == [])
    #expect(
      problems(one) == [
        "Shard 2/2 is missing.", "In no shard:\n  Shop.CartTests/testC\n  Shop.CartTests/testD",
      ])
    #expect(problems(one, two, two).first == "Shard 2/2 is there 2 times: 'r2', 'r3'.")
    #expect(
      problems(Self.record(1, of: 2, Self.names), Self.record(2, of: 2, [])) == [
        "Shard 2/2 ran no test ('r2')."
      ])
    var waiting = two
    waiting.results = waiting.results.map { TestResult(test: $0.test, state: .waiting) }
    #expect(problems(one, waiting) == ["Shard 2/2 ran no test ('r2')."])
  }

  @Test("lacks a test, has one twice, or one that nobody listed")
  func tests() {
    #expect(
      problems(
        Self.record(1, of: 2, ["testA", "testB"]), Self.record(2, of: 2, ["testB", "testC", "testX"])) == [
          "In no shard:\n  Shop.CartTests/testD",
          "In more than one shard:\n  Shop.CartTests/testB, in 1/2 and 2/2",
          "In no list:\n  Shop.CartTests/testX",
        ])
  }

  @Test("takes no record that contradicts itself")
  func contradiction() throws {
    let home = try TemporaryHome()
    let good = Self.record(1, of: 1, Self.names)
    var records = [(good, "it took 1e+308 s."), (good, "it took -1.0 s."), (good, "it took 1e+18 s.")]
    records += [(good, "\(Self.test("testA").id) passed, and leaked.")]
    records += [(good, "\(Self.test("testA").id) failed 5 times in 1 runs.")]
    let misfit = "\(Self.test("testA").id) has a state and a reason that do not go together."
    records += [(good, misfit), (good, misfit)]
    records[0].0.seconds = 1e308
    records[1].0.results[0].seconds = -1
    records[2].0.timings["Shop.CartTests/testA"] = 1e18
    records[3].0.results[0].leaks = ["a Basket"]
    records[4].0.results[0].earlierFailureCount = 5
    records[5].0.results[0].state = TestResult.State(kind: .skipped)
    records[6].0.results[0].state = TestResult.State(kind: .passed, reason: "no tmux")
    for (record, flaw) in records {
      try record.write(in: home.path(.home))
      let path = home.path(.home) + "/run.json"
      #expect(throws: ToolFailure.badInput("'\(path)' contradicts itself: \(flaw)")) {
        try RunRecord.read(in: home.path(.home))
      }
    }
    try good.write(in: home.path(.home))
    #expect(try RunRecord.read(in: home.path(.home)) == good)
  }

  @Test("is none of runs of different commits, lists or numbers of shards")
  func foreign() {
    let one = Self.record(1, of: 2, ["testA", "testB"])
    #expect(
      problems(one, Self.record(2, of: 2, ["testC", "testD"], commit: "two")) == [
        "These are different runs: 'r1' has the commit one, 'r2' has two."
      ])
    #expect(
      problems(one, Self.record(2, of: 2, ["testC", "testD"], changes: "abc")) == [
        "These are different runs: 'r1' has the commit one, 'r2' has one with changes (abc)."
      ])
    #expect(
      problems(one, Self.record(2, of: 2, ["testC", "testD"], commit: nil)) == [
        "These are different runs: 'r1' has the commit one, 'r2' has one that nobody knows."
      ])
    #expect(
      problems(one, Self.record(2, of: 3, ["testC", "testD"])) == [
        "These are different runs: 'r1' has the shard 1/2, 'r2' has 2/3."
      ])
    var other = Self.record(2, of: 2, ["testC", "testD"])
    other.listed.removeLast()
    #expect(
      problems(one, other) == [
        "These are different runs: 'r1' has a list of 4 tests, 'r2' has 3. Only one of them lists:"
          + "\n  Shop.CartTests/testD"
      ])
  }

  /// Two shards in folders of their own, and what `cleanslate merge` makes of them.
  private func merge(_ home: TemporaryHome, _ words: String...) -> (
    status: Int32, output: String, errors: String
  ) {
    var (output, errors) = ("", "")
    let surroundings = Surroundings(
      folder: home.path(.home), environment: [:], write: { output += $0 }, complain: { errors += $0 })
    return (Command(in: surroundings).run(["merge"] + words), output, errors)
  }

  private func home() throws -> TemporaryHome {
    let home = try TemporaryHome()
    try Data("no manifest".utf8).write(to: URL(filePath: home.path(.home) + "/Package.swift"))
    return home
  }

  @Test("is joined without a commit, and says so")
  func noCommit() throws {
    let home = try home()
    try Self.record(1, of: 2, ["testA", "testB"], commit: nil).write(in: home.path(.home) + "/a")
    try Self.record(2, of: 2, ["testC", "testD"], commit: nil).write(in: home.path(.home) + "/b")
    let merged = merge(home, "a", "b")
    #expect(merged.status == 0)
    #expect(
      merged.errors
        == "cleanslate merge: git has named no commit in any shard, so that they may be of different ones.\n")
  }

  @Test("is joined, with a report and with times for the next run")
  func command() throws {
    let home = try home()
    let folder = home.path(.home)
    try Self.record(1, of: 2, ["testA", "testB"]).write(in: "\(folder)/a")
    try Self.record(2, of: 2, ["testC", "testD"]).write(in: "\(folder)/b")
    let merged = merge(home, "b", "a", "--junit", "j.xml", "--timings", "t.json")
    #expect(merged.status == 0 && merged.errors == "")
    #expect(
      merged.output == """
        4 tests in 2 s: 4 passed.
        Every listed test is in exactly one shard. 1/2: 2 in 1 s; 2/2: 2 in 2 s.
        The report: \(folder)/TestResults/report.html, of 4 tests, 0 not passed, 0 traces

        """)
    #expect(try TimingFile.read("\(folder)/t.json")?.runs["Shop.CartTests/testD"] == [2])
    let junit = try String(contentsOfFile: "\(folder)/j.xml", encoding: .utf8)
    #expect(junit.contains(#"tests="4" failures="0""#))

    var failed = Self.record(2, of: 2, ["testC", "testD"])
    failed.results[0].state = .failed
    failed.results[0].failures = [
      TestFailure(message: "no", place: SourcePlace(file: "Tests/C.swift", line: 3))
    ]
    try failed.write(in: "\(folder)/b")
    let bad = merge(home, "a", "b")
    #expect(bad.status == 1 && bad.output.contains("Failed: Shop.CartTests/testC\n  Tests/C.swift:3: no\n"))
    failed = Self.record(2, of: 2, ["testC", "testD"])
    failed.complaints = ["It has crashed."]
    try failed.write(in: "\(folder)/b")
    #expect(merge(home, "a", "b").status == 1)
  }

  @Test("that is none leaves no report, and the times as they were")
  func unproven() throws {
    let home = try home()
    let folder = home.path(.home)
    try Self.record(1, of: 2, ["testA", "testB"]).write(in: "\(folder)/a")
    try TimingFile(["a": [1]]).write(to: "\(folder)/t.json")
    try Data("old".utf8).write(to: URL(filePath: "\(folder)/j.xml"))
    let merged = merge(home, "a", "--junit", "j.xml", "--timings", "t.json")
    #expect(merged.status == 65 && merged.output == "")
    #expect(
      merged.errors == """
        cleanslate merge: The shards are not one whole run.
        Shard 2/2 is missing.
        In no shard:
          Shop.CartTests/testC
          Shop.CartTests/testD

        """)
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/j.xml"))
    #expect(try TimingFile.read("\(folder)/t.json") == TimingFile(["a": [1]]))
  }

  @Test("is not written into one file as two reports, and leaves that as it was")
  func oneFile() throws {
    let home = try home()
    let folder = home.path(.home)
    try Self.record(1, of: 1, ["testA"]).write(in: "\(folder)/a")
    try TimingFile(["a": [1]]).write(to: "\(folder)/x")
    let merged = merge(home, "a", "--junit", "x", "--timings", "./x")
    #expect(merged.status == 64 && merged.output == "")
    #expect(
      merged.errors
        == "'--junit' and '--timings' both name '\(folder)/x': give each a file of its own. See 'cleanslate merge --help'.\n"
    )
    #expect(try TimingFile.read("\(folder)/x") == TimingFile(["a": [1]]))
  }

  @Test("needs a folder for its page, and says which cannot be made")
  func noFolder() throws {
    let home = try home()
    try Self.record(1, of: 1, ["testA", "testB", "testC", "testD"]).write(in: home.path(.home) + "/a")
    let results = home.path(.home) + "/TestResults"
    try Data().write(to: URL(filePath: results))
    let merged = merge(home, "a")
    #expect(merged.status == 1)
    #expect(
      merged.errors.hasPrefix("cleanslate merge: '\(results)' could not be made: "), "\(merged.errors)")
  }

  @Test("says which record cannot be read, and why")
  func records() throws {
    let home = try home()
    let folder = home.path(.home)
    #expect(
      merge(home, "none").errors
        == "cleanslate merge: '\(folder)/none' has no run.json. Did its 'cleanslate test' come to its end?\n")
    try Self.record(1, of: 1, Self.names).write(in: "\(folder)/a")
    let path = "\(folder)/a/run.json"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.prefix(300).utf8).write(to: URL(filePath: path))
    let cutOff = merge(home, "a")
    #expect(cutOff.status == 65)
    #expect(
      cutOff.errors.hasPrefix("cleanslate merge: '\(path)' is cut off, or no record of a run (300 bytes): "))
    try Data(text.replacing("\"version\" : 3", with: "\"version\" : 9").utf8).write(to: URL(filePath: path))
    #expect(
      merge(home, "a").errors
        == "cleanslate merge: '\(path)' is of version 9; this cleanslate reads version 3.\n")
    #expect(merge(home).errors.hasPrefix("Missing DIRECTORY…: expected 'cleanslate merge DIRECTORY…'."))
    #expect(merge(home, "a", "-w").errors.hasPrefix("Unknown option '-w'."))
    #expect(merge(home, "a", "--wat").status == 64)
  }

  @Test("knows the commit, and whether something was changed")
  func commit() throws {
    let home = try home()
    let package = try PackageFolder(at: nil, from: home.path(.home))
    #expect(try package.commit() == nil)
    func git(_ words: String...) throws {
      let person = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
      try Subprocess.run(["git"] + person + words, in: package.path, readsOutput: true)
    }
    try git("init", "--quiet")
    try git("add", "--all")
    try git("commit", "--quiet", "-m", "one")
    let clean = try #require(try package.commit())
    #expect(clean.id.count == 40 && clean.changes == nil)
    try Data("other".utf8).write(to: URL(filePath: "\(package.path)/Package.swift"))
    let changed = try #require(try package.commit())
    #expect(changed.id == clean.id && changed.changes != nil)
    try Data("another".utf8).write(to: URL(filePath: "\(package.path)/Package.swift"))
    #expect(try package.commit()?.changes != changed.changes)
  }
}
