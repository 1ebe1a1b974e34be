import Foundation
import OperatingSystem
import Records

/// Tests of one framework that run together in one process.
struct TestHand {
  let tests: [ListedTest]
  /// How often each is to run. The process stops at a failure; one of plain XCTest runs each test once.
  var repetitions = 1
  var environment: [String: String] = [:]
  /// Whether others run the same test meanwhile, so that what it reports is taken as one in the end.
  var hasTwins = false
}

/// The program that holds all tests.
///
/// It is run without `swift test`, which takes about a second before each start where this program takes a tenth, and
/// there may be hundreds. SwiftPM does nothing else for a process of tests on Linux than to name the tests.
struct TestBundle {
  let path: String
  /// For what the tests report; the environment of each process names it.
  let folder: String
  let tool: SwiftTool
  let progress: RunProgress

  private struct Table {
    let hand: TestHand
    let timings: String
    var reader: ProcessReader
    var tool: RunningTool
    var events: [TestEvent] = []
  }

  /// What is known of a hand when its process has ended.
  struct Played {
    /// The tests in the order in which they began; one that ran again is in it again.
    let started: [String]
    /// Swift Testing skips a test that is disabled without having begun it.
    let skipped: Set<String>
    let leases: [Lease]
  }

  /// Plays hands until there are no more; `next` is asked again when one has been played.
  func play(
    atOnce limit: Int, next: () throws -> TestHand?, played: (TestHand, Played) throws -> Void = { _, _ in }
  ) throws {
    var tables: [Table] = []
    while !progress.isInterrupted {
      while tables.count < limit, let hand = try next() { tables.append(try begin(hand)) }
      if tables.isEmpty { return }
      let isInterrupted = try RunningTool.wait(for: tables.map(\.tool), or: tool.interruption)
      for index in tables.indices.reversed() {
        let lines = try isInterrupted ? tables[index].tool.end() : tables[index].tool.newLines()
        for line in lines { try take(line, &tables[index]) }
        take(tables[index].reader.readStream(), &tables[index])
        guard tables[index].tool.isOver else { continue }
        let table = tables.remove(at: index)
        if table.hand.hasTwins { progress.take(table.events, of: table.reader.framework) }
        let end = isInterrupted ? SwiftTool.End.interrupted : .ended(table.tool.status)
        progress.end(of: table.reader, by: end, called: "A process of \(table.reader.framework.rawValue)")
        let leases = Lease.read(from: table.timings)
        progress.results.take(leases)
        try? FileManager.default.removeItem(atPath: table.timings)
        try played(table.hand, Played(started: started(table), skipped: skipped(table), leases: leases))
      }
      progress.show()
    }
  }

  private func take(_ line: String, _ table: inout Table) throws {
    try progress.log(line)
    take(table.reader.read(line), &table)
  }

  private func take(_ events: [TestEvent], _ table: inout Table) {
    table.events += events
    if !table.hand.hasTwins { progress.take(events, of: table.reader.framework) }
  }

  /// Suites begin, too.
  private func started(_ table: Table) -> [String] {
    table.events.compactMap { event in
      guard case .started(let id, _) = event, table.hand.tests.contains(where: { $0.id == id }) else {
        return nil
      }
      return id
    }
  }

  private func skipped(_ table: Table) -> Set<String> {
    Set(table.events.compactMap { if case .skipped(let id, _) = $0 { id } else { nil } })
  }

  private func begin(_ hand: TestHand) throws -> Table {
    let framework = hand.tests.first?.framework ?? .xcTest
    let name = UUID().uuidString
    let repeated = hand.tests.flatMap { Array(repeating: $0, count: hand.repetitions) }
    let reader = try ProcessReader(repeated, of: framework, events: "\(folder)/\(name).jsonl")
    var words = [path]
    switch framework {
    case .xcTest: words.append(hand.tests.map(\.id).joined(separator: ","))
    case .swiftTesting:
      words += ["--testing-library", "swift-testing", "--filter"]
      words += [hand.tests.map(\.filter).joined(separator: "|")] + reader.streamWords
      if hand.repetitions > 1 { words += ["--repetitions", "\(hand.repetitions)", "--repeat-until", "fail"] }
    }
    let timings = "\(folder)/\(name)-timings.jsonl"
    var environment = tool.environment.merging(hand.environment) { $1 }
    environment["CLEANSLATE_TIMINGS"] = timings
    environment["CLEANSLATE_REPEAT"] = framework == .xcTest ? "\(hand.repetitions)" : nil
    // Coverage has been written by 'swift test'.
    environment["LLVM_PROFILE_FILE"] = environment["LLVM_PROFILE_FILE"] ?? "/dev/null"
    return Table(
      hand: hand, timings: timings, reader: reader,
      tool: try RunningTool(words, environment: environment, folder: tool.folder, onTerminal: true))
  }
}
