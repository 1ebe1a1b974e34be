/// What became of a test and one of its apps: a line of the list of a run. docs/report.md describes the form.
package struct TestRecord: Codable, Sendable {
  /// What the files of a run say of their form. A reader refuses any other.
  package static let version = 3

  package var version = Self.version
  package var test: TestIdentity
  /// Seconds since 1970.
  package var date: Double
  package var summary: TestSummary
  /// That of the first failure.
  package var message: String?
  /// The name of the file with the trace, where it was kept.
  package var trace: String?
  /// What its resets and audits have found that fails no test.
  package var remarks: [String]?
  /// The screens that were judged for the first time in their process.
  package var audit: [JudgedScreen]?

  package init(
    test: TestIdentity, date: Double, summary: TestSummary, message: String? = nil, trace: String? = nil,
    remarks: [String] = [], audit: [JudgedScreen] = []
  ) {
    (self.test, self.date, self.summary) = (test, date, summary)
    (self.message, self.trace) = (message, trace)
    self.remarks = remarks.isEmpty ? nil : remarks
    self.audit = audit.isEmpty ? nil : audit
  }
}

/// How a test ended, and what it has cost.
package struct TestSummary: Codable, Sendable {
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
