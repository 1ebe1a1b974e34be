#if DEBUG
import Foundation
import Records
import ToolOptions

/// `cleanslate trace`: what a test of the latest run did, in the shell.
struct TraceCommand: Subcommand {
  static let name = "trace"
  static let summary = "tells what a test of the latest run did, step by step"
  private static let call = "cleanslate trace [TEST] [PART]"
  static let usage = ToolUsage(
    "\(call) [options]",
    options: [
      ToolOption(
        "TEST",
        help:
          "The name of the test, or a part of it; of a test with several apps, with the name of one behind it: "
          + "'testBoth ada'. Without a name, the test that failed last."),
      ToolOption("step N", help: "What one step did, and what it changed on the screen."),
      ToolOption("screen N", help: "The screen after a step, with identifiers."),
      ToolOption("requests", help: "What the app asked servers for, and what it got."),
      ToolOption("log", help: "What happened in the app, and what it printed."),
      ToolOption("leaks", help: "What resets found left behind, with what holds it."),
      ToolOption("--last-failed", help: "The test that failed last."),
      ToolOption(
        "--results", "DIRECTORY",
        help: "Where the traces are; by default CLEANSLATE_RESULTS, or TestResults in the package."),
    ],
    notes: [
      "Without a PART, it says how the test ended, and lists its steps. The status is 65 if there is no such test "
        + "or step."
    ])

  private enum Part: Equatable { case overview, step(Int), screen(Int), requests, log, leaks }

  private let test: String?
  private var part = Part.overview
  private let results: String?

  init(_ words: [String]) throws(UsageError) {
    let words = try GivenWords(words, for: Self.usage, call: Self.call, operands: ["[TEST]", "[PART…]"])
    var rest = words.operands
    results = words.value(of: "--results")
    if let (part, count) = try Self.part(at: rest[...]) { (self.part, rest) = (part, rest.dropLast(count)) }
    guard rest.count <= 1 else { throw ToolWords([], for: Self.usage).unknown(rest[1]) }
    test = rest.first
    if words.has("--last-failed"), let test {
      throw UsageError(description: "'--last-failed' and '\(test)': use one of them.")
    }
  }

  /// The part that the last words ask for, and how many they are.
  private static func part(at words: ArraySlice<String>) throws(UsageError) -> (Part, count: Int)? {
    switch words.last {
    case "requests": return (.requests, 1)
    case "log": return (.log, 1)
    case "leaks": return (.leaks, 1)
    case "step", "screen":
      let name = words.last ?? ""
      throw UsageError(description: "Missing the number of a step: expected '\(name) 3'.")
    default: break
    }
    guard let number = words.last, let name = words.dropLast().last, ["step", "screen"].contains(name) else {
      return nil
    }
    guard let number = Int(number), number > 0 else {
      throw UsageError(description: "'\(name) \(number)' names no step: expected '\(name) 3'.")
    }
    return (name == "step" ? .step(number) : .screen(number), 2)
  }

  func run(in surroundings: Surroundings) throws -> Int32 {
    let found = try find(in: surroundings.resultsFolder(results))
    let trace = TraceFile(found)
    for problem in [found.problem].compactMap(\.self) + trace.problems {
      surroundings.complain("cleanslate trace: \(problem)\n")
    }
    switch part {
    case .overview: surroundings.write(trace.overview)
    case .step(let number): surroundings.write(trace.told(try step(number, of: trace)))
    case .screen(let number):
      let step = try step(number, of: trace)
      guard let screen = trace.screen(of: step) else {
        throw RecordError(description: "No screen is known of step \(number), \(step.text).")
      }
      surroundings.write(screen + "\n")
    case .requests: surroundings.write(trace.requestText)
    case .log: surroundings.write(trace.logText)
    case .leaks: surroundings.write(trace.leakText)
    }
    return Status.success
  }

  private func step(_ number: Int, of trace: TraceFile) throws(RecordError) -> TestStep {
    guard let step = trace.steps.first(where: { $0.number == number }) else {
      let (last, (count, after)) = (trace.steps.last?.number ?? 0, trace.leftOut)
      if number > after, number <= after &+ count {
        throw RecordError(
          description: "Steps \(after &+ 1) to \(after &+ count) are left out of the trace.")
      }
      throw RecordError(
        description: "The trace has no step \(number); its steps have numbers from 1 to \(last).")
    }
    return step
  }

  /// The trace of the test that is meant: the last one whose name has the word, or the last that failed.
  private func find(in results: String) throws(RecordError) -> RunFolder.Trace {
    guard let run = RunRecord.latest(in: results) else { throw RunRecord.noRun(in: results) }
    let (entries, problems) = run.folder?.allEntries() ?? ([], [])
    let traces = entries.filter { $0.trace != nil }
    let found = traces.last { entry in
      test.map { entry.test.labelWithRole.contains($0) || entry.test.id == $0 }
        ?? (entry.summary.outcome != "passed")
    }
    if let name = found?.trace, let folder = run.folder { return try folder.trace(name).get() }
    let names = traces.suffix(5).map { "\n  \($0.test.labelWithRole)" }.joined()
    let nothing =
      (test.map { "No trace of the latest run is of '\($0)'." } ?? "No test of the latest run failed.")
      + (names.isEmpty ? " \(RunRecord.adviceOnTraces)" : " Its last traces are of:\(names)")
    throw RecordError(
      description: (untraced(of: run.record, traces) ?? nothing) + problems.map { "\n\($0)" }.joined())
  }

  /// What is known of failures without a trace; nil if there is none.
  private func untraced(of run: RunRecord?, _ traced: [TestRecord]) -> String? {
    let known = Set(traced.map(\.test.id))
    let failed = (run?.results ?? []).filter { result in
      result.isBad && !known.contains(result.test.id) && test.map { result.test.label.contains($0) } ?? true
    }
    guard !failed.isEmpty else { return nil }
    let (shown, left) = (failed.prefix(5).map { "\n  \($0.test.label)" }.joined(), failed.count - 5)
    return
      "\(Amount.count(failed.count, "test")) of the latest run failed without a trace, which only a test with an app "
      + "has. 'cleanslate report' shows what is known of:\(shown)" + (left > 0 ? "\n  and \(left) more" : "")
  }
}
#endif
