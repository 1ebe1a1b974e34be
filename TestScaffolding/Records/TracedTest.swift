/// A test as the list of its run has it, a line for each: who it is, and what became of it. The driver writes it, and the
/// report reads it. docs/report.md describes the form.
package struct TracedTest: Codable, Sendable {
  /// What the files of a run say of their form. A reader refuses any other.
  package static let version = 1
  /// The list of a run's tests, in the run's folder.
  package static let listName = "tests.jsonl"

  package struct Identity: Codable, Sendable {
    /// As `swift test list` or Swift Testing's events name it.
    package var id: String
    package var module: String
    package var suite: String
    package var name: String
    /// Whether it is one of the cases of a test with arguments.
    package var isCase: Bool
    package var app: String
    /// What the test calls the app, if it has several: each has a line of its own.
    package var role: String?
    package var file: String?
    package var line: Int?

    package init(
      id: String, module: String, suite: String, name: String, isCase: Bool, app: String,
      role: String? = nil, file: String?, line: Int?
    ) {
      (self.id, self.module, self.suite, self.name) = (id, module, suite, name)
      (self.isCase, self.app, self.role) = (isCase, app, role)
      (self.file, self.line) = (file, line)
    }

    /// The id without the place that Swift Testing puts behind it.
    package var label: String {
      guard let slash = id.lastIndex(of: "/"), id[slash...].contains(".swift:") else { return id }
      return String(id[..<slash])
    }
  }

  package struct Summary: Codable, Sendable {
    /// `passed`, `failed`, or `running` in a trace that was written before the test had ended.
    package var outcome: String
    package var seconds: Double
    package var launches: Int
    package var launchNanoseconds: Int
    package var resets: Int
    package var resetNanoseconds: Int
    package var leaks: Int

    package init(
      outcome: String, seconds: Double, launches: Int = 0, launchNanoseconds: Int = 0, resets: Int = 0,
      resetNanoseconds: Int = 0, leaks: Int = 0
    ) {
      (self.outcome, self.seconds, self.leaks) = (outcome, seconds, leaks)
      (self.launches, self.launchNanoseconds) = (launches, launchNanoseconds)
      (self.resets, self.resetNanoseconds) = (resets, resetNanoseconds)
    }
  }

  package var kind = "test"
  package var version = Self.version
  package var test: Identity
  /// Seconds since 1970.
  package var date: Double
  package var summary: Summary
  /// That of the first failure.
  package var message: String?
  /// The name of the file with the trace, where it was kept.
  package var trace: String?

  package init(
    test: Identity, date: Double, summary: Summary, message: String? = nil, trace: String? = nil
  ) {
    (self.test, self.date, self.summary) = (test, date, summary)
    (self.message, self.trace) = (message, trace)
  }
}
