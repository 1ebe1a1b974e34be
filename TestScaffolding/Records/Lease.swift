/// What the driver's own watch says of a test that had an app, from the lease of the app to its return: a line of what
/// `ProcessStart.leases` names.
package struct Lease: Codable, Equatable, Sendable {
  /// How a failure begins that says that leaks could not be told.
  package static let untold = "The leaks could not be told to 'cleanslate test'"

  /// The id of the test.
  package let test: String
  package let seconds: Double
  /// Only if it did.
  package let failed: Bool?
  /// What the leak gate found, only if it found something.
  package let leaks: [String]?
  package let steps: [TestStep]?
  /// Why what became of the test is not in the run's folder, if it is not.
  package let problem: String?

  package init(
    test: String, seconds: Double, failed: Bool?, leaks: [String]?, steps: [TestStep]?, problem: String? = nil
  ) {
    (self.test, self.seconds, self.failed, self.leaks, self.steps) = (test, seconds, failed, leaks, steps)
    self.problem = problem
  }
}
