import Foundation
import Records

/// Reads what XCTest prints, line by line. Other lines belong to the test that runs, or to its last failure.
///
/// Where the driver's observer is in the program, this only says which test has printed what. Elsewhere it is all that is
/// known, and a test may print the same sentences: a test of which they contradict each other has failed.
struct XCTestReader {
  /// The tests that have not run as often as they may, by what XCTest prints for them. Two modules may have a class of the
  /// same name.
  private var waiting: [String: [(id: String, left: Int)]]
  /// The tests that began last of each name.
  private var begun: [String: String] = [:]
  private var running: (name: String, id: String)?
  private var skipReason = ""
  private var isInFailure = false
  private var (endCount, isAtSummary) = (0, false)
  /// Whether XCTest has come to its end, and counts as many tests.
  private(set) var hasEnded = false

  init(_ tests: [TestIdentity], repetitions: Int = 1) {
    waiting = Dictionary(grouping: tests) { $0.printedName }
      .mapValues { $0.map { ($0.id, left: repetitions) } }
  }

  mutating func read(_ line: String) -> [TestEvent] {
    if let (head, _) = line.parts(around: "' started at ", last: true),
      let (before, name) = head.parts(around: "Test Case '", last: true),
      let events = start(String(name), after: before)
    {
      return events
    }
    if line.hasSuffix(" seconds)"), let (before, end) = line.parts(around: "Test Case '", last: true),
      let match = end.wholeMatch(of: /([^' ]+)' (passed|failed|skipped) \(([0-9.]+) seconds\)/),
      let id = begun[String(match.1)]
    {
      return self.end(id, match.2, after: Double(match.3) ?? 0, printed: before)
    }
    if let (place, rest) = line.parts(around: ": error: "), let (file, number) = Self.place(place),
      let (name, message) = rest.parts(around: " : "), let id = begun[String(name)]
    {
      isInFailure = id == running?.id
      let failure = TestFailure(message: String(message), place: sourcePlace(file, number))
      return [.failed(id, failure), .printed(id, line: line)]
    }
    guard let (name, id) = running else {
      readSummary(line)
      return []
    }
    if let (place, reason) = line.parts(around: ": \(name) : Test skipped"), Self.place(place) != nil,
      reason.isEmpty || reason.hasPrefix(" - ")
    {
      skipReason = String(reason.dropFirst(3))
      return []
    }
    return isInFailure ? [.failedFurther(id, line: line)] : [.printed(id, line: line)]
  }

  private mutating func start(_ name: String, after text: Substring) -> [TestEvent]? {
    guard let (id, left) = waiting[name]?.first else { return begun[name].map { [contradiction($0)] } }
    if left > 1 { waiting[name]?[0].left -= 1 } else { waiting[name]?.removeFirst() }
    let unended = running.map { printed(text) + [.cutOff($0.id)] } ?? []
    (begun[name], running, skipReason, isInFailure) = (id, (name, id), "", false)
    return unended + [.started(id)]
  }

  /// A test may have printed without an end of line.
  private func printed(_ text: Substring) -> [TestEvent] {
    guard let running, !text.isEmpty else { return [] }
    return [.printed(running.id, line: String(text))]
  }

  private mutating func end(
    _ id: String, _ word: Substring, after seconds: Double, printed text: Substring
  ) -> [TestEvent] {
    guard id == running?.id else { return [contradiction(id)] }
    let (before, end) = (printed(text), TestEvent.ended(id, seconds: seconds))
    running = nil
    endCount += 1
    if word == "skipped" { return before + [.skipped(id, reason: skipReason), end] }
    guard word == "failed", !isInFailure else { return before + [end] }
    return before + [
      .failed(id, TestFailure(message: "XCTest says that it failed, and not why.", place: nil)), end,
    ]
  }

  private func contradiction(_ id: String) -> TestEvent {
    .failed(
      id, TestFailure(message: "What was printed of it contradicts itself: see the log.", place: nil))
  }

  /// The lines about all tests come last.
  private mutating func readSummary(_ line: String) {
    if isAtSummary, let (before, rest) = line.parts(around: "Executed "), before == "\t " {
      hasEnded = Int(rest.prefix { $0.isNumber }) == endCount
    }
    isAtSummary = line.hasPrefix("Test Suite 'Selected tests' ")
  }

  /// A file and the number of a line, with a colon between them.
  private static func place(_ text: Substring) -> (file: Substring, line: Int)? {
    guard let colon = text.lastIndex(of: ":"), let line = Int(text[text.index(after: colon)...]) else {
      return nil
    }
    return (text[..<colon], line)
  }

  private func sourcePlace(_ file: Substring, _ line: Int) -> SourcePlace? {
    file.hasPrefix("/") && line > 0 ? SourcePlace(file: String(file), line: line) : nil
  }
}

extension StringProtocol where SubSequence == Substring {
  /// What stands before and after a text, whatever characters these are.
  func parts(around text: String, last: Bool = false) -> (before: Substring, after: Substring)? {
    range(of: text, options: last ? [.literal, .backwards] : .literal)
      .map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}
