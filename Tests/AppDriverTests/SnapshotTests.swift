import ElementTree
import Foundation
import Records
import Snapshots
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("A text that says what the app shows")
struct SnapshotTests {
  private static let welcome = """
    screen #welcome "Welcome"
      text #greeting "Hello"
      textField #name "Name" value: "Ada" placeholder: "Your name"
      button #continue "Continue" primary
    """

  /// Runs the body as a test of an app, and returns what it fails with, and where.
  private func issues(
    _ fake: FakeApp, results: TestFolder, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [(text: String, place: SourceLocation?)] {
    let pool = AppPool(limit: 1) { _ in fake.makeApp() }
    defer { pool.close() }
    let trait: AppTrait = .app(
      "FakeApp", pool: { pool }, resultsFolder: results.path, isFailure: { $0.severity == .error })
    let test = try #require(Test.current)
    let found = Mutex<[(text: String, place: SourceLocation?)]>([])
    try await withKnownIssue(isIntermittent: true) {
      try await TreeComparison.Suggestions.$here.withValue(
        .init(in: RunFolder(path: results.path + "/run"), isForAll: true)
      ) { try await trait.provideScope(for: test, testCase: nil, performing: body) }
    } matching: { issue in
      let text = issue.comments.first?.rawValue ?? issue.error.map { "\($0)" } ?? ""
      found.withLock { $0.append((text, issue.sourceLocation)) }
      return true
    }
    return found.withLock(\.self)
  }

  @Test("passes if it does, of the screen and of an element")
  func passes() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let issues = try await issues(fake, results: results) {
      let app = try App.current
      try app.assertScreen(Self.welcome)
      try app.textFields["name"].assertTree("textField #name \"*\" value: \"Ada\" placeholder: \"Your name\"")
      try app.otherElements["welcome"].assertTree(Self.welcome)
    }
    #expect(issues.isEmpty && results.contents.allSatisfy { $0.hasPrefix("run") }, "\(results.contents)")
    #expect(RunFolder(path: results.path + "/run").suggestions().0.isEmpty)
  }

  @Test("fails the test at the line of the call, with the lines that differ in all that is kept of it")
  func differs() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let issues = try await issues(fake, results: results) {
      let app = try App.current
      try app.assertScreen(
        Self.welcome.replacing("Hello", with: "Good morning"), file: #filePath, line: 4_711)
      try app.buttons["continue"].assertTree("", file: #filePath, line: 4_712)
    }
    #expect(issues.map(\.place?.line) == [4_711, 4_712])
    #expect(issues.allSatisfy { $0.place?.filePath == #filePath })
    let difference = "-   text #greeting \"Good morning\"\n+   text #greeting \"Hello\"\n"
    #expect(issues.first?.text.contains(difference) == true, "\(issues)")
    #expect(
      issues.last?.text == """
        The test does not say what the button "continue" shows. It shows:
        button #continue "Continue" primary
        'swift run cleanslate accept' writes that into the test.
        """)
    let folder = "AppDriverTests/SnapshotTests/differs__"
    let text = try #require(results.read("\(folder)/failure.md"))
    #expect(text.contains(difference) && text.contains("SnapshotTests.swift:4711"), "\(text)")
    let trace = try #require(
      results.contents.first {
        $0.hasPrefix("runs/") && $0.hasSuffix(".jsonl") && !$0.hasSuffix("tests.jsonl")
      })
    #expect(results.read(trace)?.contains(#"-   text #greeting \"Good morning\"\n+   text"#) == true)
    let suggestions = RunFolder(path: results.path + "/run").suggestions().0
    #expect(suggestions.map(\.line) == [4_711, 4_712])
    #expect(suggestions.map(\.call) == ["assertScreen", "assertTree"])
    #expect(suggestions.map(\.new) == [Self.welcome, "button #continue \"Continue\" primary"])
  }

  @Test("fails like any call where there is no such element")
  func missing() async throws {
    let (fake, results) = (try FakeApp(), try TestFolder())
    let issues = try await issues(fake, results: results) {
      try App.current.buttons["contniue"].assertTree("", file: #filePath, line: 4_711)
    }
    #expect(issues.map(\.place?.line) == [4_711])
    #expect(!results.contents.contains { $0.hasPrefix("run/") }, "nothing is suggested")
  }
}
