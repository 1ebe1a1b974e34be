#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import Synchronization

/// One process of an app, with its output. The process ends at the latest together with this object, unless it is left to
/// another.
final class AppProcess: Sendable {
  let output: OutputLog
  private let process: RunningProcess
  private let backtraceTime: Duration
  /// The app sees the end of this pipe when this process closes it, or dies.
  private let lifeline: Descriptor
  let ready: Descriptor
  /// Whether it was ended because it did not answer.
  private let hasHung = Atomic(false)
  private let endIsTold = Atomic(false)
  /// The generation that nothing has happened to since its reset; zero if something has.
  let untouchedGeneration: SharedNumber

  /// Starts the process, with the descriptors of an app.
  init(_ spawn: Spawn, settings: AppSettings) throws(SystemError) {
    if !Self.hasRoom.load(ordering: .relaxed) {
      try ThisProcess.requireRoom()
      Self.hasRoom.store(true, ordering: .relaxed)
    }
    let said = try Descriptor.pipe(), told = try Descriptor.pipe(), held = try Descriptor.pipe()
    (untouchedGeneration, backtraceTime) = (try SharedNumber(), settings.backtraceTime)
    output = try OutputLog(reading: said.reading, capacity: settings.logCapacity)
    var spawn = spawn
    spawn.descriptors = [
      1: said.writing, 2: said.writing, DrivenDescriptor.ready.rawValue: told.writing,
      DrivenDescriptor.lifeline.rawValue: held.reading,
      DrivenDescriptor.untouchedGeneration.rawValue: untouchedGeneration.descriptor,
    ]
    process = try AppStart(spawn: spawn, environment: settings.environment).start { [output] in
      output.note($0)
    }
    (ready, lifeline) = (told.reading, held.writing)
    try ready.makeNonBlocking()
  }

  /// Whether there has been room for threads.
  private static let hasRoom = Atomic(false)

  /// Takes over a process that another has started, with what that has held of it.
  init(_ process: RunningProcess, holding held: Holdings, settings: AppSettings) throws(SystemError) {
    (self.process, backtraceTime) = (process, settings.backtraceTime)
    (ready, lifeline) = (held.ready, held.lifeline)
    untouchedGeneration = try SharedNumber(in: held.untouchedGeneration)
    output = try OutputLog(reading: held.output, capacity: settings.logCapacity)
  }

  /// Watches an app that another process has started and goes on holding: it is not ended from here, and what it writes is
  /// for that process.
  init(watching identifier: Int32, settings: AppSettings) throws(SystemError) {
    (process, backtraceTime) = (try RunningProcess(watching: identifier), settings.backtraceTime)
    (ready, lifeline) = try Descriptor.pipe()
    untouchedGeneration = try SharedNumber()
    output = try OutputLog(reading: Descriptor.open("/dev/null", .reading), capacity: settings.logCapacity)
  }

  deinit { end(termination: .zero) }

  /// Whether this process has started the app, or has taken it over.
  var isOwn: Bool { process.isOwn }

  /// What a process holds of an app that it has started.
  struct Holdings {
    let ready, lifeline, untouchedGeneration, output: Descriptor
  }

  /// Whether a launch server has started the process.
  var hasLaunchServer: Bool { process.hasMessenger }

  /// What this process holds of the app. From here on, what the app writes is for who takes it over.
  func holdings() -> Holdings {
    output.finish()
    return Holdings(
      ready: ready, lifeline: lifeline, untouchedGeneration: untouchedGeneration.descriptor,
      output: output.source)
  }

  /// Leaves the app to the process that has taken over the holdings.
  func leave() { process.leave() }

  var pid: Int32 { process.identifier }

  var isRunning: Bool { exitStatus == nil }

  /// How the process ended; nil while it runs.
  var exitStatus: ExitStatus? { waitForExit(until: Deadline(in: .zero)) }

  /// Whether the process may have left others behind.
  var mayHaveLeftSome: Bool { process.mayHaveLeftSome }

