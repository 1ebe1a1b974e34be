import ToolOptions

/// The words with which tests run more than once, or in another order.
struct FlakeOptions {
  private(set) var retries: Int?
  private(set) var failsOnFlaky = false
  private(set) var repetitions: Int?
  private(set) var untilFailure = false
  /// Whether tests are dealt into processes in random order.
  private(set) var isRandom = false
  /// Of the random order, or for the first process of tests that are repeated; nil picks one.
  private(set) var seed: UInt64?

  var isRepeated: Bool { repetitions != nil || untilFailure }
  /// Whether a test that has failed as well as passed is a failure: only who asks for retries, and no more, makes do with it.
  var flakyFails: Bool { retries == nil || failsOnFlaky }

  static let declared = [
    ToolOption(
      "--retries", "N", example: "2",
      help: "Runs each test that failed again, up to N times, in a process of its own; one that then "
        + "passes is flaky. What the leak gate found stays a failure."),
    ToolOption("--fail-on-flaky", help: "With --retries: the run fails if a test is flaky."),
    ToolOption(
      "--repeat", "N", example: "500", help: "Runs each test N times, on a clean slate each time."),
    ToolOption(
      "--until-failure",
      help: "Runs the tests again and again, at most N times with --repeat N, until one fails."),
    ToolOption(
      "--order", "random",
      help: "Distributes the tests over processes in random order; --repeat N is N rounds."),
    ToolOption(
      "--seed", "N", example: "7",
      help:
        "The seed of that order, or CLEANSLATE_SEED in the first process of --repeat and --until-failure; "
        + "without it one is picked."),
  ]

  /// Takes an option that is declared here, and its value.
  mutating func take(_ name: String, _ value: String?) throws(UsageError) {
    switch name {
    case "--retries": retries = try Self.number(value, of: name, from: 0)
    case "--repeat": repetitions = try Self.number(value, of: name, from: 1)
    case "--fail-on-flaky": failsOnFlaky = true
    case "--until-failure": untilFailure = true
    case "--order":
      guard value == "random" else {
        throw UsageError(description: "'--order \(value ?? "")' is no order: expected '--order random'.")
      }
      isRandom = true
    default:
      seed = UInt64(value ?? "")
      guard seed != nil else {
        throw UsageError(
          description: "'--seed \(value ?? "")' is no seed: expected a number from 0, as in '--seed 7'.")
      }
    }
  }

  /// Throws if options exclude one another.
  func check() throws(UsageError) {
    func refuse(_ text: String) throws(UsageError) { throw UsageError(description: text) }
    if retries != nil, isRepeated {
      try refuse(
        "'--retries' hides what '\(repetitions == nil ? "--until-failure" : "--repeat")' is to find: "
          + "use one of them.")
    }
    if retries != nil, isRandom {
      try refuse("'--retries' hides what '--order random' is to find: use one of them.")
    }
    if failsOnFlaky, retries == nil {
      try refuse("'--fail-on-flaky' is for tests that run again: expected '--retries 2 --fail-on-flaky'.")
    }
    if seed != nil, !isRepeated, !isRandom {
      try refuse(
        "'--seed' is for '--order random', '--repeat' and '--until-failure': use it with one of them.")
    }
  }

  private static func number(
    _ value: String?, of name: String, from least: Int
  ) throws(UsageError) -> Int {
    guard let number = Int(value ?? ""), number >= least else {
      let example = declared.first { $0.name == name }?.example ?? ""
      throw UsageError(
        description: "'\(name) \(value ?? "")' is no number from \(least): expected '\(name) \(example)'.")
    }
    return number
  }
}
