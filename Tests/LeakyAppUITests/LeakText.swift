/// A report of a leak as tests compare it: what is known for sure has to be the same, and a holder of which nothing is known has
/// to be among the guesses.
struct LeakText {
  let head: String
  private let lines: Set<String>
  private let guesses: Set<String>
  /// What it holds. Objects of one mistake are one report, with what all of them hold.
  private let holds: [Substring: Int]

  init(_ report: String) {
    let all = report.split(separator: "\n").map(String.init)
    // Of those that differ only in an index, a report has the first.
    head = all.first.map { $0.replacing(/\[[0-9]+\]/, with: "[…]") } ?? ""
    guesses = Set(all.dropFirst().filter { $0.hasPrefix("probably ") })
    lines = Set(all.dropFirst().filter { !$0.hasPrefix("probably ") && !$0.hasPrefix("holds ") })
    let parts = all.first { $0.hasPrefix("holds ") }?.dropFirst("holds ".count).split(separator: ", ") ?? []
    holds = Dictionary(
      parts.map { part in
        let words = part.split(separator: " ", maxSplits: 1)
        let count = Int(words[0])
        return count.map { (words[1], $0) } ?? (part, 1)
      }, uniquingKeysWith: +)
  }

  /// What of Dispatch leads to a closure, or which of its threads runs it or keeps it for reuse, depends on what they are doing
  /// just then: the closure is what a person searches for.
  private static func withoutWayThroughDispatch(_ line: String) -> String {
    line.replacing(
      /held by (?:[^\n]*Dispatch[^\n]* ->|the values of a worker thread ->|the stack of a worker thread in) closure/,
      with: "held by Dispatch -> closure")
  }

  private func isAs(_ expected: LeakText) -> Bool {
    let found = Set(guesses.map(Self.withoutWayThroughDispatch))
    return head == expected.head && lines == expected.lines
      && expected.guesses.allSatisfy {
        found.contains(Self.withoutWayThroughDispatch($0)) || isKnownInPart($0)
      }
  }

  /// Whether the end of the guess is known for sure: what is before that says more, but nothing else.
  private func isKnownInPart(_ guess: String) -> Bool {
    // At the start of a path a field follows a dot, and elsewhere an arrow.
    let known = lines.filter { $0.hasPrefix("held by ") }.map { $0.dropFirst("held by ".count) }
    return known.contains {
      guess.replacing(".", with: " -> ").hasSuffix(" -> " + $0.replacing(".", with: " -> "))
    }
  }

  private var text: String { ([head] + lines.sorted() + guesses.sorted()).joined(separator: "\n") }

  /// What of the reports, each with its number of objects, is not as expected.
  static func differences(_ found: [(LeakText, count: Int)], _ expected: [LeakText]) -> [String] {
    var missing = expected
    var wrong: [String] = []
    let (foundHolds, expectedHolds) = (holds(of: found.map(\.0)), holds(of: expected))
    for (mistake, holds) in foundHolds where holds != expectedHolds[mistake] {
      wrong.append("\(mistake.joined(separator: ", ")) holds \(holds), not \(expectedHolds[mistake] ?? [:])")
    }
    for report in found.flatMap({ [LeakText](repeating: $0.0, count: $0.count) }) {
      if let index = missing.firstIndex(where: report.isAs) {
        missing.remove(at: index)
      } else {
        wrong.append("too much, report: \(report.text)")
      }
    }
    return wrong + missing.map { "missing, report: \($0.text)" }
  }

  private static func holds(of reports: [LeakText]) -> [[String]: [Substring: Int]] {
    Dictionary(reports.map { ([$0.head] + $0.lines.sorted(), $0.holds) }) {
      $0.merging($1, uniquingKeysWith: +)
    }
  }
}
