/// A report of a leak as tests compare it: what is known for sure has to be the same. Where nothing is, the right guess has to be
/// among the guesses. What is behind a holder that is known depends on what Dispatch and the threads do just then.
struct LeakText {
  let head: String
  private let lines: Set<String>
  private let guesses: Set<String>

  init(_ report: String) {
    let all = report.split(separator: "\n").map(String.init)
    // Of those that differ only in an index, a report has the first.
    head = all.first.map { $0.replacing(/\[[0-9]+\]/, with: "[…]") } ?? ""
    guesses = Set(all.dropFirst().filter { $0.hasPrefix("probably ") }.map(Self.withoutWayThroughDispatch))
    lines = Set(all.dropFirst().filter { !$0.hasPrefix("probably ") })
  }

  /// What of Dispatch leads to a closure, or which of its threads keeps that for reuse, depends on what they are doing just
  /// then: the closure is what a person searches for.
  private static func withoutWayThroughDispatch(_ line: String) -> String {
    line.replacing(
      /held by (?:[^\n]*Dispatch[^\n]*|the values of a worker thread) -> closure/,
      with: "held by Dispatch -> closure")
  }

  private func isAs(_ expected: LeakText) -> Bool {
    head == expected.head && lines == expected.lines
      && (guesses.isSuperset(of: expected.guesses)
        || lines.contains { $0.hasPrefix("held ") })
  }

  private var text: String { ([head] + lines.sorted() + guesses.sorted()).joined(separator: "\n") }

  /// What of the reports is not as expected.
  static func differences(_ found: [LeakText], _ expected: [LeakText]) -> [String] {
    var missing = expected
    var wrong: [String] = []
    for report in found {
      if let index = missing.firstIndex(where: report.isAs) {
        missing.remove(at: index)
      } else {
        wrong.append("too much, report: \(report.text)")
      }
    }
    return wrong + missing.map { "missing, report: \($0.text)" }
  }
}
