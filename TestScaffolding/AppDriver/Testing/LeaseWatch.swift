#if DEBUG
import Foundation
import OperatingSystem
import Records
import Synchronization

/// The driver's own watch: tells `cleanslate test` how long a test had its app, from the lease to the return, what it
/// did with it, and what the leak gate found.
///
/// A test framework's time includes what the test waited for its turn. Where `CLEANSLATE_TIMINGS` names no file,
/// nothing is written.
package struct LeaseWatch {
  private let test: String
  private let path: String?
  private let start = ContinuousClock.now

  /// The file that `cleanslate test` names.
  package static var file: String? { ProcessInfo.processInfo.environment["CLEANSLATE_TIMINGS"] }

  /// Starts the watch for the test, which is named as `swift test list` or Swift Testing's events name it.
  package init(test: String, file path: String?) {
    (self.test, self.path) = (test, path)
  }

  /// Appends a line to the file, in one piece, as other processes append to it too. A file that cannot be written is
  /// no reason to fail a test. The apps are those that the test had, with their names if there are several.
  package func stop(_ apps: [(role: String?, app: App)] = [], failed: Bool = false) {
    guard let path, let file = try? Descriptor.open(path, .appending) else { return }
    let leaks = apps.flatMap { $0.app.slate.withLock(\.foundByResets) }
    let steps = apps.flatMap { role, app in
      app.recorder.read(\.ownSteps).map { step in
        role.map { Lease.Step(seconds: step.seconds, text: "\($0): \(step.text)") } ?? step
      }
    }
    let lease = Lease(
      test: test, seconds: (ContinuousClock.now - start) / .seconds(1), failed: failed ? true : nil,
      leaks: leaks.isEmpty ? nil : leaks,
      steps: steps.isEmpty ? nil : steps.sorted { $0.seconds < $1.seconds })
    guard var line = try? JSONEncoder().encode(lease) else { return }
    line.append(UInt8(ascii: "\n"))
    _ = try? file.writeNow(Array(line))
  }
}
#endif
