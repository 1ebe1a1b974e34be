import Foundation

/// The sanitizer that tests and apps may have been built with, as `.ci/sanitize` does.
package enum Sanitizer {
  /// The variables that tell sanitizers what to do; apps get those of the tests.
  package static let variables = ["ASAN_OPTIONS", "TSAN_OPTIONS"]

  package static var isOn: Bool {
    variables.contains { ProcessInfo.processInfo.environment[$0] != nil }
  }

  /// How many times the usual memory is no sign of growth: a sanitizer keeps freed memory for a while, and pages of its
  /// own for what is in use.
  package static var memoryFactor: Int { isOn ? 8 : 1 }
}
