import Foundation
import Records
import Testing

@testable import CleanSlateCommand

/// One test of each kind of outcome.
private struct Results {
  static let adds = "Shop.CartTests/testAdds"
  static let pays = "Shop.CartTests/testPays"
  static let ends = "Shop.CartTests/testEnds"
  static let last = "Shop.CartTests/testWaits"
  static let list = "Shop.Cart/`lists <it's>`()/Cart.swift:8:4"
  static let skip = "Shop.skips()/Cart.swift:2:2"

  static var some: TestResults {
    let tests =
      [adds, pays, ends, last].compactMap { TestIdentity(listed: $0) } + [
        TestIdentity(
          framework: .swiftTesting, id: list, name: "`lists <it's>`()",
          place: SourcePlace(file: "/w/Tests/Cart.swift", line: 8)),
        TestIdentity(framework: .swiftTesting, id: skip, name: "skips()"),
      ]
    var results = TestResults(tests)
    for event: TestEvent in [
      .started(adds), .printed(adds, line: "quiet"), .ended(adds, seconds: 0.25),
      .started(pays), .printed(pays, line: "a\u{1B}[0m & <b>"),
      .failed(
        pays,
        TestFailure(
          message: "50% \"off\":\r\nno, 1", place: SourcePlace(file: "/w/Tests/a,b:c.swift", line: 5))),
      .ended(pays, seconds: 1),
      .started(ends), .printed(ends, line: "bye"),
    ] { results.take(event, of: .xcTest) }
    results.cutOff(Set(tests.map(\.id)), because: "The test process ended while this test ran.")
    for event: TestEvent in [
      .skipped(skip, reason: "no tmux"), .started(list, at: 2), .endedAt(list, 3.5),
      .failed(Self.suite, TestFailure(message: "Suites fail, too", place: nil)),
    ] { results.take(event, of: .swiftTesting) }
    return results
  }

  static let suite = "Shop.Cart"
}

extension Lease {
  init(
    _ test: String, _ seconds: Double, failed: Bool? = nil, leaks: [String]? = nil, steps: [String]? = nil
  ) {
    let steps = steps?.enumerated().map { TestStep(at: $0 * 1_000_000_000, text: $1) }
    self.init(test: test, seconds: seconds, failed: failed, leaks: leaks, steps: steps)
  }
}

@Suite("What cleanslate test makes of a run")
struct TestReportTests {
  @Test("a run that is interrupted is none if there were others, and a failure if there was one")
  func interrupted() {
    let tests = (0..<4).map {
      TestIdentity(framework: .swiftTesting, id: "Shop.t\($0)", name: "t\($0)")
    }
    var results = TestResults(tests)
    func run(_ test: Int, failing: Bool) {
      results.take(.started(tests[test].id, at: 1), of: .swiftTesting)
      if failing {
        results.take(.failed(tests[test].id, TestFailure(message: "off", place: nil)), of: .swiftTesting)
      }
    }
    func end(_ test: Int) {
      results.take(.endedAt(tests[test].id, 2), of: .swiftTesting)
      results.again(tests[test].id)
    }
    run(0, failing: false)
    end(0)
    run(0, failing: false)
    run(1, failing: true)
    run(2, failing: false)
    run(3, failing: true)
    end(3)
    run(3, failing: false)
    results.interrupt(Set(tests.map(\.id)))
    #expect(results.all.map(\.verdict) == [.passed, .failed, .brokenOff, .failed])
    #expect(results.all.map(\.runs) == [1, 1, 1, 1] && results.all.map(\.failureCount) == [0, 1, 1, 1])
    for test in tests { results.again(test.id) }
    results.dropRunsToCome()
    #expect(results.all.map(\.verdict) == [.passed, .failed, .brokenOff, .failed])
  }

