#if DEBUG
import Foundation
import OperatingSystem

/// The driver's own watch: tells `cleanslate test` how long a test had its app, from the lease to the return.
///
/// A test framework's time includes what the test waited for its turn. Where `CLEANSLATE_TIMINGS` names no file,
/// nothing is written.
package struct LeaseWatch {
  package struct Timing: Codable, Equatable {
    package let test: String
    package let seconds: Double
  }

  private let test: String
  private let path: String?
  private let start = ContinuousClock.now

  /// Starts the watch for the test, which is named as `swift test list` or Swift Testing's events name it.
  package init(test: String, file path: String? = ProcessInfo.processInfo.environment["CLEANSLATE_TIMINGS"]) {
    (self.test, self.path) = (test, path)
  }

  /// Appends a line to the file, in one piece, as other processes append to it too. A file that cannot be written is
  /// no reason to fail a test.
  package func stop() {
    guard let path, let file = try? Descriptor.open(path, .appending) else { return }
    let timing = Timing(test: test, seconds: (ContinuousClock.now - start) / .seconds(1))
    guard var line = try? JSONEncoder().encode(timing) else { return }
    line.append(UInt8(ascii: "\n"))
    _ = try? file.writeNow(Array(line))
  }
}
#endif
