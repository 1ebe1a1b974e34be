import OperatingSystem
import Records

/// The program that holds all tests.
///
/// It is run without `swift test`, which takes about a second before each start where this program takes a tenth, loses
/// output that is cut within a character, and waits for whatever a test has left running.
struct TestBundle {
  let path: String
  /// A private folder.
  let folder: String
  let tool: SwiftTool
  let start: RunStart
  let progress: TestProgress
  /// For Swift Testing.
  let words: [String]
  let coverage: Coverage?
  let isParallel: Bool

  /// Runs batches until there are no more; `next` is asked again when one has been run.
  func run(
    atOnce limit: Int, next: () throws -> TestBatch?,
    played: (TestBatch, ProcessReader) throws -> Void = { _, _ in }
  ) throws {
    var processes: [TestProcess] = []
    defer { for process in processes { process.cleanUp() } }
    // What is reported of a test that others run as well.
    var kept: [String: [TestEvent]] = [:]
    while !progress.isInterrupted {
      while processes.count < limit, let batch = try next() {
        processes.append(try TestProcess(batch, of: self))
      }
      if processes.isEmpty { return }
      let isInterrupted = try TestProcess.wait(for: processes, interruption: tool.interruption)
      for index in processes.indices.reversed() {
        let events = try processes[index].read(ending: isInterrupted, log: progress.log)
        let process = processes[index]
        if process.batch.hasTwins {
          kept[process.id, default: []] += events
        } else {
          progress.take(events, of: process.batch.framework)
        }
        guard let status = process.status else { continue }
        processes.remove(at: index)
        process.cleanUp()
        progress.take(kept.removeValue(forKey: process.id) ?? [], of: process.batch.framework)
        progress.end(of: process.reader, by: isInterrupted ? nil : status)
        progress.results.take(process.reader.leases)
        try played(process.batch, process.reader)
      }
      progress.show()
    }
  }
}
