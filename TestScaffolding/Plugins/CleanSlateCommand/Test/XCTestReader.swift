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
    if let match = line.firstMatch(of: /Test Case '([^' ]+)' started at[ ]/) {
      let before = running.map { printed(line[..<match.range.lowerBound]) + [.cutOff($0.id)] } ?? []
      if let event = start(match.1) { return before + [event] }
    }
    guard let (name, id) = running else { return [] }
    // In parallel, what the processes have printed comes one after the other.
    if line.wholeMatch(of: /Test Suite '.*' started at .*/) != nil {
      running = nil
      return [.cutOff(id)]
    }
    if let match = line.firstMatch(of: /Test Case '([^' ]+)' (passed|failed|skipped) \(([0-9.]+) seconds\)$/),
      match.1 == name
    {
      let before = printed(line[..<match.range.lowerBound])
      running = nil
      let skipped = match.2 == "skipped" ? [TestEvent.skipped(id, reason: skipReason)] : []
      return before + skipped + [.ended(id, seconds: Double(match.3) ?? 0)]
    }
    if let match = line.wholeMatch(of: /(.*):(\d+): error: (\S+) : (.*)/), match.3 == name {
      isInFailure = true
      return [
        .failed(id, TestFailure(message: String(match.4), place: place(match.1, match.2))),
        .printed(id, line: line),
      ]
    }
    if let match = line.wholeMatch(of: /.*:\d+: (\S+) : Test skipped(?: - (.*))?/), match.1 == name {
      skipReason = match.2.map(String.init) ?? ""
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

  private func place(_ file: Substring, _ line: Substring) -> SourcePlace? {
    guard file.hasPrefix("/"), let line = Int(line), line > 0 else { return nil }
    return SourcePlace(file: String(file), line: line)
  }
}
