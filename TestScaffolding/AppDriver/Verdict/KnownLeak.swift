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
  /// Where the test says so: `BasketTests.swift:7`.
  var place: String?
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

  /// Whether this expectation describes the leak, or one of its holders.
  func means(_ leak: Leak) -> Bool {
    // The lines of a report are made only for who asks for a holder: there may be thousands of leaks.
    pattern.matches(leak) && (holderPattern == nil || means(leak, leak.details))
  }

  /// Whether it describes the leak by one of these lines of the report; without a holder, by its type and name alone.
  func means(_ leak: Leak, _ lines: [String]) -> Bool {
    guard pattern.matches(leak) else { return false }
    return holderPattern.map { lines.contains(where: $0.matches) } ?? true
  }

  /// The problems with this expectation today, after so many matching leaks. Where nobody has looked for all, fewer are none.
  /// `others` says whether some leaked that nobody expected.
  func complaints(leaked: Int, afterLooking hasLooked: Bool = true, others: Bool = false) -> [String] {
    if let mistake { return ["\(line): \(mistake)"] }
    if let until, !Self.isDay(until) {
      return ["\(line): \"\(until)\" is not a date; write it like \"2027-03-31\""]
    }
    if leaked == 0 {
      let problem =
        others
        ? "it means nothing that has leaked. Correct it, or take it out"
        : "it does not leak any more. Take the line out"
      return hasLooked ? ["\(line): \(problem) (it said: \(reason))"] : []
    }
    var complaints: [String] = []
    if leaked < required, hasLooked {
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
      + (place.map { " in \($0)" } ?? "")
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

/// Assigns the leaks to the expectations: to each no more objects than its count.
///
/// An expectation without a holder covers a leak whoever holds it. One with a holder covers one holder: a leak with several
/// holders that are known for sure needs one for each. As many objects as possible are assigned. If two expectations match
/// the same leak, it goes to the one that no other leak can satisfy, so the order in which a test declares them does not
/// matter.
struct ExpectedLeaks {
  /// The objects of one leak, as far as one of its holders is concerned.
  private struct Claim {
    let leak: Int
    /// The expectations that match.
    let candidates: [Int]
    var open: Int
  }

  private let known: [KnownLeak]
  private var claims: [Claim] = []
  /// For each expectation, how many objects of each claim are assigned to it.
  private var taken: [[Int: Int]]
  /// The leaks that nobody expected, each with the number of objects and the holders that are left.
  private(set) var others: [Leak] = []

  init(_ known: [KnownLeak], among leaks: [Leak]) {
    self.known = known
    taken = known.map { _ in [:] }
    for (number, leak) in leaks.enumerated() {
      let holders = leak.holders.filter(\.isCertain).map(\.description)
      let anyHolder = known.indices.filter { known[$0].holder == nil && known[$0].means(leak) }
      let named = holders.map { line in
        known.indices.filter { known[$0].holder != nil && known[$0].means(leak, [line]) }
      }
      if holders.count < 2 {
        claims.append(
          Claim(leak: number, candidates: known.indices.filter { known[$0].means(leak) }, open: leak.count))
      } else if !anyHolder.isEmpty, named.contains(where: \.isEmpty) {
        claims.append(Claim(leak: number, candidates: anyHolder, open: leak.count))
      } else {
        claims += named.map { Claim(leak: number, candidates: $0, open: leak.count) }
      }
    }
    for claim in claims.indices {
      while claims[claim].open > 0 {
        var asked: Set<Int> = []
        let placed = place(claim, upTo: claims[claim].open, &asked)
        if placed == 0 { break }
        claims[claim].open -= placed
      }
    }
    for (number, leak) in leaks.enumerated() {
      let open = claims.filter { $0.leak == number }.map(\.open).max() ?? 0
      guard open > 0 else { continue }
      var other = leak
      other.count = open
      other.furtherNames = Array(leak.furtherNames.prefix(max(0, open - 1)))
      others.append(other)
    }
  }

  /// The number of objects assigned to each expectation.
  var counts: [Int] { taken.map { $0.values.reduce(0, +) } }

  /// Assigns objects of a claim to an expectation with room for them. If none has room, tries to move some that were
  /// assigned before. Returns how many were assigned.
  private mutating func place(_ claim: Int, upTo most: Int, _ asked: inout Set<Int>) -> Int {
    for candidate in claims[claim].candidates where counts[candidate] < known[candidate].count {
      let placed = min(most, known[candidate].count - counts[candidate])
      taken[candidate][claim, default: 0] += placed
      return placed
    }
    for candidate in claims[claim].candidates where asked.insert(candidate).inserted {
      for (other, count) in taken[candidate].sorted(by: { $0.key < $1.key }) where other != claim {
        let moved = place(other, upTo: min(most, count), &asked)
        guard moved > 0 else { continue }
        taken[candidate][other] = count == moved ? nil : count - moved
        taken[candidate][claim, default: 0] += moved
        return moved
      }
    }
    return 0
  }
}
#endif
