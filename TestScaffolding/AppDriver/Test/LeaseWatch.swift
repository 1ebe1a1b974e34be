#if DEBUG
import ControlProtocol
import Foundation
import OperatingSystem
import Records
import Synchronization

/// The driver's own watch: tells `cleanslate test` how long a test had its app, from the lease to the return, what it
/// did with it, and what the leak gate found.
///
/// A test framework's time includes what the test waited for its turn. Where the run names no file,
/// nothing is written.
package struct LeaseWatch {
  private let test: String
  private let file: Result<Descriptor?, SystemError>
  private let start = ContinuousClock.now

  /// The file that `cleanslate test` names.
  package static var file: String? { ProcessStart.ofThisProcess?.leases }

  /// Starts the watch for the test with this id. The file is opened before the test can do anything to it, and never made.
  package init(test: String, file path: String?) {
    self.test = test
    file = Result { () throws(SystemError) in
      guard let path else { return nil }
      let isThere = try Descriptor.status(atPath: path) != nil
      return try Descriptor.open(path, isThere ? .appending : .writing)
    }
  }

  /// Tells what the leak gate found, before the test fails for it: whatever happens then, that is not forgotten.
  package func tell(_ leaks: [String]) throws {
    guard !leaks.isEmpty else { return }
    try write(Lease(test: test, seconds: 0, failed: true, leaks: leaks, steps: nil))
  }

  /// Tells the time and the steps; where that cannot be written, it is no reason to fail a test. The apps are those that the
  /// test had, with their names if there are several. `problem` is why what became of the test is not kept.
  package func stop(
    _ apps: [(role: String?, app: App)] = [], failed: Bool = false, problem: String? = nil,
    complain: (String) -> Void = { _ = TestEvidence.complain($0, of: .lease) }
  ) {
    let steps = apps.flatMap { role, app in
      // The trace of each app has a beginning of its own.
      let (steps, delay) = app.recorder.read { ($0.ownSteps, ($0.start - start).wholeNanoseconds) }
      return steps.map { step in
        var step = step
        step.at += delay
        step.text = (role.map { "\($0): " } ?? "") + step.text
        return step
      }
    }
    do {
      try write(
        Lease(
          test: test, seconds: (ContinuousClock.now - start) / .seconds(1), failed: failed ? true : nil,
          leaks: nil, steps: steps.isEmpty ? nil : steps.sorted { $0.at < $1.at }, problem: problem))
    } catch {
      complain("'cleanslate test' is not told what a test did: \(error)")
    }
  }

  /// Appends a whole line. Other tests of this process do so, too, and a pipe takes a long line in pieces.
  private func write(_ lease: Lease) throws {
    guard let file = try file.get() else { return }
    let line = Array(try JSONEncoder().encode(lease)) + [UInt8(ascii: "\n")]
    try Self.turn.withLock { _ in try file.writeAll(line) }
  }

  private static let turn = Mutex(())
}

/// Runs when the program is loaded: what the environment says of the run is known before a test can change it.
@used @section(".init_array")
private let readEnvironment: @convention(c) () -> Void = {
  _ = (ProcessStart.ofThisProcess, RunFolder.results)
}
#endif
