#if DEBUG
import ControlProtocol
import ElementTree
import OperatingSystem
import Processes
import Synchronization

/// A log of what tests do with an app, step by step, in the format of Xcode's activity log.
///
/// They are appended to a file if the environment names one, each line in one write, so several processes can share a
/// file. The prefix `[process.app]` of a line says whose step it is; the apps of a process are numbered.
final class ActivityLog: Sendable {
  /// The environment variable that names the file.
  static let variable = "CLEANSLATE_LOG"

  private struct Progress {
    var file: Descriptor?
    var test: String?
    var start = ContinuousClock.now
    var problem: String?
  }

  private let path: String?
  private let number = count.add(1, ordering: .relaxed).newValue
  private let progress = Mutex(Progress())

  private static let count = Atomic(0)

  /// Creates a log, with a file if the environment asks for one.
  init(environment: [String: String]) {
    path = environment[Self.variable].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether somebody asks for the log.
  var isOn: Bool { path != nil }

  /// Notes that a test begins.
  func begin(test: String) throws(ActivityLogError) {
    try progress.withLock { progress throws(ActivityLogError) in
      if progress.file == nil { progress.file = try open() }
      progress.test = Self.line(test)
      progress.start = .now
      write("Test Case '\(Self.line(test))' started.", &progress)
      writeStep("Start Test", depth: 0, &progress)
    }
  }

  /// Adds a step; a greater depth marks it as part of the step before.
  func add(_ step: String, depth: Int = 0) {
    guard isOn else { return }
    progress.withLock { progress in
      // Also note launches outside of a test. If the file cannot be opened, `begin(test:)` reports that.
      if progress.file == nil { progress.file = try? open() }
      writeStep(step, depth: depth, &progress)
    }
  }

  /// Notes that the test has ended, and returns why the log is incomplete, if it is.
  func end(failed: Bool) -> String? {
    progress.withLock { progress in
      guard let test = progress.test else { return nil }
      writeStep("Tear Down", depth: 0, &progress)
      let seconds = Self.text(ContinuousClock.now - progress.start)
      write("Test Case '\(test)' \(failed ? "failed" : "passed") (\(seconds) seconds).", &progress)
      progress.test = nil
      return progress.problem.take()
    }
  }

  /// Describes a request for the log.
  static func step(_ route: ControlRoute, _ body: some Encodable) -> String {
    switch body {
    case let tap as TapRequest: "Tap \"\(tap.id)\""
    // What is typed into another field may be a secret.
    case let typing as TypeRequest where typing.roles == [Role.textField.rawValue]:
      "Type \"\(typing.text)\" into \"\(typing.id)\""
    case let typing as TypeRequest: "Type \(typing.text.count) characters into \"\(typing.id)\""
    case let link as OpenRequest: "Follow link \(link.link)"
    case is BackRequest: "Go back"
    case let clock as ClockRequest: clock.description.prefix(1).uppercased() + clock.description.dropFirst()
    case let save as SaveStateRequest: "Save the state \"\(save.name)\""
    default: "Ask for \(route.path)"
    }
  }

  private func writeStep(_ step: String, depth: Int, _ progress: inout Progress) {
    guard isOn else { return }
    let time = progress.test == nil ? "nan" : Self.text(ContinuousClock.now - progress.start)
    write("    " + Self.line(step, time: time, depth: depth), &progress)
  }

  /// A step as Xcode writes it.
  static func line(_ step: String, time: String, depth: Int) -> String {
    let padding = String(repeating: " ", count: max(0, 10 - time.count))
    return "t = \(padding)\(time)s \(String(repeating: "    ", count: depth))\(line(step))"
  }

  /// Opens the file; nil if nobody asks for one.
  private func open() throws(ActivityLogError) -> Descriptor? {
    guard let path else { return nil }
    do {
      return try Descriptor.open(path, .appending)
    } catch {
      throw ActivityLogError(path: path, reason: error.reason)
    }
  }

  private func write(_ line: String, _ progress: inout Progress) {
    guard let path, let file = progress.file else { return }
    let bytes = Array("[\(ThisProcess.identifier).\(number)] \(line)\n".utf8)
    do throws(SystemError) {
      // A line that is cut short would run into the next one.
      if try file.writeNow(bytes) != bytes.count {
        progress.problem = "\(ActivityLogError(path: path, reason: "it is full"))"
      }
    } catch {
      progress.problem = "\(ActivityLogError(path: path, reason: error.reason))"
    }
  }

  private static func line(_ text: String) -> String {
    text.contains { $0.isNewline } ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
  }

  /// Returns the seconds with microseconds: Xcode writes hundredths, but a live reset takes less.
  static func text(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let micros = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: max(0, 6 - micros.count)) + micros
  }
}

/// Why the log of activities cannot be written.
struct ActivityLogError: Error, Equatable, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The log '\(path)' that \(ActivityLog.variable) names cannot be written: \(reason). "
      + "Expected a file, or a place for one, below a folder that exists."
  }
}
#endif
