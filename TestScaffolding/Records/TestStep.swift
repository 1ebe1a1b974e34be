import Foundation

/// What a test did with its app, or what happened meanwhile.
package struct TestStep: Codable, Equatable, Sendable {
  package var number: Int
  /// Nanoseconds since the test began.
  package var at: Int
  /// How long it took; nil while it lasts, and for what only happens.
  package var nanoseconds: Int?
  /// Steps that are indented further are parts of it.
  package var depth: Int
  package var text: String
  package var element: String?
  /// The line of the test, or of a page object, that asked for it.
  package var file: String?
  package var line: Int?
  /// Which of the processes that the app has had answered in the end.
  package var process: Int?
  /// The number of the screen that it led to.
  package var screen: Int?
  package var error: String?
  /// What the app's clock showed in the end, if it stood still.
  package var clock: String?

  package init(
    number: Int = 0, at: Int, depth: Int = 0, text: String, element: String? = nil, file: String? = nil,
    line: Int? = nil, clock: String? = nil
  ) {
    (self.number, self.at, self.depth, self.text) = (number, at, depth, text)
    (self.element, self.file, self.line, self.clock) = (element, file, line, clock)
  }

  /// A line for each.
  package static func list(_ steps: some Sequence<TestStep>) -> String {
    steps.enumerated().map { $1.line(as: $0 + 1) }.joined(separator: "\n")
  }

  /// It with a number, when it began, and what it did.
  package func line(as number: Int) -> String {
    String(format: "  %3d  %9.6f s  ", number, Double(at) / 1e9)
      + String(repeating: "    ", count: depth) + text
  }

  package var place: SourcePlace? { SourcePlace(file: file, line: line) }
}
