#if DEBUG
import ControlProtocol
import Leaks
import Records

/// The problems that the resets of one test found, and the leaks that the test expects.
struct SlateRecord: Sendable, Equatable {
  /// Identifies a leak across several resets; its holders are not part of it, because they may change.
  private struct Identity: Hashable {
    var launch: Int
    var type: String
    var name: String
    var generation: Int?
  }

  private var identities: [Identity] = []
  /// A list, because one receipt may contain several leaks with the same identity.
  private var found: [Identity: [Leak]] = [:]
  private(set) var problems: [String] = []
  /// Whether nothing of this test is left in the process, not even a known leak.
  private(set) var isClean = true
  /// The requests of the app that nothing answered although the test said something about the network.
  var unanswered: [String] = []
  /// What the walks could not look into, without duplicates, in the order of discovery.
  private(set) var notLookedInto: [String] = []
  /// What is worth knowing of the resets and fails no test, without duplicates.
  private(set) var remarks: [String] = []
  /// The screens that were judged for the first time.
  private(set) var judged: [JudgedScreen] = []
  private var knownLeaks: [KnownLeak] = []
  /// What gave the test its clean slate.
  var kind = Slate.live
  /// Whether the whole test was run, and resets have looked for what it left in each process that it had.
  var hasLooked = true
  /// What it has recorded of the network, and is not written yet.
  var recording: NetworkRecording.Made?
  /// Whether the test fails if something was not looked into.
  var expectsEverythingLookedInto = false

  /// Every leak once. Of several receipts that report it, the first with the most objects of this identity counts.
  var leaks: [Leak] { identities.flatMap { found[$0] ?? [] } }

  /// Adds what a reset found, in the process of the given launch. Returns what is worth knowing of it and new.
  @discardableResult
  mutating func add(_ receipt: ResetReceipt, launch: Int) -> [String] {
    let abandoned = receipt.abandonedWork.map { work in
      Leak(
        type: "task", name: work, generation: receipt.generation - 1,
        advice: "it went on although it was cancelled")
    }
    add(receipt.leaks + abandoned + changes(receipt, launch), launch)
    problems += receipt.survived.map { "\($0.name) survived the reset: \($0.reason)" }
    problems += receipt.failures.map { "\($0.name) could not be reset: \($0.reason)" }
    unanswered += receipt.unanswered ?? []
    if !receipt.isClean { isClean = false }
    let seen = Set(notLookedInto)
    notLookedInto += receipt.notLookedInto.filter { !seen.contains($0) }
    return noteRemarks(of: receipt)
  }

  private mutating func noteRemarks(of receipt: ResetReceipt) -> [String] {
    let all =
      receipt.busy.map { "Still at work when the reset was judged: \($0)" }
      + receipt.late.map { "Late, and no leak: \($0)" }
      + receipt.survivesInStatic.map { "Survives in a static: \($0.summary)" }
      + receipt.notLookedInto.map { "Not looked into: \($0)" }
    let new = all.filter { !remarks.contains($0) }
    remarks += new
    return new
  }

  mutating func add(_ verdict: AuditDesk.Verdict) {
    judged += verdict.judged
    remarks += verdict.remarks
  }

  /// What no audit could judge.
  var notJudged: [String] {
    judged.flatMap(\.notJudged).reduce(into: []) { all, reason in
      if !all.contains("Not judged by \(reason)") { all.append("Not judged by \(reason)") }
    }
  }

  /// Notes how a process has crashed, before another one takes its place.
  mutating func note(_ crash: String) {
    problems.append(crash)
    isClean = false
  }

  /// What the reset could not put back. It stays so at later resets, too, and is known by the first generation after
  /// which this test saw it.
  private func changes(_ receipt: ResetReceipt, _ launch: Int) -> [Leak] {
    receipt.processDifferences.filter { !$0.restored }.map { difference in
      var leak = Leak(difference, generation: receipt.generation - 1)
      let seen = identities.first {
        ($0.launch, $0.type, $0.name) == (launch, leak.type, leak.name)
      }
      leak.generation = seen?.generation ?? leak.generation
      return leak
    }
  }

  private mutating func add(_ leaks: [Leak], _ launch: Int) {
    var now: [Identity: [Leak]] = [:]
    for leak in leaks.flatMap(\.byGeneration) {
      let identity = Identity(
        launch: launch, type: leak.type, name: leak.hasPath ? Leak.withoutIndexes(leak.name) : leak.name,
        generation: leak.generation)
      if found[identity] == nil {
        identities.append(identity)
        found[identity] = []
      }
      now[identity, default: []].append(leak)
    }
    for (identity, leaks) in now where leaks.objects > found[identity]?.objects ?? 0 {
      found[identity] = leaks
    }
  }

  /// Adds a known leak; a repeated call raises the count.
  mutating func add(_ known: KnownLeak) {
    if let same = knownLeaks.firstIndex(where: { $0.isWorded(like: known) }) {
      knownLeaks[same].merge(known, found: leaks.filter { known.means($0) }.objects)
    } else {
      knownLeaks.append(known)
    }
  }

  /// What the test has to report as failures.
  var complaints: [String] { foundByResets + unanswered }

  /// What the resets have found in the app, and what does not fit to what the test said about leaks.
  var foundByResets: [String] {
    let expected = ExpectedLeaks(knownLeaks, among: leaks)
    var unexpected = Leak.grouped(expected.others).map { leak in
      let state = leak.isOfProcess ? "stays" : leak.count == 1 ? "is alive" : "are alive"
      return (["leaked: \(leak.summary) \(state) after the reset"] + leak.details + wayOut(of: leak))
        .joined(separator: "\n  ")
    }
    if let last = unexpected.popLast() {
      unexpected.append(([last] + notLookedIntoLines).joined(separator: "\n"))
    }
    let expectations = zip(knownLeaks, expected.counts).flatMap {
      $0.complaints(leaked: $1, afterLooking: hasLooked, others: !expected.others.isEmpty)
    }
    return unexpected + expectations + notLookedIntoComplaints + problems
  }

  /// What to do about an object that something of the process holds, which may be meant so; never about what a generation
  /// itself consists of, which was met first.
  private func wayOut(of leak: Leak) -> [String] {
    guard leak.holders.contains(where: { $0.kind == .root }), leak.advice == nil, leak.name != leak.type
    else {
      return []
    }
    return [
      "let go of it when the session ends, or allow it in the app: "
        + "leaks.expectedToSurvive(\(leak.type).self, reason: …)"
    ]
  }

  /// Places that were not looked into, any of which may hold a leaked object.
  private var notLookedIntoLines: [String] {
    let rest = notLookedInto.count - Self.mostLines
    return notLookedInto.prefix(Self.mostLines).map { "not looked into: \($0)" }
      + (rest > 0 ? ["and \(rest) more"] : [])
  }

  private var notLookedIntoComplaints: [String] {
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

  private static let mostLines = 10
}

extension [Leak] {
  /// The number of objects that they stand for.
  var objects: Int { reduce(0) { $0 + $1.count } }
}
#endif
