#if DEBUG
import Foundation
import Leaks
import Records

/// What a test has left in its trace, for whoever reads it line by line.
struct TraceFile {
  struct Screen: Decodable {
    let number: Int
    let tree: String
  }

  struct Request: Decodable {
    struct Message: Decodable {
      let method: String
      let url: String
      let status: Int?
      let problem: String?
      let route: String?
    }
    let at: Int
    let nanoseconds: Int?
    let request: Message
  }

  struct Event: Decodable {
    let at: Int
    let what: String
    let text: String
  }

  struct Receipt: Decodable {
    struct Contents: Decodable { let leaks: [Leak]? }
    let step: Int
    let receipt: Contents
  }

  private struct Output: Decodable { let text: String }
  private struct Kind: Decodable { let kind: String }

  let record: TestRecord
  private(set) var steps: [TestStep] = []
  private(set) var failures: [TestFailure] = []
  private(set) var screens: [Int: String] = [:]
  private(set) var requests: [Request] = []
  private(set) var events: [Event] = []
  private(set) var receipts: [Receipt] = []
  private(set) var output = ""
  /// What cannot be read, with its place.
  private(set) var problems: [String] = []

  init(_ trace: RunFolder.Trace) {
    record = trace.entry
    let decoder = JSONDecoder()
    let lines = trace.data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      func read<Value: Decodable>(_ type: Value.Type) -> Value? {
        if let value = try? decoder.decode(type, from: line) { return value }
        // A last line without an end is told of by who has found the trace.
        if index < lines.count - 1 { problems.append("Line \(index + 1) of the trace cannot be read.") }
        return nil
      }
      switch read(Kind.self)?.kind {
      case "step": if let step = read(TestStep.self) { steps.append(step) }
      case "failure": if let failure = read(TestFailure.self) { failures.append(failure) }
      case "screen": if let screen = read(Screen.self) { screens[screen.number] = screen.tree }
      case "request": if let request = read(Request.self) { requests.append(request) }
      case "event": if let event = read(Event.self) { events.append(event) }
      case "receipt": if let receipt = read(Receipt.self) { receipts.append(receipt) }
      case "output": output = read(Output.self)?.text ?? ""
      default: break
      }
    }
  }

  /// The screen that the step led to.
  func screen(of step: TestStep) -> String? { step.screen.flatMap { screens[$0] } }

  /// The screen before the step, as far as it is known.
  func screen(before step: TestStep) -> String? {
    steps.last { $0.number < step.number && $0.process == step.process && $0.screen != nil }
      .flatMap { screen(of: $0) }
  }
}
#endif
