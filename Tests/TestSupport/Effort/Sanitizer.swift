import Foundation

/// The sanitizer that tests and apps may have been built with, as `.ci/sanitize` does.
package enum Sanitizer {
  /// The variables that tell sanitizers what to do; apps get those of the tests.
  package static let variables = ["ASAN_OPTIONS", "TSAN_OPTIONS"]

  /// Whether there is one: it keeps freed memory for a while, and pages of its own for what is in use.
  package static var isOn: Bool {
    variables.contains { ProcessInfo.processInfo.environment[$0] != nil }
  }
}