  /// Returns how the process ended; nil if it still runs at the deadline.
  func waitForExit(until deadline: Deadline) -> ExitStatus? {
    guard let status = process.waitForExit(until: deadline) else { return nil }
    output.finish()
    // Whatever the app has left behind cannot write any more.
    output.source.close()
    return status
  }

  /// Waits until the descriptor is readable. Returns false if the process ends or the deadline passes first.
  func waits(for descriptor: Descriptor, until deadline: Deadline?) throws(SystemError) -> Bool {
    try process.waits(for: descriptor, until: deadline)
  }

  /// Ends the process, first by asking and then by force, and everything that it left in its process group.
  @discardableResult
  func end(termination: Duration) -> ExitStatus? {
    guard isOwn else { return nil }
    letGo()
    if termination > .zero, isRunning {
      process.signal(.terminate)
      _ = waitForExit(until: Deadline(in: termination))
    }
    process.signal(.kill)
    return waitForExit(until: Deadline(in: .seconds(10)))
  }

  /// Ends a process that does not answer any more, and has it write where it hangs, if it can. One that was about to end by a
  /// crash does so: then returns how.
  func end(hanging problem: String) -> ExitStatus? {
    let deadline = Deadline(in: backtraceTime)
    if isOwn, !hasHung.load(ordering: .relaxed), process.isCrashing,
      let status = waitForExit(until: deadline)
    {
      return status
    }
    hasHung.store(true, ordering: .relaxed)
    guard isOwn else { return nil }
    output.note("ended: \(problem)")
    process.trapBusyThread(until: deadline)
    end(termination: .zero)
    return nil
  }

  /// What has become of the process in words; nil while it runs.
  var fate: String? {
    exitStatus.map { hasHung.load(ordering: .relaxed) ? "did not answer and was ended" : "\($0)" }
  }

  /// Whether a failure of the test says what has become of the process.
  var isEndTold: Bool { endIsTold.load(ordering: .relaxed) }

  /// What an error says of one that did not answer.
  static let wordsOfEnding = "It has been ended."

  /// Notes what a failure of the test, by an error of the app, tells of the process.
  func noteTold(by failure: String, of app: String) {
    guard let status = exitStatus else { return }
    let words = hasHung.load(ordering: .relaxed) ? Self.wordsOfEnding : "\(app) \(status)"
    if failure.contains(words) { endIsTold.store(true, ordering: .relaxed) }
  }

  /// Closes the lifeline; an app that watches it quits.
  func letGo() { lifeline.close() }

  // MARK: - Ready

  private static let longestStatus = 65_536