  @Test("each kind is counted")
  func counts() {
    #expect(
      Results.some.counts == [.passed: 2, .failed: 2, .skipped: 1, .brokenOff: 1, .notRun: 1])
    #expect(Results.some.all.filter(\.isGood).count == 3)
  }

  @Test("the driver's watch goes before the frameworks'")
  func watch() {
    var results = Results.some
    #expect(results[Results.list]?.seconds == 1.5)
    results.take([Lease(Results.list, 0.5), Lease(Results.list, 0.25), Lease("Shop.unknown()", 1)])
    #expect(results[Results.list]?.seconds == 0.75 && results[Results.adds]?.seconds == 0.25)
  }

  @Test("an issue makes a skipped test a failed one")
  func skippedWithIssue() throws {
    var results = Results.some
    results.take(.failed(Results.skip, TestFailure(message: "x", place: nil)), of: .swiftTesting)
    #expect(try #require(results[Results.skip]).isGood == false && results.counts[.skipped] == nil)
  }

  @Test("the end tells each failure, and the way to run it again")
  func summary() {
    let summary = SummaryText(
      results: Results.some, folder: "/w", seconds: 61.2, command: "swift run cleanslate test")
    #expect(
      summary.text == """
        Not run:
          Shop.CartTests/testWaits

        Failed: Shop.CartTests/testPays
          Tests/a,b:c.swift:5: 50% "off":
          no, 1
          Again: swift run cleanslate test --filter '^Shop\\.CartTests/testPays$'

        Broken off: Shop.CartTests/testEnds
          The test process ended while this test ran.
          It printed last:
            bye
          Again: swift run cleanslate test --filter '^Shop\\.CartTests/testEnds$'

        Failed: Shop.Cart
          Suites fail, too

        7 tests in 1 min 2 s: 2 passed, 2 failed, 1 skipped, 1 broken off, 1 not run.

        """)
    var interrupted = summary
    interrupted.isInterrupted = true
    #expect(interrupted.text == summary.text.replacing("Not run:\n  Shop.CartTests/testWaits\n\n", with: ""))
    #expect("it's".asShellWord == #"'it'\''s'"#)
  }

  @Test("JUnit's XML")
  func junit() {
    let text = JUnitReport(results: Results.some.all, folder: "/w", seconds: 4).text
    #expect(
      text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="cleanslate test" tests="7" failures="2" errors="2" skipped="1" time="4.000000">
          <testsuite name="Shop" tests="1" failures="0" errors="0" skipped="1" time="0.000000">
            <testcase name="skips()" classname="Shop" time="0.000000">
              <skipped message="no tmux"/>
            </testcase>
          </testsuite>
          <testsuite name="Shop.Cart" tests="2" failures="1" errors="0" skipped="0" time="1.500000">
            <testcase name="`lists &lt;it's&gt;`()" classname="Shop.Cart" file="Tests/Cart.swift" line="8" time="1.500000"/>
            <testcase name="Shop.Cart" classname="Shop.Cart" time="0.000000">
              <failure message="Suites fail, too" type="failure">Suites fail, too</failure>
            </testcase>
          </testsuite>
          <testsuite name="Shop.CartTests" tests="4" failures="1" errors="2" skipped="0" time="1.250000">
            <testcase name="testAdds" classname="Shop.CartTests" time="0.250000"/>
            <testcase name="testPays" classname="Shop.CartTests" file="Tests/a,b:c.swift" line="5" time="1.000000">
              <failure message="50% &quot;off&quot;:" type="failure">Tests/a,b:c.swift:5: 50% &quot;off&quot;:&#13;
        no, 1</failure>
              <system-out>a\u{FFFD}[0m &amp; &lt;b&gt;</system-out>
            </testcase>
            <testcase name="testEnds" classname="Shop.CartTests" time="0.000000">
              <error message="The test process ended while this test ran." type="error">The test process ended while this test ran.</error>
              <system-out>bye</system-out>
            </testcase>
            <testcase name="testWaits" classname="Shop.CartTests" time="0.000000">
              <error message="It did not run." type="error">It did not run.</error>
            </testcase>
          </testsuite>
        </testsuites>

        """)
  }

  @Test("what is flaky, for all who read of it")
  func flaky() throws {
    var results = Results.some
    results.take(.started(Results.pays), of: .xcTest)
    results.take(.ended(Results.pays, seconds: 1), of: .xcTest)
    let pays = [try #require(results[Results.pays])]
    func junit(_ results: [TestResult], flakyFails: Bool) -> String {
      JUnitReport(results: results, folder: "/w", seconds: 4, flakyFails: flakyFails).text
    }
    let text = junit(pays, flakyFails: false)
    #expect(text.contains(#"tests="1" failures="0" errors="0" skipped="0" flakes="1" time"#), "\(text)")
    #expect(
      text.contains(#"<flakyFailure message="50% &quot;off&quot;:" type="flakyFailure"><stackTrace>Tests"#))
    #expect(junit(pays, flakyFails: true).contains(#"failures="1" errors="0" skipped="0" time"#))
    #expect(junit(pays, flakyFails: true).contains(#"<failure message="50% "#))
    let mild = Annotations(results: pays, folder: "/w")
    #expect(
      mild.github.hasPrefix("::warning file=") && mild.github.contains("::Failed in 1 of 2 runs: 50%25"))
    #expect(try mild.gitlab().contains(#""severity" : "minor""#))
    let harsh = Annotations(results: pays, folder: "/w", flakyFails: true)
    #expect(harsh.github.hasPrefix("::error file="))
    #expect(try harsh.gitlab().contains(#""severity" : "major""#))
  }

  @Test("GitHub's annotations, escaped")
  func github() {
    let lines = Annotations(results: Results.some.all, folder: "/w").github.split(separator: "\n")
    #expect(
      lines == [
        "::error file=Tests/a%2Cb%3Ac.swift,line=5,title=Shop.CartTests/testPays::50%25 \"off\":%0D%0Ano, 1",
        "::error title=Shop.CartTests/testEnds::The test process ended while this test ran.",
        "::error title=Shop.CartTests/testWaits::It did not run.",
        "::error title=Shop.Cart::Suites fail, too",
      ])
  }

  @Test("GitLab's code quality report")
  func gitlab() throws {
    struct Finding: Decodable {
      struct Location: Decodable {
        struct Lines: Decodable { let begin: Int }
        let path: String
        let lines: Lines
      }
      enum CodingKeys: String, CodingKey {
        case description, fingerprint, severity, location
        case checkName = "check_name"
      }
      let description: String
      let checkName: String
      let fingerprint: String
      let severity: String
      let location: Location
    }
    func findings(_ folder: String) throws -> [Finding] {
      let text = try Annotations(results: Results.some.all, folder: folder).gitlab()
      return try JSONDecoder().decode([Finding].self, from: Data(text.utf8))
    }
    let found = try findings("/w")
    try #require(found.count == 4)
    #expect(Set(found.map(\.fingerprint)).count == 4)
    #expect(found[0].description == "Shop.CartTests/testPays: 50% \"off\":\r\nno, 1")
    #expect(found[0].checkName == "Shop.CartTests/testPays" && found[0].severity == "major")
    #expect(found[0].location.path == "Tests/a,b:c.swift" && found[0].location.lines.begin == 5)
    #expect(try findings("/").map(\.fingerprint) == found.map(\.fingerprint))
  }

  @Test("XCTest's places are found in the sources")
  func places() {
    let text = """
      import XCTest
      final class CartTests: XCTestCase {
        class func helper() {}
        func testAdds() {}

        func testPays() async throws {
        }
      }
      extension OtherTests {
        func testMore() {} }
      """
    let found = XCTestPlaces.tests(in: text)
    #expect(found.map(\.name) == ["CartTests.testAdds", "CartTests.testPays", "OtherTests.testMore"])
    #expect(found.map(\.line) == [4, 6, 10])
  }

  @Test("XCTest's places are none in comments and strings")
  func placesInCode() {
    let text = ##"""
      final class CartTests: XCTestCase {
        // As class ReaderTests does.
        /* extension
           OtherTests */
        let text = """
          class TextTests
          func testText()
          """
        let word = "\"class WordTests", end = "func testWord()"
        let raw = #"class "RawTests"# + #"""class RawTests"""#
        func testAdds() {}
      }
      """##
    for lineEnd in ["\n", "\r\n"] {
      let found = XCTestPlaces.tests(in: text.replacing("\n", with: lineEnd))
      #expect(found.map(\.name) == ["CartTests.testAdds"] && found.map(\.line) == [11])
    }
  }
}

@Suite("The line that lives")
struct LiveLineTests {
  private func shown(_ columns: Int?, _ body: (inout LiveLine) -> Void) -> String {
    var written = ""
    var line = LiveLine(columns: { columns }, write: { written += $0 })
    body(&line)
    return written
  }

  @Test("says how far the run is, as far as there is room")
  func text() {
    var results = Results.some
    #expect(
      LiveLine.text(results, seconds: 10, columns: 80) == "5/7, 3 failed, 4 s left")
    results.take(.started(Results.last), of: .xcTest)
    #expect(
      LiveLine.text(results, seconds: 10, columns: 80)
        == "5/7, 3 failed, 4 s left: Shop.CartTests/testWaits")
    #expect(LiveLine.text(results, seconds: 10, columns: 40) == "5/7, 3 failed, 4 s left: …ests/testWaits")
    #expect(LiveLine.text(results, seconds: 10, columns: 30) == "5/7, 3 failed, 4 s left")
    results.take(.started(Results.adds), of: .xcTest)
    #expect(
      LiveLine.text(results, seconds: 0, columns: 80) == "4/7, 3 failed: Shop.CartTests/testWaits and 1 more")
  }

  @Test("counts runs, where tests run many times")
  func rounds() {
    var results = Results.some
    results.rounds = 3
    results.again(Results.adds)
    #expect(LiveLine.text(results, seconds: 10, columns: 80) == "6/21, 3 failed, 25 s left")
    results.rounds = nil
    #expect(LiveLine.text(results, seconds: 10, columns: 80) == "6, 3 failed")
    results.rounds = .max
    #expect(LiveLine.text(results, seconds: 10, columns: 80) == "6, 3 failed")
  }

  @Test("says how many are flaky")
  func flaky() {
    var results = Results.some
    results.take(.started(Results.pays), of: .xcTest)
    #expect(LiveLine.text(results, seconds: 0, columns: 80) == "4/7, 2 failed: Shop.CartTests/testPays")
    results.take(.ended(Results.pays, seconds: 1), of: .xcTest)
    #expect(LiveLine.text(results, seconds: 0, columns: 80) == "5/7, 2 failed, 1 flaky")
  }

  @Test("says other things, as far as there is room; a pipe gets all of it in a line")
  func others() {
    #expect(shown(6) { $0.show("building") } == "\r\u{1B}[2Kbuild")
    #expect(shown(nil) { $0.show("building") } == "building\n")
  }

  @Test("is drawn again only some times a second, and erased at the end")
  func redraws() {
    let results = Results.some
    let text = shown(81) { line in
      line.show(results, seconds: 10)
      line.show(results, seconds: 10.1)
      line.show(results, seconds: 20)
      line.erase()
      line.erase()
    }
    #expect(
      text == "\r\u{1B}[2K5/7, 3 failed, 4 s left\r\u{1B}[2K5/7, 3 failed, 8 s left\r\u{1B}[2K")
  }

  @Test("makes way for whole lines")
  func lines() {
    let text = shown(81) { line in
      line.show(Results.some, seconds: 0)
      line.print("whole")
    }
    #expect(text == "\r\u{1B}[2K5/7, 3 failed\r\u{1B}[2Kwhole\n")
  }

  @Test("is no line where there is no terminal")
  func pipe() {
    let text = shown(nil) { line in
      line.show(Results.some, seconds: 0)
      line.print("whole")
      line.erase()
    }
    #expect(text == "whole\n")
  }
}

@Suite("What goes to a terminal")
struct TerminalTextTests {
  @Test("has pictures of what would steer it")
  func pictures() {
    var written = ""
    let surroundings = Surroundings(
      folder: "/", environment: [:], write: { written += $0 }, complain: { written += $0 })
    surroundings.write("a\u{1B}]0;title\u{7}\tb\n")
    surroundings.complain("\u{9B}2J\u{7F}ä\r\n")
    #expect(written == "a\u{241B}]0;title\u{2407}\tb\n\u{FFFD}2J\u{2421}ä\u{240D}\n")
  }

  @Test("is steered by the line that lives, and not by names in it")
  func live() {
    var written = ""
    var line = LiveLine(columns: { 40 }, write: { written += $0 })
    line.show("a\u{1B}[2Jb")
    line.print("c\u{1B}[2Jd")
    line.print("\u{1B}[31mred", asItIs: true)
    #expect(
      written == "\r\u{1B}[2Ka\u{241B}[2Jb" + "\r\u{1B}[2Kc\u{241B}[2Jd\n" + "\u{1B}[31mred\n")
  }
}
