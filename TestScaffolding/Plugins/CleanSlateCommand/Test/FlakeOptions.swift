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

  /// Takes the option and its value; returns false if it is none of these.
  mutating func take(_ name: String, _ value: String?, _ words: inout Words) throws(UsageError) -> Bool {
    switch name {
    case "--retries": retries = try Self.number(value, of: name, from: 0, "--retries 2", &words)
    case "--repeat": repetitions = try Self.number(value, of: name, from: 1, "--repeat 500", &words)
    case "--fail-on-flaky" where value == nil: failsOnFlaky = true
    case "--until-failure" where value == nil: untilFailure = true
    case "--order":
      guard let text = value ?? words.nextValue() else {
        throw UsageError(description: "Missing value after '--order': expected '--order random'.")
      }
      guard text == "random" else {
        throw UsageError(description: "'--order \(text)' is no order: expected '--order random'.")
      }
      order = .random(nil)
    case "--seed":
      guard let text = value ?? words.nextValue() else {
        seed = .some(nil)
        break
      }
      guard let number = UInt64(text) else {
        throw UsageError(
          description:
            "'--seed \(text)' is no seed: expected a number, such as '--seed 7', or none to pick one.")
      }
      seed = number
    default: return false
    }
    return true
  }

  /// Throws if options exclude one another.
  mutating func check() throws(UsageError) {
    func refuse(_ text: String) throws(UsageError) { throw UsageError(description: text) }
    if retries != nil, isRepeated {
      try refuse(
        "'--retries' looks away from what '\(repetitions == nil ? "--until-failure" : "--repeat")' looks for: "
          + "use one of them.")
    }
    if retries != nil, order != .listed {
      try refuse("'--retries' looks away from what '--order random' looks for: use one of them.")
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
    _ value: String?, of option: String, from least: Int, _ example: String, _ words: inout Words
  ) throws(UsageError) -> Int {
    guard let text = value ?? words.next() else {
      throw UsageError(description: "Missing value after '\(option)': expected '\(example)'.")
    }
    guard let number = Int(text), number >= least else {
      throw UsageError(
        description: "'\(option) \(text)' is no number from \(least): expected '\(example)'.")
    }
    return number
  }
}