  /// Waits for the app's status, which says that it is ready. Throws if the app ends, the deadline passes or nobody waits for
  /// it any more; then it is ended.
  func readStatus(of app: String, until deadline: Deadline, _ settings: AppSettings) throws -> StatusReply {
    var bytes: [UInt8] = []
    while !bytes.contains(UInt8(ascii: "\n")) {
      guard try process.waits(for: ready, or: settings.cancellation, until: deadline) else {
        if let cancellation = settings.cancellation, try cancellation.isReadable {
          end(termination: .zero)
          throw AppError.startFailed(app: app, problem: "nobody waits for it any more")
        }
        let problem = "It was not ready within \(settings.launchTimeout)."
        if let status = exitStatus ?? end(hanging: problem) { throw ended(app, status) }
        throw AppError.notReady(app: app, after: settings.launchTimeout, log: output.text)
      }
      guard let more = try ready.readSome() else { continue }
      if more.isEmpty {
        // A process that ends closes its descriptors a moment before it counts as ended.
        let soon = Deadline(in: min(deadline.remaining, .seconds(1)))
        if let status = waitForExit(until: soon) { throw ended(app, status) }
        throw unreadable(
          app,
          bytes.isEmpty
            ? "it closed the descriptor without one" : "the line has no end: \(Self.excerpt(bytes))")
      }
      bytes += more
      if bytes.count > Self.longestStatus {
        throw unreadable(app, "it is longer than \(Self.longestStatus) bytes")
      }
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    do {
      return try StatusReply.decoded(from: Array(line))
    } catch let error as OtherVersionError {
      throw distrusted(app, "its status says \(error)")
    } catch {
      throw unreadable(app, "it is not a status: \(Self.excerpt(line))")
    }
  }

  /// What it says is wrong, so the process may not be the app, and is ended.
  func distrusted(_ app: String, _ problem: String) -> AppError {
    end(termination: .zero)
    return .untrusted(app: app, problem: problem, log: output.text)
  }

  private func unreadable(_ app: String, _ problem: String) -> AppError {
    distrusted(app, "its status cannot be read: \(problem)")
  }

  private func ended(_ app: String, _ status: ExitStatus) -> AppError {
    // Words such as --help make an app print something and end.
    let advice = status.isCrash ? "" : ", as words that only ask for something to be printed make it"
    return .ended(app: app, status, doing: "before it was ready\(advice)", log: output.text)
  }

  private static func excerpt(_ bytes: some Collection<UInt8>) -> String {
    let text = String(decoding: bytes.prefix(200), as: UTF8.self)
    return "\"\(text)\"" + (bytes.count > 200 ? " and \(bytes.count - 200) more bytes" : "")
  }
}

/// The last part of a process's output, read on a thread of its own so that the process never blocks on writing.
final class OutputLog: Sendable {
  /// The kept bytes, and the number of older bytes that were dropped.
  private struct Contents {
    var bytes: [UInt8] = []
    var dropped = 0
  }

  let source: Descriptor
  private let capacity: Int
  private let contents = Mutex(Contents())
  private let stopper: Descriptor
  private let thread = Mutex<SystemThread?>(nil)

  /// Begins to read from the descriptor.
  init(reading source: Descriptor, capacity: Int) throws(SystemError) {
    (self.source, self.capacity) = (source, capacity)
    try source.makeNonBlocking()
    let (stop, stopper) = try Descriptor.pipe()
    self.stopper = stopper
    let reader = try SystemThread { [weak self] in
      Self.drain(source, until: stop) { self?.append($0) }
    }
    thread.withLock { $0 = reader }
  }

  deinit {
    stopper.close()
    thread.withLock { $0?.leave() }
  }

  /// The kept output, after a note about how much older output was dropped.
  var text: String {
    contents.withLock { contents in
      let kept = contents.bytes.suffix(capacity)
      let dropped = contents.dropped + contents.bytes.count - kept.count
      let text = String(decoding: kept, as: UTF8.self)
      return dropped == 0 ? text : "[\(dropped) earlier bytes dropped]\n" + text
    }
  }

  /// Adds words of the driver, as one line: it is told by its beginning from what the app writes.
  func note(_ words: String) {
    let lines = words.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    append(Array("[AppDriver] \(lines.joined(separator: " "))\n".utf8))
  }

  /// Reads what is left and ends the thread, even if another process still holds the other end open.
  func finish() {
    stopper.close()
    thread.withLock { $0.take()?.join() }
  }

  private func append(_ bytes: [UInt8]) {
    contents.withLock { contents in
      contents.bytes += bytes
      // Trimming only at twice the capacity means that each byte is moved at most once.
      if contents.bytes.count > 2 * capacity {
        let excess = contents.bytes.count - capacity
        contents.bytes.removeFirst(excess)
        contents.dropped += excess
      }
    }
  }

  private static func drain(_ source: Descriptor, until stop: Descriptor, append: ([UInt8]) -> Void) {
    while let events = try? Descriptor.poll([(source, .reading), (stop, .reading)], until: nil) {
      if !events[1].isEmpty { break }
      guard let bytes = try? source.readSome(), !bytes.isEmpty else { return }
      append(bytes)
    }
    // Reads a bounded amount, because a child process that was left behind may write for ever.
    for _ in 0..<64 {
      guard let bytes = try? source.readSome(), !bytes.isEmpty else { return }
      append(bytes)
    }
  }
}
#endif
