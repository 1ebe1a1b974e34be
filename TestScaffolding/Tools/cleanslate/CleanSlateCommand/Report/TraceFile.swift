#if DEBUG
import AppDriver
import ControlProtocol
import Foundation
import Leaks
import Records

/// What a test has left in its trace, for whoever reads it line by line.
struct TraceFile {
  private struct Output: Decodable { let text: String }
  private struct Kind: Decodable { let kind: String }
  private struct LeftOut: Decodable { let steps: Int }

  let record: TestRecord
  private(set) var steps: [TestStep] = []
  /// How many steps are left out, and the number of the one before them.
  private(set) var leftOut = (count: 0, after: 0)
  private(set) var failures: [TestFailure] = []
  private(set) var screens: [Int: String] = [:]
  private(set) var requests: [TraceLine.Request] = []
  private(set) var events: [TraceLine.Event] = []
  private(set) var receipts: [TraceLine.Receipt] = []
  private(set) var output = ""
  /// What cannot be read, with its place.
  private(set) var problems: [String] = []

  init(_ trace: RunFolder.Trace) {
    record = trace.entry
    let decoder = JSONDecoder()
    let lines = trace.data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      func read<Value: Decodable>(_ type: Value.Type, _ isWhole: (Value) -> Bool = { _ in true }) -> Value? {
        if let value = try? decoder.decode(type, from: line), isWhole(value) { return value }
        // A last line without an end is told of by who has found the trace.
        if index < lines.count - 1 { problems.append("Line \(index + 1) of the trace cannot be read.") }
        return nil
      }
      switch read(Kind.self)?.kind {
      case "step": if let step = read(TestStep.self) { steps.append(step) }
      case "leftOut": if let left = read(LeftOut.self) { leftOut = (left.steps, steps.last?.number ?? 0) }
      case "failure": if let failure = read(TestFailure.self) { failures.append(failure) }
      case "screen":
        let screen = read(TraceLine.Screen.self) { $0.number != nil }
        if let screen, let number = screen.number { screens[number] = screen.tree }
      case "request": if let request = read(TraceLine.Request.self) { requests.append(request) }
      case "event": if let event = read(TraceLine.Event.self) { events.append(event) }
      case "receipt": if let receipt = read(TraceLine.Receipt.self) { receipts.append(receipt) }
      case "output": output = read(Output.self)?.text ?? ""
      default: break
      }
    }
  }

  /// The screen that the step led to.
  func screen(of step: TestStep) -> String? { step.screen.flatMap { screens[$0] } }

  /// The screen before the step, as far as it is known; what those that are left out have led to is not.
  func screen(before step: TestStep) -> String? {
    let isLate = step.number > leftOut.after
    return steps.last {
      $0.number < step.number && $0.process == step.process && $0.screen != nil
        && ($0.number > leftOut.after) == isLate
    }.flatMap { screen(of: $0) }
  }
}

/// The trace as text for a terminal or a program.
extension TraceFile {
  var overview: String {
    let (test, summary) = (record.test, record.summary)
    var lines = ["\(test.label): \(summary.outcome) after \(Amount.time(summary.seconds)), with \(test.app)"]
    lines += failures.map { failure in
      (failure.place.map { "\($0.short): " } ?? "") + failure.message
    }
    lines += ["", "Steps:"]
    let wrong = Set(failures.map(\.step))
    lines += steps.map { step in
      let end = step.error != nil ? " (failed)" : wrong.contains(step.number) ? " (then the failure)" : ""
      let gap = leftOut.count > 0 && step.number == leftOut.after
      return step.line(as: step.number) + end + (gap ? "\n(\(leftOut.count) steps are left out)" : "")
    }
    let leaks = receipts.reduce(0) { $0 + $1.receipt.leaks.count }
    lines += [
      "",
      "\(Amount.count(screens.count, "screen")), \(Amount.count(requests.count, "request")), "
        + "\(Amount.count(leaks, "leak")). More: step N, screen N, requests, log, leaks.",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a step did, and what that changed.
  func told(_ step: TestStep) -> String {
    var lines = ["\(step.number). \(step.text)"]
    if let element = step.element { lines.append("On: \(element)") }
    if let place = step.place { lines.append("At: \(place.file):\(place.line)") }
    let duration = step.nanoseconds.map { ", took \(Amount.time(Double($0) / 1e9))" } ?? ""
    lines.append("After: \(Amount.time(Double(step.at) / 1e9))\(duration)")
    if let clock = step.clock { lines.append("The app's clock: \(clock)") }
    if let error = step.error { lines.append("Failed: \(error)") }
    return (lines + changes(of: step)).joined(separator: "\n") + "\n"
  }

  private func changes(of step: TestStep) -> [String] {
    guard let new = screen(of: step) else { return ["No screen is known of it."] }
    guard let old = screen(before: step) else { return ["No screen is known before it. After it:", new] }
    let changes = ScreenChange.lines(from: old, to: new)
    return changes.isEmpty ? ["It changed nothing on the screen."] : [""] + changes
  }

  var requestText: String {
    guard !requests.isEmpty else { return "The app asked no server for anything.\n" }
    return requests.map { request in
      let message = request.request
      let answer = message.status.map { "\($0)" } ?? message.problem ?? "no answer"
      let from = message.route.map { ", by the route \"\($0)\"" } ?? ""
      return String(format: "  %9.6f s  ", Double(request.at) / 1e9)
        + "\(message.method) \(message.url): \(answer)\(from)\n"
    }.joined()
  }

  var logText: String {
    let events = events.map { event in
      String(format: "  %9.3f s  ", Double(event.at) / 1e9) + "\(event.what): \(event.text)\n"
    }.joined()
    return events + (output.isEmpty ? "The app printed nothing.\n" : "The app printed:\n\(output)")
  }

  var leakText: String {
    let lines = receipts.flatMap { receipt in
      receipt.receipt.leaks.map { "After step \(receipt.step): \($0.description)\n" }
    }
    return lines.isEmpty ? "No reset found anything left behind.\n" : lines.joined()
  }
}
#endif
