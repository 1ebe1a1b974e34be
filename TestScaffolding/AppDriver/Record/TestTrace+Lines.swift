#if DEBUG
package import ControlProtocol
import ElementTree
import Foundation
package import Records
import TerminalUI

/// Lines whose contents are messages of the app.
extension TraceLine {
  package struct Receipt: Codable, Sendable {
    package let step: Int
    package let receipt: ResetReceipt
  }

  package struct Request: Codable {
    package let at: Int
    package let nanoseconds: Int?
    package let request: NetworkRequest
    let answer: TracedRequest.Answer?
  }
}

extension TestTrace {
  /// The whole trace as a file has it.
  func lines(
    of test: TestIdentity, _ summary: TestSummary, output: String, cache: TraceCache
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ kind: String, _ line: some Encodable) throws {
      bytes += TraceLine.bytes(kind, try WireJSON.encode(line))
    }
    try write("trace", TraceLine.Head(test: test, date: date.timeIntervalSince1970))
    var painted: [Element] = []
    for (index, step) in steps.enumerated() {
      if stepsLeftOut > 0, index == first.count { try write("leftOut", ["steps": stepsLeftOut]) }
      var step = step
      if let tree = frameIndex(of: step).map({ frames[$0].tree }) {
        step.screen = painted.lastIndex(of: tree)
        if step.screen == nil {
          step.screen = painted.count
          let screen = try cache.painted(tree, title: test.app).dropFirst()
          bytes += TraceLine.bytes("screen", Array("{\"number\":\(painted.count),".utf8) + screen)
          painted.append(tree)
        }
      }
      try write("step", step)
    }
    for failure in failures { try write("failure", failure) }
    for receipt in receipts { try write("receipt", receipt) }
    for request in requests {
      let traced = request.traced
      try write(
        "request",
        TraceLine.Request(
          at: request.time.wholeNanoseconds, nanoseconds: traced.nanoseconds, request: traced.request,
          answer: traced.answer))
    }
    let started = Int(date.timeIntervalSince1970 * 1_000)
    for event in events {
      let at = (event.unixMilliseconds - started) * 1_000_000
      try write("event", TraceLine.Event(at: at, what: event.kind.rawValue, text: event.text))
    }
    for source in sources { try write("source", source) }
    try write("output", ["text": output])
    try write("end", TraceLine.End(test: summary))
    return bytes
  }

  /// The surroundings of the lines that failures and steps name, as far as the files can be read.
  private var sources: [TraceLine.Source] {
    var named: [String: Set<Int>] = [:]
    let places = failures.map { ($0.file, $0.line) } + steps.map { ($0.file, $0.line) }
    for case (let file?, let line?) in places { named[file, default: []].insert(line) }
    return named.sorted { $0.key < $1.key }.flatMap { file, numbers -> [TraceLine.Source] in
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      let lines =
        text.isEmpty
        ? []
        : text.split(omittingEmptySubsequences: false) { ["\n", "\r\n"].contains($0) }.map(String.init)
      var ranges: [ClosedRange<Int>] = []
      for number in numbers.sorted() where number >= 1 && number <= lines.count {
        let around = max(1, number - Self.surroundings)...min(lines.count, number + Self.surroundings)
        if let last = ranges.last, around.lowerBound <= last.upperBound + 1 {
          ranges[ranges.count - 1] = last.lowerBound...around.upperBound
        } else {
          ranges.append(around)
        }
      }
      return ranges.prefix(Self.mostSources).map { range in
        TraceLine.Source(
          file: file, first: range.lowerBound, lines: Array(lines[(range.lowerBound - 1)..<range.upperBound]))
      }
    }
  }

  private static let surroundings = 6
  private static let mostSources = 50
}

extension TraceLine.Screen {
  init(_ tree: Element, title: String) {
    let screen = PaintedScreen(tree, title: title)
    self.init(
      columns: screen.columns,
      rows: screen.rows.map { $0.map(TraceLine.Span.init) }, text: screen.text,
      tree: tree.treeDescription)
  }
}

extension TraceLine.Span {
  fileprivate init(_ span: PaintedScreen.Span) {
    var look: [String] = []
    if span.colour != .normal { look.append("\(span.colour)") }
    if span.isBold { look.append("bold") }
    if span.isDim { look.append("dim") }
    if span.isReversed { look.append("reversed") }
    self.init(
      c: span.column, n: span.columns, t: span.text, s: look.isEmpty ? nil : look.joined(separator: " "))
  }
}

extension TestSummary {
  init(_ trace: TestTrace, outcome: String, leaks: Int) {
    self = trace.summary
    (self.outcome, self.leaks) = (outcome, leaks)
    seconds = (ContinuousClock.now - trace.start) / .seconds(1)
  }
}
#endif
