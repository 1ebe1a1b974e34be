#if DEBUG
import ControlProtocol
import ElementTree
import Foundation
import Records
import TerminalUI

/// The lines of a trace's file: JSON, each with its kind. docs/report.md describes them.
enum TraceLines {
  struct Head: Encodable {
    let kind = "trace"
    let version = TracedTest.version
    let test: TracedTest.Identity
    /// Seconds since 1970.
    let date: Double
  }

  struct Step: Encodable {
    let kind = "step"
    let number: Int
    let at: Int
    let nanoseconds: Int?
    let depth: Int
    let text: String
    let element: String?
    let file: String?
    let line: Int?
    let screen: Int?
    let error: String?
    let clock: String?
  }

  struct LeftOut: Encodable {
    let kind = "leftOut"
    let steps: Int
  }

  /// Its `kind` and `number` stand before it.
  struct Screen: Encodable {
    let columns: Int
    let rows: [[Span]]
    let text: String
    let tree: String
  }

  /// Neighbouring cells of one look: `c` is the column, `n` the number of columns, `t` the text, `s` the look.
  struct Span: Encodable {
    let c: Int
    let n: Int
    let t: String
    let s: String?
  }

  struct Failure: Encodable {
    let kind = "failure"
    let at: Int
    let step: Int
    let message: String
    let file: String?
    let line: Int?
  }

  struct Receipt: Encodable {
    let kind = "receipt"
    let step: Int
    let receipt: ResetReceipt
  }

  struct Request: Encodable {
    let kind = "request"
    let at: Int
    let nanoseconds: Int?
    let request: NetworkRequest
    let answer: TracedRequest.Answer?
  }

  struct Event: Encodable {
    let kind = "event"
    let at: Int
    let what: String
    let text: String
  }

  struct Output: Encodable {
    let kind = "output"
    let text: String
  }

  /// Some lines of a file that steps or failures name.
  struct Source: Encodable {
    let kind = "source"
    let file: String
    let first: Int
    let lines: [String]
  }

  /// The last line, without which a file is cut off.
  struct End: Encodable {
    let kind = "end"
    let test: TracedTest.Summary
  }
}

extension TestTrace {
  /// The whole trace as a file has it.
  func lines(
    of test: TracedTest.Identity, _ summary: TracedTest.Summary, output: String, cache: TraceCache
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ line: some Encodable) throws { bytes += try WireJSON.encode(line) + [UInt8(ascii: "\n")] }
    try write(TraceLines.Head(test: test, date: date.timeIntervalSince1970))
    var painted: [Element] = []
    for (index, step) in steps.enumerated() {
      if stepsLeftOut > 0, index == first.count { try write(TraceLines.LeftOut(steps: stepsLeftOut)) }
      var screen: Int?
      if let tree = frameIndex(of: step).map({ frames[$0].tree }) {
        screen = painted.lastIndex(of: tree)
        if screen == nil {
          screen = painted.count
          bytes += Array("{\"kind\":\"screen\",\"number\":\(painted.count),".utf8)
          bytes += try cache.painted(tree, title: test.app).dropFirst() + [UInt8(ascii: "\n")]
          painted.append(tree)
        }
      }
      try write(
        TraceLines.Step(
          number: step.number, at: step.time.wholeNanoseconds, nanoseconds: step.duration?.wholeNanoseconds,
          depth: step.depth, text: step.text, element: step.element,
          file: step.place.map { "\($0.file)" }, line: step.place.map { Int($0.line) },
          screen: screen, error: step.error, clock: step.clock))
    }
    for failure in failures {
      try write(
        TraceLines.Failure(
          at: failure.time.wholeNanoseconds, step: failure.step, message: failure.message,
          file: failure.file, line: failure.line))
    }
    for (step, receipt) in receipts { try write(TraceLines.Receipt(step: step, receipt: receipt)) }
    for request in requests {
      try write(
        TraceLines.Request(
          at: request.time.wholeNanoseconds, nanoseconds: request.traced.nanoseconds,
          request: request.traced.request, answer: request.traced.answer))
    }
    let started = Int(date.timeIntervalSince1970 * 1_000)
    for event in events {
      let at = (event.unixMilliseconds - started) * 1_000_000
      try write(TraceLines.Event(at: at, what: event.kind.rawValue, text: event.text))
    }
    for source in sources(cache) { try write(source) }
    try write(TraceLines.Output(text: output))
    try write(TraceLines.End(test: summary))
    return bytes
  }

  /// The surroundings of the lines that failures and steps name, as far as the files can be read.
  private func sources(_ cache: TraceCache) -> [TraceLines.Source] {
    var named: [String: Set<Int>] = [:]
    for case (let file?, let line?) in failures.map({ ($0.file, $0.line) }) {
      named[file, default: []].insert(line)
    }
    for case let place? in steps.map(\.place) { named["\(place.file)", default: []].insert(Int(place.line)) }
    return named.sorted { $0.key < $1.key }.flatMap { file, numbers -> [TraceLines.Source] in
      let lines = cache.lines(of: file)
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
        TraceLines.Source(
          file: file, first: range.lowerBound, lines: Array(lines[(range.lowerBound - 1)..<range.upperBound]))
      }
    }
  }

  private static let surroundings = 6
  private static let mostSources = 50
}

extension TraceLines.Screen {
  init(_ tree: Element, title: String) {
    let screen = PaintedScreen(tree, title: title)
    self.init(
      columns: screen.columns,
      rows: screen.rows.map { $0.map(TraceLines.Span.init) }, text: screen.text,
      tree: tree.treeDescription)
  }
}

extension TraceLines.Span {
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

extension TracedTest.Summary {
  init(_ trace: TestTrace, outcome: String, leaks: Int) {
    self.init(
      outcome: outcome, seconds: (ContinuousClock.now - trace.start) / .seconds(1),
      launches: trace.launches.count, launchNanoseconds: trace.launches.time.wholeNanoseconds,
      resets: trace.resets.count, resetNanoseconds: trace.resets.time.wholeNanoseconds, leaks: leaks)
  }
}
#endif
