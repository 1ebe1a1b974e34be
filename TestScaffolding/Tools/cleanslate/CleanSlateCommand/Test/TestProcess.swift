import Foundation
import OperatingSystem
import Processes
import Records

/// Tests of one framework that run together in one process.
struct TestBatch {
  let tests: [TestIdentity]
  /// The words that make Swift Testing take these tests; nil names each.
  var filter: [String]?
  /// How often each is to run. The process stops at a failure; one of plain XCTest runs each test once.
  var repetitions = 1
  var environment: [String: String] = [:]
  /// Whether others run the same test meanwhile, so that what it reports is taken as one in the end.
  var hasTwins = false

  var framework: TestIdentity.Framework { tests.first?.framework ?? .xcTest }
}

/// A batch that is being run: the process, and what it reports through pipes, which need no room on a disk.
struct TestProcess {
  let batch: TestBatch
  let id = UUID().uuidString
  private(set) var reader: ProcessReader
  /// Names the pipes, and is in the environment of all that the tests leave running.
  private let folder: String
  private var tool: RunningTool
  private var records: LineFollower
  private var leases: LineFollower

  init(_ batch: TestBatch, of run: TestRun) throws {
    self.batch = batch
    folder = "\(run.folder)/\(id)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    // The driver records the tests of XCTest alone.
    let events = "\(folder)/\(batch.framework == .xcTest ? "events" : "stream")"
    records = LineFollower(try Descriptor.namedPipe(at: events))
    leases = LineFollower(try Descriptor.namedPipe(at: "\(folder)/leases"))
    var start = run.start
    if batch.framework == .xcTest { start.repetitions = batch.repetitions }
    try start.write(in: folder)
    reader = ProcessReader(batch.tests, of: batch.framework, repetitions: batch.repetitions)
    var environment = run.swift.environment.merging(batch.environment) { $1 }
    // What the tests leave running is known by this, with its last slash.
    environment[ProcessStart.variable] = "\(folder)/"
    // Where nobody asks for counts, none are to lie about. With this variable, apps do not outlive their test processes.
    environment["LLVM_PROFILE_FILE"] =
      run.coverage?.profile ?? environment["LLVM_PROFILE_FILE"]
      ?? (run.options.isParallel ? nil : "/dev/null")
    var words = [run.program]
    switch batch.framework {
    case .xcTest:
      words.append(batch.tests.map(\.id).joined(separator: ","))
    case .swiftTesting:
      words += ["--testing-library", "swift-testing", "--event-stream-output-path", events] + run.words
      words +=
        batch.filter ?? TestSelection.pieces(batch.tests).flatMap { ["--filter", TestSelection.filter($0)] }
      if batch.repetitions > 1 {
        words += ["--repetitions", "\(batch.repetitions)", "--repeat-until", "fail"]
      }
    }
    tool = try RunningTool(words, environment: environment, folder: run.testFolder, onTerminal: true)
  }

  /// Waits until one of the processes reports, prints or ends. Returns true if it is the interruption that came.
  static func wait(for processes: [TestProcess], interruption: Descriptor?) throws(SystemError) -> Bool {
    let pipes = processes.flatMap { [$0.records.descriptor, $0.leases.descriptor] }
    return try RunningTool.wait(for: processes.map(\.tool), or: pipes, interruption: interruption)
  }

  /// How it ended, once all is read that came from it.
  var status: ExitStatus? { tool.isOver ? tool.status : nil }

  /// Reads what has come, or ends it first.
  mutating func read(ending: Bool, log: (String) -> Void) throws -> [TestEvent] {
    let lines = try ending ? tool.end() : tool.newLines()
    // A test is recorded to have begun before it prints.
    for line in try leases.newLines() { reader.read(lease: line) }
    var events = try records.newLines().flatMap { reader.read(record: $0) }
    for line in lines {
      log(line)
      events += reader.read(line)
    }
    if tool.isOver { reader.read(restOfRecords: records.rest, ofLeases: leases.rest) }
    return events
  }

  /// Ends what the tests have left running.
  func cleanUp() {
    _ = Strays.end(of: folder)
    try? FileManager.default.removeItem(atPath: folder)
  }
}
