import ToolOptions

/// The words with which tests run more than once, or in another order.
struct FlakeOptions {
  /// In what order tests run.
  enum Order: Equatable {
    case listed
    /// Dealt into processes; nil picks a seed.
    case random(UInt64?)
  }

  private(set) var retries: Int?
  private(set) var failsOnFlaky = false
  private(set) var repetitions: Int?
  private(set) var untilFailure = false
  private(set) var order = Order.listed
  private var seed: UInt64??

  var isRepeated: Bool { repetitions != nil || untilFailure }
  /// Whether tests run to find out which of them are flaky, and not in spite of that.
  var flakyFails: Bool { isRepeated || order != .listed }

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
      help: "Shares the tests out to processes in random order and groups; --repeat N is N rounds."),
    ToolOption("--seed", "[N]", help: "The seed of that order; without a number one is picked."),
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
      order = .random(nil)
    default:
      guard let value else {
        seed = .some(nil)
        return
      }
      guard let number = UInt64(value) else {
        throw UsageError(
          description:
            "'--seed \(value)' is no seed: expected a number, such as '--seed 7', or none to pick one.")
      }
      seed = number
    }
  }

  /// Throws if options exclude one another.
  mutating func check() throws(UsageError) {
    func refuse(_ text: String) throws(UsageError) { throw UsageError(description: text) }
    if retries != nil, isRepeated {
      try refuse(
        "'--retries' hides what '\(repetitions == nil ? "--until-failure" : "--repeat")' is to find: "
          + "use one of them.")
    }
    if retries != nil, order != .listed {
      try refuse("'--retries' hides what '--order random' is to find: use one of them.")
    }
    if failsOnFlaky, retries == nil {
      try refuse("'--fail-on-flaky' is for tests that run again: expected '--retries 2 --fail-on-flaky'.")
    }
    if let seed {
      guard order != .listed else { return try refuse("'--seed' is for '--order random --seed 7'.") }
      order = .random(seed)
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
