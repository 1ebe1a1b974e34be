#if DEBUG
import ControlProtocol

/// What the resets of one test found that should not be.
struct SlateRecord: Sendable, Equatable {
  private(set) var leaks: [LeakRecord] = []
  private(set) var problems: [String] = []
  /// The types of which a test expects leaks, each with the reason.
  var knownLeaks: [String: String] = [:]

  mutating func add(_ receipt: ResetReceipt) {
    for leak in receipt.leaks where !leaks.contains(leak) { leaks.append(leak) }
    problems += receipt.survived.map { "\($0.part) \"\($0.item)\" survived the reset: \($0.reason)" }
    problems += receipt.failures.map { "\($0.part) \"\($0.item)\" could not be reset: \($0.reason)" }
    problems += receipt.abandonedWork.map { "\($0) went on although it was cancelled" }
  }

  /// What a test has to answer for.
  var complaints: [String] {
    let unexpected = leaks.filter { knownLeaks[$0.type] == nil }
    return unexpected.map { "leaked: \($0) is alive after the reset" } + problems
  }

  /// Whether objects of this test are still in the process, expected or not.
  var isClean: Bool { leaks.isEmpty && problems.isEmpty }
}
#endif
