import OperatingSystem
import Records
import ToolOptions

/// What Bazel asks of a test that it runs: with a filter, and with places for what comes out of it.
struct BazelTest {
  private let filter: TestFilter?
  /// What leaves tests out.
  let filterWords: [String]
  private let statusFile: String?
  /// For JUnit's XML.
  let junit: String?
  /// The folder whose files Bazel keeps.
  let results: String?

  /// Nil outside of Bazel.
  init?(_ environment: [String: String]) throws(UsageError) {
    guard environment.given("BAZEL_TEST") != nil else { return nil }
    if let pattern = environment.given("TESTBRIDGE_TEST_ONLY") {
      var filter = TestFilter()
      do {
        try filter.want(pattern)
      } catch {
        throw UsageError(description: "TESTBRIDGE_TEST_ONLY=\(pattern) is no regular expression.")
      }
      self.filter = filter
      filterWords = ["TESTBRIDGE_TEST_ONLY", pattern]
    } else {
      (filter, filterWords) = (nil, [])
    }
    statusFile = environment.given("TEST_SHARD_STATUS_FILE")
    junit = environment.given("XML_OUTPUT_FILE")
    results = environment.given("TEST_UNDECLARED_OUTPUTS_DIR")
  }

  /// Tells Bazel that the test knows of shards; it fails one that does not.
  func touchStatusFile() throws(SystemError) {
    if let statusFile { _ = try Descriptor.open(statusFile, .appending) }
  }

  func takes(_ test: TestIdentity, suites: Set<String>) -> Bool {
    filter?.takes(test, suites: suites) ?? true
  }
}
