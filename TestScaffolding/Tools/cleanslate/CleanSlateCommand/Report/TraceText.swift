#if DEBUG
import Foundation
import Leaks
import Records

/// A trace as text for a terminal or a program.
struct TraceText {
  private let trace: TraceFile

  init(_ trace: TraceFile) { self.trace = trace }

  var overview: String {
    let (test, summary) = (trace.record.test, trace.record.summary)
    var lines = ["\(test.label): \(summary.outcome) after \(Amount.time(summary.seconds)), with \(test.app)"]
    lines += trace.failures.map { failure in
      (failure.place.map { "\($0.short): " } ?? "") + failure.message
    }
    lines += ["", "Steps:"]
    lines += trace.steps.map { $0.line(as: $0.number) + ($0.error == nil ? "" : " (failed)") }
    let leaks = trace.receipts.reduce(0) { $0 + ($1.receipt.leaks ?? []).count }
    lines += [
      "",
      "\(Amount.count(trace.screens.count, "screen")), \(Amount.count(trace.requests.count, "request")), "
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
    guard let new = trace.screen(of: step) else { return ["No screen is known of it."] }
    guard let old = trace.screen(before: step) else { return ["", new] }
    let changes = ScreenChange.lines(from: old, to: new)
    return changes.isEmpty ? ["It changed nothing on the screen."] : [""] + changes
  }

  var requests: String {
    guard !trace.requests.isEmpty else { return "The app asked no server for anything.\n" }
    return trace.requests.map { request in
      let message = request.request
      let answer = message.status.map { "\($0)" } ?? message.problem ?? "no answer"
      let from = message.route.map { ", by the route \"\($0)\"" } ?? ""
      return String(format: "  %9.6f s  ", Double(request.at) / 1e9)
        + "\(message.method) \(message.url): \(answer)\(from)\n"
    }.joined()
  }

  var log: String {
    let events = trace.events.map { event in
      String(format: "  %9.3f s  ", Double(event.at) / 1e9) + "\(event.what): \(event.text)\n"
    }.joined()
    let output = trace.output.isEmpty ? "The app printed nothing.\n" : "The app printed:\n\(trace.output)"
    return events + output
  }

  var leaks: String {
    let lines = trace.receipts.flatMap { receipt in
      (receipt.receipt.leaks ?? []).map { "After step \(receipt.step): \($0.description)\n" }
    }
    return lines.isEmpty ? "No reset found anything left behind.\n" : lines.joined()
  }
}
#endif
