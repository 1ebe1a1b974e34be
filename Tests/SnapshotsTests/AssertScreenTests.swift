import AppRuntime
import ElementTree
import Foundation
import Observation
import OperatingSystem
import Records
import Synchronization
import TestSupport
import Testing
import XCTest

@testable import Snapshots

/// A session that stands still.
@MainActor @Observable
private final class StillSession: FeatureSession {
  var body: Element {
    Screen("basket", title: "Basket") {
      Text("Total", id: "total").traits(.heading)
      Button("Check out", id: ID("checkout")).focused()
    }.element
  }
}

@MainActor @Suite("An expected screen of a session")
struct AssertScreenTests {
  private let session = StillSession()
  private let results: TemporaryHome
  private var run: RunFolder { RunFolder(path: results.path(.home) + "/run") }
  private let sentence = "The screen \"basket\" does not show what the test says."

  init() throws { results = try TemporaryHome() }

  /// What a test would fail with, and where.
  private func issues(updating: Bool = false, _ body: () -> Void) -> [(text: String, line: Int?)] {
    let found = Mutex<[(text: String, line: Int?)]>([])
    TreeComparison.Suggestions.$here.withValue(.init(in: run, isForAll: updating)) {
      withKnownIssue(isIntermittent: true) {
        body()
      } matching: { issue in
        let text = issue.comments.map(\.rawValue).joined()
        found.withLock { $0.append((text, issue.sourceLocation?.line)) }
        return true
      }
    }
    return found.withLock(\.self)
  }

  @Test("that is shown passes, and suggests nothing")
  func passes() {
    assertScreen(
      of: session,
      """
      screen #basket "Basket"
        text #total "Total" heading
        button #checkout "Check out"
      """)
    #expect(issues(updating: true) { assertScreen(of: session, "screen #basket \"Bask*\"\n…") }.isEmpty)
    // That it fits is known, in case that something else is shown there, too.
    #expect(run.suggestions().0.isEmpty && run.suggestions().problems.isEmpty)
  }

  @Test("that fits in one round of a loop and differs in another is told as both")
  func rounds() {
    let text = "screen #basket \"Basket\"\n…"
    func check(_ element: Element) {
      TreeComparison.compare(element, with: text, call: "assertScreen", file: #filePath, line: 7)
    }
    #expect(issues(updating: true) { for _ in 0..<3 { check(session.body) } }.isEmpty)
    #expect(issues(updating: true) { check(Screen("basket", title: "Menu") {}.element) }.count == 1)
    let suggestions = run.suggestions().0
    #expect(suggestions.map(\.fits) == [true, false], "\(suggestions)")
  }

  @Test("that differs fails at the line of the call, with the lines that do, and the test goes on")
  func differs() throws {
    let line = #line + 3
    var isAfter = false
    let issues = issues {
      assertScreen(
        of: session,
        """
        screen #basket "Basket"
          text #total "Total"
        button #checkout "Check out"
        """)
      isAfter = true
    }
    #expect(isAfter)
    #expect(issues.count == 1 && issues.first?.line == line)
    #expect(
      issues.first?.text == """
        \(sentence) Minus is what it says, plus is what is shown:
        -   text #total "Total"
        - button #checkout "Check out"
        +   text #total "Total" heading
        +   button #checkout "Check out"
        If that is right: 'swift run cleanslate test --update-snapshots', then 'swift run cleanslate accept'.
        """)
    #expect(!FileManager.default.fileExists(atPath: run.path), "nobody has asked for a suggestion")
  }

  @Test("that has an empty line, which no element is, fails with that line")
  func emptyLine() {
    let text = issues { assertScreen(of: session, "screen #basket \"Basket\"\n\n  …") }.first?.text
    #expect(text?.contains("plus is what is shown:\n- \nIf that is right") == true, "\(text ?? "")")
  }

  @Test(
    "that suggests something, or fits where others may not, holds the run until its process ends",
    arguments: [true, false])
  func holds(fits: Bool) throws {
    _ = issues(updating: true) { assertScreen(of: session, fits ? "screen #basket \"Basket\"\n…" : "") }
    #expect(try !Descriptor.folder(atPath: run.path).lockAtOnce())
  }

  @Test("that is empty fails and is suggested whole")
  func empty() throws {
    let line = #line + 1
    let issues = issues { assertScreen(of: session, "") }
    #expect(issues.map(\.line) == [line])
    let new = "screen #basket \"Basket\"\n  text #total \"Total\" heading\n  button #checkout \"Check out\""
    #expect(
      issues.first?.text
        == "The test does not say what the screen \"basket\" shows. It shows:\n\(new)\n"
        + "'swift run cleanslate accept' writes that into the test.")
    var suggestion = Suggestion(file: #filePath, line: line, call: "assertScreen", old: "", new: new)
    suggestion.source = Suggestion.fingerprint(ofSource: #filePath)
    #expect(run.suggestions().0 == [suggestion])
  }

  @Test("that differs is suggested where the run updates snapshots, each call once")
  func updated() throws {
    let old = "screen #basket \"Basket\"\n  …\n  button #checkout \"Pay\""
    let issues = issues(updating: true) {
      for _ in 0..<3 { assertScreen(of: session, old) }
      assertScreen(of: session, old)
    }
    #expect(issues.count == 4 && issues.allSatisfy { $0.text.contains(sentence) })
    let (suggestions, problems) = run.suggestions()
    #expect(problems == [])
    #expect(suggestions.map(\.old) == [old, old])
    #expect(suggestions.map(\.new) == Array(repeating: old.replacing("Pay", with: "Check out"), count: 2))
  }

  @Test("says why there is no suggestion where none can be written")
  func unwritable() throws {
    try Data().write(to: URL(filePath: run.path))
    let text = issues { assertScreen(of: session, "") }.first?.text ?? ""
    #expect(text.contains("\nIt could not be suggested for the test: "), "\(text)")
  }
}

/// The same in XCTest.
final class AssertScreenCase: XCTestCase {
  @MainActor func testThatIsShownPasses() async {
    assertScreen(
      of: StillSession(),
      """
      screen #basket "Basket"
        …
        button #checkout "Check *"
      """)
  }
}
