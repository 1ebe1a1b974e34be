import Foundation
import Records
import ToolOptions

/// What `--filter` and `--skip` leave of a list of tests, by the rules of `swift test`.
struct TestFilter {
  private var wanted: [NSRegularExpression] = []
  private var unwanted: [NSRegularExpression] = []

  mutating func want(_ pattern: String) throws(UsageError) {
    wanted.append(try Self.expression(pattern, of: "--filter"))
  }

  mutating func skip(_ pattern: String) throws(UsageError) {
    unwanted.append(try Self.expression(pattern, of: "--skip"))
  }

  private static func expression(
    _ pattern: String, of option: String
  ) throws(UsageError) -> NSRegularExpression {
    do {
      return try NSRegularExpression(pattern: pattern)
    } catch {
      throw UsageError(description: "'\(option) \(pattern)' is no regular expression.")
    }
  }

  /// - Parameter suites: The names of those that declare themselves.
  func takes(_ test: TestIdentity, suites: Set<String>) -> Bool {
    let names = Self.names(of: test).filter { $0 == test.id || suites.contains($0) }
    func matches(_ expression: NSRegularExpression) -> Bool {
      names.contains {
        expression.firstMatch(in: $0, range: NSRange($0.startIndex..., in: $0)) != nil
      }
    }
    return (wanted.isEmpty || wanted.contains(where: matches)) && !unwanted.contains(where: matches)
  }

  /// The names under which a test may be found: in Swift Testing also those of what is around it.
  private static func names(of test: TestIdentity) -> [String] {
    guard test.framework == .swiftTesting else { return [test.id] }
    let suites = test.label.dropLast(test.name.count + 1).split(separator: "/")
    return [test.id] + suites.indices.map { suites[...$0].joined(separator: "/") }
  }
}
