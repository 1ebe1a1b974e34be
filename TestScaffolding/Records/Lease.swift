import Foundation

/// What the driver's own watch says of a test that had an app, from the lease of the app to its return: a line of the file
/// that `CLEANSLATE_TIMINGS` names.
package struct Lease: Codable, Equatable, Sendable {
  /// What a test did with its app.
  package struct Step: Codable, Equatable, Sendable {
    package let seconds: Double
    package let text: String

    package init(seconds: Double, text: String) { (self.seconds, self.text) = (seconds, text) }
  }

  package let test: String
  package let seconds: Double
  /// Only if it did.
  package let failed: Bool?
  /// What the leak gate found, only if it found something.
  package let leaks: [String]?
  package let steps: [Step]?

  package init(test: String, seconds: Double, failed: Bool?, leaks: [String]?, steps: [Step]?) {
    self.test = test
    self.seconds = seconds
    self.failed = failed
    self.leaks = leaks
    self.steps = steps
  }

  /// Reads the file; a line that is still being written is left out.
  package static func read(from path: String) -> [Lease] {
    let lines = (try? String(contentsOf: URL(filePath: path), encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap { try? JSONDecoder().decode(Lease.self, from: Data($0.utf8)) }
  }
}
