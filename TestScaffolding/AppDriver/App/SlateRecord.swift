#if DEBUG
import ControlProtocol

/// What the resets of one test found that should not be, and what the test expects of it.
struct SlateRecord: Sendable, Equatable {
  /// What makes leaks that are seen at several resets one leak: their holders may change meanwhile.
  private struct Identity: Hashable {
    var launch: Int
    var type: String
    var name: String
    var generation: Int
  }

  private var identities: [Identity] = []
  /// More than one where one receipt had equals.
  private var found: [Identity: [LeakRecord]] = [:]
  private(set) var problems: [String] = []
  /// What the walks could not look into, each once, in the order in which it was met.
  private(set) var notLookedInto: [String] = []
  private var seenNotLookedInto: Set<String> = []
  private var knownLeaks: [KnownLeak] = []
  /// Whether a test fails where something was not looked into.
  var expectsEverythingLookedInto = false

  /// Every leak once, as the first receipt tells it, or the first that has most of its equals.
  var leaks: [LeakRecord] { identities.flatMap { found[$0] ?? [] } }

  /// Adds what a reset found in the process that was launched as the so-many-th.
  mutating func add(_ receipt: ResetReceipt, launch: Int) {
    let abandoned = receipt.abandonedWork.map { work in
      LeakRecord(
        type: "task", name: work, generation: receipt.generation - 1,
        holders: ["it went on although it was cancelled"])
    }
    add(receipt.leaks + abandoned, launch)
    problems += receipt.survived.map { "\($0.part) \"\($0.item)\" survived the reset: \($0.reason)" }
    problems += receipt.failures.map { "\($0.part) \"\($0.item)\" could not be reset: \($0.reason)" }
    for entry in receipt.notLookedInto where seenNotLookedInto.insert(entry).inserted {
      notLookedInto.append(entry)
    }
  }

  private mutating func add(_ leaks: [LeakRecord], _ launch: Int) {
    var now: [Identity: [LeakRecord]] = [:]
    for leak in leaks {
      let identity = Identity(
        launch: launch, type: leak.type, name: leak.name, generation: leak.generation)
      if found[identity] == nil {
        identities.append(identity)
        found[identity] = []
      }
      now[identity, default: []].append(leak)
    }
    for (identity, leaks) in now where leaks.count > found[identity]?.count ?? 0 {
      found[identity] = leaks
    }
  }

  /// Adds what a test expects to leak; the same words again accept so many more.
  mutating func add(_ known: KnownLeak) {
    if let same = knownLeaks.firstIndex(where: { $0.isWorded(like: known) }) {
      knownLeaks[same].merge(known, found: leaks.count { known.means($0) })
    } else {
      knownLeaks.append(known)
    }
  }

  /// What a test has to answer for.
  var complaints: [String] {
    let today = KnownLeak.today()
    let expected = ExpectedLeaks(knownLeaks, among: leaks)
    var unexpected = expected.others.map { leak in
      (["leaked: \(leak.summary) is alive after the reset"] + leak.holders).joined(separator: "\n  ")
    }
    if let last = unexpected.popLast() {
      unexpected.append(([last] + notLookedIntoLines).joined(separator: "\n"))
    }
    let expectations = zip(knownLeaks, expected.counts).flatMap { $0.complaints(leaked: $1, on: today) }
    return unexpected + expectations + blindness + problems
  }

  /// What a leak may be held by, unseen.
  private var notLookedIntoLines: [String] {
    let rest = notLookedInto.count - Self.mostLines
    return notLookedInto.prefix(Self.mostLines).map { "not looked into: \($0)" }
      + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private var blindness: [String] {
    guard expectsEverythingLookedInto, !notLookedInto.isEmpty else { return [] }
    let entries = notLookedInto.map { "\n  \($0)" }.joined()
    return [
      """
      expectEverythingLookedInto(): the leak walk could not look into\(entries)
      What is held there can leak unseen. Hold it where the walk can follow, in a class or an array instead of \
      behind a pointer, or take the line out.
      """
    ]
  }

  /// Whether objects of this test are still in the process, expected or not.
  var isClean: Bool { leaks.isEmpty && problems.isEmpty }

  private static let mostLines = 10
}
#endif
