import Foundation
import Records
import Testing

@testable import CleanSlateCommand

@Suite("What cleanslate test makes of what the driver has written")
struct SummaryStoryTests {
  @Test("the end tells all that the driver has written of three failures, and of others where that is")
  func stories() {
    let tests = (1...4).compactMap { TestIdentity(listed: "Shop.CartTests/test\($0)") }
    var results = TestResults(tests)
    for test in tests { results.run(test, failingWith: "off\nEvidence: /r/\(test.name)", "off again") }
    let text = SummaryText(
      results: results, folder: "/w", seconds: 1, command: "swift run cleanslate test",
      story: { "# \($0)\n\nwhat was off\n\n## Again\nthe command\n" }
    ).text
    #expect(
      text.hasPrefix(
        """
        Failed: Shop.CartTests/test1
          what was off

          ## Again
          the command
          off again

        Failed: Shop.CartTests/test2

        """), "\(text)")
    #expect(
      text.contains(
        """
        Failed: Shop.CartTests/test4
          More: /r/test4/failure.md
          off
          Evidence: /r/test4
          off again
          Again: swift run cleanslate test --filter '^Shop\\.CartTests/test4$'

        """), "\(text)")
    #expect(text.components(separatedBy: "the command").count == 4)
  }

  @Test("of a failure whose evidence a later run has replaced, the end tells what was reported of it")
  func replaced() throws {
    let test = try #require(TestIdentity(listed: "Shop.CartTests/testPays"))
    func text(_ messages: [String], _ folder: (Int) -> String) -> String {
      var results = TestResults([test])
      for (number, message) in messages.enumerated() {
        results.run(test, failingWith: "\(message)\nEvidence: \(folder(number))")
      }
      return SummaryText(
        results: results, folder: "/w", seconds: 1, command: "swift run cleanslate test",
        story: { "# it\n\nthe story in \($0)\n" }
      ).text
    }
    let other = text(["first", "second"]) { _ in "/r/a" }
    #expect(other.contains("  first\n  Evidence: /r/a\n") && !other.contains("the story"), "\(other)")
    let same = text(["first", "first"]) { _ in "/r/a" }
    #expect(same.contains("\n  the story in /r/a\n") && !same.contains("first"), "\(same)")
    let apart = text(["first", "second"]) { "/r/\($0)" }
    #expect(apart.contains("\n  the story in /r/0\n"), "\(apart)")
  }

  @Test("each case has its own story, and no other's")
  func cases() throws {
    let test = try #require(TestIdentity(listed: "Shop.CartTests/testPays"))
    var results = TestResults([test])
    results.run(
      test, failingWith: "case ", "case two\nEvidence: /r/2", "case ten\nEvidence: /r/10")
    let text = SummaryText(
      results: results, folder: "/w", seconds: 1, command: "swift run cleanslate test",
      story: { "# it\n\nthe story in \($0)\n" }
    ).text
    #expect(
      text.contains("  the story in /r/2\n  case \n  case ten\n  Evidence: /r/10\n"), "\(text)")
  }
}

extension TestResults {
  /// One run of the test, in which this is wrong.
  fileprivate mutating func run(_ test: TestIdentity, failingWith messages: String...) {
    take(.started(test.id), of: .xcTest)
    for message in messages { take(.failed(test.id, TestFailure(message: message)), of: .xcTest) }
    take(.ended(test.id, seconds: 1), of: .xcTest)
  }
}
