import Foundation

/// Reads what XCTest prints, line by line. Other lines belong to the test that runs, or to its last failure.
struct XCTestReader {
  /// The ids of tests that have not run, by what XCTest prints for them. Two modules may have a class of the same name.
  private var waiting: [String: [String]]
  private var running: (name: String, id: String)?
  private var skipReason = ""
  private var isInFailure = false

  init(_ tests: [ListedTest]) {
    waiting = Dictionary(grouping: tests) { $0.printedName }.mapValues { $0.map(\.id) }
  }

  mutating func read(_ line: String) -> [TestEvent] {
    let begun = line.parts(around: "' started at ", last: true)
    if let (before, name) = begun?.before.parts(around: "Test Case '", last: true) {
      let unended = running.map { printed(before) + [.cutOff($0.id)] } ?? []
      if let event = start(name) { return unended + [event] }
    }
    guard let (name, id) = running else { return [] }
    // In parallel, what the processes have printed comes one after the other.
    if begun != nil, line.hasPrefix("Test Suite '") {
      running = nil
      return [.cutOff(id)]
    }
    if line.hasSuffix(" seconds)"), let (before, end) = line.parts(around: "Test Case '", last: true),
      let match = end.wholeMatch(of: /([^' ]+)' (passed|failed|skipped) \(([0-9.]+) seconds\)/),
      match.1 == name
    {
      return printed(before) + self.end(id, match.2, after: Double(match.3) ?? 0)
    }
    if let (place, message) = line.parts(around: ": error: \(name) : "),
      let (file, number) = Self.place(place)
    {
      isInFailure = true
      return [
        .failed(id, TestFailure(message: String(message), place: sourcePlace(file, number))),
        .printed(id, line: line),
      ]
    }
    if let (place, reason) = line.parts(around: ": \(name) : Test skipped"), Self.place(place) != nil,
      reason.isEmpty || reason.hasPrefix(" - ")
    {
      skipReason = String(reason.dropFirst(3))
      return []
    }
    return isInFailure ? [.failedFurther(id, line: line)] : [.printed(id, line: line)]
  }

  private mutating func start(_ name: Substring) -> TestEvent? {
    let name = String(name)
    guard let id = waiting[name]?.first else { return nil }
    waiting[name]?.removeFirst()
    (running, skipReason, isInFailure) = ((name, id), "", false)
    return .started(id)
  }

  /// A test may have printed without an end of line.
  private func printed(_ text: Substring) -> [TestEvent] {
    guard let running, !text.isEmpty else { return [] }
    return [.printed(running.id, line: String(text))]
  }

  private mutating func end(_ id: String, _ word: Substring, after seconds: Double) -> [TestEvent] {
    running = nil
    let end = TestEvent.ended(id, seconds: seconds)
    if word == "skipped" { return [.skipped(id, reason: skipReason), end] }
    guard word == "failed", !isInFailure else { return [end] }
    return [.failed(id, TestFailure(message: "XCTest says that it failed, and not why.", place: nil)), end]
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
