#if DEBUG
import ControlProtocol
import Foundation
import Leaks

/// One or more leaks that a test expects, described by type, name and holder, with a reason.
struct KnownLeak: Sendable, Equatable {
  /// The type, or type and name; `*` stands for any characters.
  var what: String
  /// A line that the report prints below the leak; `*` stands for any characters.
  var holder: String?
  /// The largest number of leaks that is accepted.
  var count = 1
  var reason: String
  /// The last day on which they are accepted, as `2027-03-31`.
  var until: String?
  private let pattern: TextPattern
  private let holderPattern: TextPattern?
  /// The smallest number of leaks that has to occur.
  private var required: Int
  private var calls = 1

  init(_ what: String, holder: String? = nil, count: Int = 1, reason: String, until: String? = nil) {
    self.what = what
    self.holder = holder
    self.count = count
    self.reason = reason
    self.until = until
    pattern = TextPattern(what)
    holderPattern = holder.map(TextPattern.init)
    required = count
  }

  /// Whether both come from the same call in a test; the counts may differ.
  func isWorded(like other: KnownLeak) -> Bool {
    what == other.what && holder == other.holder && reason == other.reason && until == other.until
      && (count < 1) == (other.count < 1)
  }

  /// Adds the count of a repeated call, when `found` matching leaks are already known.
  ///
  /// If the accepted count already covers all of those, the test is declaring again what it has seen before, as in a
  /// loop over the leaks of each receipt. Then more leaks are accepted, but no more are required.
  mutating func merge(_ other: KnownLeak, found: Int) {
    calls += 1
    guard count > 0 else { return }
    if found == 0 || found > count { required = Self.sum(required, other.count) }
    count = Self.sum(count, other.count)
  }

  private static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooMuch) = one.addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }

  /// Whether this expectation describes the leak.
  func means(_ leak: Leak) -> Bool {
    guard pattern.matches(leak) else { return false }
    guard let holderPattern else { return true }
    return leak.details.contains { holderPattern.matches($0) }
  }

  /// The problems with this expectation today, after so many matching leaks.
  func complaints(leaked: Int) -> [String] {
    if let mistake { return ["\(line): \(mistake)"] }
    if let until, !Self.isDay(until) {
      return ["\(line): \"\(until)\" is not a date; write it like \"2027-03-31\""]
    }
    if leaked == 0 { return ["\(line): it does not leak any more. Take the line out (it said: \(reason))"] }
    var complaints: [String] = []
    if leaked < required {
      complaints.append(
        "\(line): of \(count) that it accepts, only \(leaked) leaked. Lower the count to \(leaked)"
          + (calls > 1 ? ", or take a line out" : "") + " (it said: \(reason))")
    }
    if let until, Self.today() > until {
      complaints.append("\(line): it was accepted until \(until) (\(reason)), and leaks still")
    }
    return complaints
  }

  /// Why the call is invalid, so that it can match no leak; nil if it is valid. A malformed `until` is reported
  /// separately, because leaks still match.
  private var mistake: String? {
    if Self.isBlank(what) {
      return "\"\(what)\" is not a type; a good one looks like \"TicketSession\" or \"descriptor /tmp/index\""
    }
    if let holder, Self.isBlank(holder) {
      return "\"\(holder)\" is not a holder; a good one looks like \"held in a cycle: *\""
    }
    return count < 1 ? "\(count) is not a count; a good one is 1 or more" : nil
  }

  private var line: String {
    "knownLeak(\"\(what)\"" + (holder.map { ", holder: \"\($0)\"" } ?? "") + ")"
  }

  /// Today's date, independent of time zone and locale.
  private static func today() -> String {
    Date.now.formatted(.iso8601.year().month().day())
  }

  private static func isDay(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}

/// Assigns the leaks to the expectations: each leak to at most one, and to each no more than its count.
///
/// As many leaks as possible are assigned. If two expectations match the same leak, it goes to the one that no other
/// leak can satisfy, so the order in which a test declares them does not matter.
struct ExpectedLeaks {
  private let known: [KnownLeak]
  /// For each leak, the expectations that match it.
  private let candidates: [[Int]]
  /// For each expectation, the leaks assigned to it.
  private var taken: [[Int]]
  /// The leaks that nobody expected.
  private(set) var others: [Leak] = []

  init(_ known: [KnownLeak], among leaks: [Leak]) {
    self.known = known
    candidates = leaks.map { leak in known.indices.filter { known[$0].means(leak) } }
    taken = known.map { _ in [] }
    for leak in leaks.indices {
      var asked: Set<Int> = []
      if !place(leak, &asked) { others.append(leaks[leak]) }
    }
  }

  /// The number of leaks assigned to each expectation.
  var counts: [Int] { taken.map(\.count) }

  /// Assigns the leak to an expectation with room for it. If none has room, tries to move one of the leaks assigned
  /// before.
  private mutating func place(_ leak: Int, _ asked: inout Set<Int>) -> Bool {
    for candidate in candidates[leak] where taken[candidate].count < known[candidate].count {
      taken[candidate].append(leak)
      return true
    }
    for candidate in candidates[leak] where asked.insert(candidate).inserted {
      for position in taken[candidate].indices where place(taken[candidate][position], &asked) {
        taken[candidate][position] = leak
        return true
      }
    }
    return false
  }
}
#endif
