import Foundation
import Records

/// What a run ends with: each failure with the way to run it again, and how many there were.
struct SummaryText {
  let results: TestResults
  let folder: String
  let seconds: Double
  /// How the tests were run, up to the filter.
  let command: String
  /// What else is known of a test that failed.
  var notes: (TestResult) -> [String] = { _ in [] }
  /// What the driver has written of a failure in a folder of evidence; nil if nothing can be read there.
  var story: (_ folder: String) -> String? = { _ in nil }
  /// How a failure is had again; nil is the test by itself.
  var again: (TestResult) -> String? = { _ in nil }
  /// Whether somebody has ended the run, who knows why tests did not run.
  var isInterrupted = false

  /// What failed stands last, where a terminal shows it.
  var text: String {
    let bad = results.all.filter(\.isBad)
    let missing = isInterrupted ? [] : results.all.filter { $0.state == .waiting }
    var blocks = [
      list("Not run:", missing), list("Interrupted:", results.all.filter(\.wasInterrupted)),
    ].compactMap(\.self)
    var told = 0
    let owners = owners(of: bad)
    for result in bad {
      let story = story(of: Self.shown(of: result), owners)
      if story != nil { told += 1 }
      blocks.append(block(result, story, inFull: told <= Self.mostStories))
    }
    return (blocks + [figures]).joined(separator: "\n\n") + "\n"
  }

  private func list(_ title: String, _ tests: [TestResult]) -> String? {
    guard !tests.isEmpty else { return nil }
    let left = tests.count - Self.mostNames
    return
      ([title] + tests.prefix(Self.mostNames).map { "  \($0.test.label)" }
      + (left > 0 ? ["  and \(left) more"] : [])).joined(separator: "\n")
  }

  private static let mostNames = 12
  /// Of so many failures all is printed that the driver has written.
  private static let mostStories = 3

  /// What the driver has written of one of a test's failures.
  private struct Story {
    let index: Int
    let (text, path): (String, String)
  }

  /// The run of a test that is told of.
  private static func shown(of result: TestResult) -> TestResult { result.earlierFailures.first ?? result }

  /// The failure that each folder of evidence is of: the last one, whose files have replaced those of others.
  private func owners(of results: [TestResult]) -> [String: String] {
    let failures = results.flatMap { $0.earlierFailures.flatMap(\.failures) + $0.failures }
    let pairs = failures.compactMap { failure in failure.evidence.map { ($0, failure.message) } }
    return Dictionary(pairs) { $1 }
  }

  private func story(of result: TestResult, _ owners: [String: String]) -> Story? {
    for (index, failure) in result.failures.enumerated() {
      guard let folder = failure.evidence, owners[folder] == failure.message, let text = story(folder)
      else { continue }
      return Story(index: index, text: text, path: "\(folder)/\(TestIdentity.failureFile)")
    }
    return nil
  }

  private func block(_ result: TestResult, _ story: Story?, inFull: Bool) -> String {
    let failure = Self.shown(of: result)
    let kind = failure.reasonOfBreak == nil ? "Failed" : "Broken off"
    let share = result.runs > 1 ? " (failed in \(result.failureCount) of \(result.runs) runs)" : ""
    var lines = ["\(result.isFlaky ? "Flaky" : kind): \(result.test.label)\(share)"]
    if let reason = failure.reasonOfBreak { lines.append(indented(reason)) }
    let isTold = story != nil && inFull
    if let story {
      let text = story.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).dropLast()
      lines.append(indented(inFull ? text.joined(separator: "\n") : "More: \(story.path)"))
    }
    let untold = failure.failures.enumerated().filter { $0.offset != story?.index || !isTold }.map(\.element)
    lines += untold.map { indented($0.text(below: folder)) }
    // A backtrace is in the log.
    let printed = failure.output.prefix { !$0.hasPrefix("*** ") }.suffix(20)
    if !printed.isEmpty, failure.failures.isEmpty {
      lines.append("  It printed last:\n" + printed.map { "    \($0)" }.joined(separator: "\n"))
    }
    lines += notes(result).map(indented)
    if !result.test.name.isEmpty, !isTold || again(result) != nil {
      let again = again(result) ?? "\(command) --filter \(result.test.filter.asShellWord)"
      lines.append("  Again: \(again)")
    }
    return lines.joined(separator: "\n")
  }

  private func indented(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      $0.isEmpty ? "" : "  \($0)"
    }
    .joined(separator: "\n")
  }

  private var figures: String {
    let counts = results.counts
    let parts = TestResult.Verdict.allCases.compactMap { verdict in
      counts[verdict].map { "\($0) \(verdict.rawValue)" }
    }.joined(separator: ", ")
    let runs = results.all.reduce(0) { $0 + $1.runs }
    let often = results.rounds == 1 ? "" : ", \(Amount.count(runs, "run"))"
    return "\(Amount.count(results.all.count, "test"))\(often) in \(Amount.duration(seconds)): \(parts)."
  }
}
