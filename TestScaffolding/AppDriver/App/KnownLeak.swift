#if DEBUG
import ControlProtocol
import Foundation

/// A leak that a test expects, or several that the same words mean, and why.
struct KnownLeak: Sendable, Equatable {
  /// The type, or type and name; `*` stands for any characters.
  var what: String
  /// A line that the report has below the leak; `*` stands for any characters.
  var holder: String?
  /// How many leaks are accepted.
  var count = 1
  var reason: String
  /// The last day on which they are accepted, as `2027-03-31`.
  var until: String?
  private let pattern: TextPattern
  private let holderPattern: TextPattern?
  /// How many have to leak.
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

  /// Whether the other one is the same line of a test, but for the count.
  func isWorded(like other: KnownLeak) -> Bool {
    what == other.what && holder == other.holder && reason == other.reason && until == other.until
      && (count < 1) == (other.count < 1)
  }

  /// Takes over what the same line accepts once more, when so many leaks that it means are found.
  ///
  /// Where all of them are accepted already, a test says again what it sees again, as in a loop over the leaks of each
  /// receipt; then no more have to leak.
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

  /// Whether somebody who writes this means the leak.
  func means(_ leak: LeakRecord) -> Bool {
    guard pattern.matches(leak.type) || pattern.matches("\(leak.type) \(leak.name)") else { return false }
    guard let holderPattern else { return true }
    return leak.holders.contains { holderPattern.matches($0) }
  }

  /// What is wrong with the expectation after so many leaks that it means, on a day.
  func complaints(leaked: Int, on today: String) -> [String] {
    if let mistake { return ["\(line): \(mistake)"] }
    if let until, !Self.isDay(until) {
      return ["\(line): \"\(until)\" is no day; a good one looks like \"2027-03-31\""]
    }
    if leaked == 0 { return ["\(line): it does not leak any more. Take the line out (it said: \(reason))"] }
    var complaints: [String] = []
    if leaked < required {
      complaints.append(
        "\(line): of \(count) that it accepts, only \(leaked) leaked. Lower the count to \(leaked)"
          + (calls > 1 ? ", or take a line out" : "") + " (it said: \(reason))")
    }
    if let until, today > until {
      complaints.append("\(line): it was accepted until \(until) (\(reason)), and leaks still")
    }
    return complaints
  }

  /// What can never mean a leak; a day that is none still does.
  private var mistake: String? {
    if Self.isBlank(what) {
      return "\"\(what)\" is no type; a good one looks like \"TicketSession\" or \"descriptor /tmp/index\""
    }
    if let holder, Self.isBlank(holder) {
      return "\"\(holder)\" is no holder; a good one looks like \"held in a cycle: *\""
    }
    return count < 1 ? "\(count) is no count; a good one is 1 or more" : nil
  }

  private var line: String {
    "knownLeak(\"\(what)\"" + (holder.map { ", holder: \"\($0)\"" } ?? "") + ")"
  }

  /// The day it is, everywhere the same.
  static func today() -> String {
    Date.now.formatted(.iso8601.year().month().day())
  }

  private static func isDay(_ text: String) -> Bool {
    text.wholeMatch(of: /[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])/) != nil
  }

  private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}

/// Which leaks a test expected: each expectation takes as many as it accepts, and each leak is taken once.
///
/// As many as possible are taken. Where two expectations mean the same leak, it goes to the one that nothing else can
/// satisfy, so that the order in which a test wrote them does not matter.
struct ExpectedLeaks {
  private let known: [KnownLeak]
  /// For each leak, who means it.
  private let candidates: [[Int]]
  /// For each expectation, the leaks that it took.
  private var taken: [[Int]]
  /// The leaks that nobody expected.
  private(set) var others: [LeakRecord] = []

  init(_ known: [KnownLeak], among leaks: [LeakRecord]) {
    self.known = known
    candidates = leaks.map { leak in known.indices.filter { known[$0].means(leak) } }
    taken = known.map { _ in [] }
    for leak in leaks.indices {
      var asked: Set<Int> = []
      if !place(leak, &asked) { others.append(leaks[leak]) }
    }
  }

  /// How many leaks each expectation took.
  var counts: [Int] { taken.map(\.count) }

  /// Gives the leak to an expectation with room for it, after one of its leaks has moved to another, if need be.
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

/// A text in which `*` stands for any characters, or none.
struct TextPattern: Sendable, Equatable {
  private let parts: [String]

  init(_ text: String) {
    parts = text.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
  }

  /// Whether all of the text is as the pattern says.
  func matches(_ text: String) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1 else { return parts == [text] }
    guard text.hasPrefix(first) else { return false }
    var rest = text.dropFirst(first.count)
    // Whatever matches earliest leaves most to those that follow.
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
#endif
