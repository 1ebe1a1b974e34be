#if DEBUG
import ControlProtocol

/// What the resets of one test found that should not be.
struct SlateRecord: Sendable, Equatable {
  private(set) var leaks: [LeakRecord] = []
  private(set) var problems: [String] = []
  /// What a test expects to leak.
  var knownLeaks: [String: KnownLeak] = [:]

  mutating func add(_ receipt: ResetReceipt) {
    for leak in receipt.leaks where !leaks.contains(leak) { leaks.append(leak) }
    problems += receipt.survived.map { "\($0.part) \"\($0.item)\" survived the reset: \($0.reason)" }
    problems += receipt.failures.map { "\($0.part) \"\($0.item)\" could not be reset: \($0.reason)" }
    leaks += receipt.abandonedWork.map { work in
      LeakRecord(
        type: "task", name: work, generation: receipt.generation - 1,
        holders: ["it went on although it was cancelled"])
    }
  }

  /// What a test has to answer for.
  var complaints: [String] {
    let today = KnownLeak.today()
    let unexpected = leaks.filter { leak in !knownLeaks.keys.contains { leak.isMeant(by: $0) } }
    let expectations = knownLeaks.sorted { $0.key < $1.key }.compactMap { what, known in
      var known = known
      known.hasLeaked = leaks.contains { $0.isMeant(by: what) }
      return known.complaint(about: what, on: today)
    }
    return unexpected.map { leak in
      (["leaked: \(leak.summary) is alive after the reset"] + leak.holders).joined(separator: "\n  ")
    } + expectations + problems
  }

  /// Whether objects of this test are still in the process, expected or not.
  var isClean: Bool { leaks.isEmpty && problems.isEmpty }
}
#endif
