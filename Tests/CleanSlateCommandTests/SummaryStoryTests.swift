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
    for test in tests {
      results.take(.started(test.id), of: .xcTest)
      for message in ["off", "off again"] {
        results.take(.failed(test.id, TestFailure(message: message, place: nil)), of: .xcTest)
      }
      results.take(.ended(test.id, seconds: 1), of: .xcTest)
    }
    let text = SummaryText(
      results: results, folder: "/w", seconds: 1, command: "swift run cleanslate test",
      story: { ("# \($0.test.label)\n\nwhat was off\n\n## Again\nthe command\n", "/r/\($0.test.name)") }
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
          More: /r/test4
          off
          off again
          Again: swift run cleanslate test --filter '^Shop\\.CartTests/test4$'

        """), "\(text)")
    #expect(text.components(separatedBy: "the command").count == 4)
  }
}
