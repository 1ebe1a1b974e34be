import Foundation
import Records
import ToolOptions

/// The words of `cleanslate test`: its own, and those for `swift build` and `swift test`.
struct TestOptions {
  private(set) var junit: String?
  private(set) var codeQuality: String?
  private(set) var shard: ShardChoice?
  private(set) var timings: String?
  private(set) var printsPlan = false
  private(set) var showsOutput = false
  private(set) var pausesOnFailure = false
  private(set) var updatesSnapshots = false
  private(set) var flakes = FlakeOptions()
  private(set) var packagePath: String?
  private(set) var skipsBuild = false
  private(set) var frameworks = Set(TestIdentity.Framework.allCases)
  private(set) var filter = TestFilter()
  private(set) var isParallel = false
  /// How many processes of XCTest run at once then.
  var workers: Int { chosenWorkers ?? ProcessInfo.processInfo.activeProcessorCount }
  private var chosenWorkers: Int?
  /// Whether both frameworks run one test at a time.
  private(set) var isSerial = false
  /// How many run at once of tests that are repeated or in random order.
  var processesAtOnce: Int { isSerial ? 1 : Self.usualProcesses }
  /// Enough that an app meets others, and few enough that two processors keep up.
  private static let usualProcesses = 3
  private(set) var scratchPath: String?
  /// Whether SwiftPM is asked for something that may lead it to another folder than the usual one, such as `-c release`.
  private(set) var mayBuildElsewhere = false
  /// For every command of SwiftPM.
  private(set) var common: [String] = []
  /// For Swift Testing.
  private(set) var testOnly: [String] = []
  /// Where Swift Testing writes what tests attach.
  private(set) var attachmentsPath: String?
  /// The words of the filter.
  private(set) var filterWords: [String] = []
  private var mayBeValue = false

  private static let flags: Set<String> = [
    "--enable-code-coverage", "--disable-sandbox", "--verbose", "-v", "--very-verbose", "--vv", "--quiet",
    "-q",
  ]
  /// Some that are passed on, for those who mistype or complete them.
  static let passedOn =
    [
      ("--filter", "PATTERN"), ("--skip", "PATTERN"), ("--parallel", nil), ("--no-parallel", nil),
      ("--num-workers", "N"), ("--skip-build", nil), ("--package-path", "DIRECTORY"),
      ("--scratch-path", "DIRECTORY"), ("--disable-xctest", nil), ("--disable-swift-testing", nil),
      ("--enable-code-coverage", nil), ("--enable-xctest", nil), ("--enable-swift-testing", nil),
      ("--disable-sandbox", nil), ("--cache-path", "DIRECTORY"), ("--verbose", nil),
      ("--configuration", "debug|release"), ("--sanitize", "SANITIZER"),
    ].map { ToolOption($0, $1, help: "Of 'swift test'.") } + [.version]

  init(_ arguments: [String]) throws(UsageError) {
    var words = ToolWords(arguments, for: TestCommand.usage)
    while let word = try words.next(), word != .other("--") {
      if case .option = word { mayBeValue = false }
      switch word {
      case .option("--junit", let value): junit = value
      case .option("--code-quality", let value): codeQuality = value
      case .option("--shard", let value): shard = try ShardChoice(value ?? "")
      case .option("--timings", let value): timings = value
      case .option("--print-plan", _): printsPlan = true
      case .option("--show-output", _): showsOutput = true
      case .option("--pause-on-failure", _): pausesOnFailure = true
      case .option("--update-snapshots", _): updatesSnapshots = true
      case .option(let name, let value): try flakes.take(name, value)
      case .other(let word): try passOn(word, &words)
      }
    }
    while let word = words.nextWord() { try passOn(word, &words) }
    try flakes.check()
    if chosenWorkers != nil, !isParallel {
      throw UsageError(description: "'--num-workers' needs '--parallel': without it, there is one process.")
    }
    if chosenWorkers != nil, flakes.isRepeated || flakes.isRandom {
      throw UsageError(
        description: "'--num-workers' is not for tests that are repeated or in random order, of which up to "
          + "\(Self.usualProcesses) processes run at once: leave it out, or give '--no-parallel' for one."
      )
    }
    if shard == nil, printsPlan || timings != nil {
      let word = printsPlan ? "--print-plan" : "--timings"
      throw UsageError(
        description: "'\(word)' needs to know how many shards there are: '--shard 1/5 \(word)'.")
    }
  }

  /// The command that a person can copy.
  static func command(_ words: [String]) -> String {
    let quoted = words.map { word in
      word.wholeMatch(of: /[A-Za-z0-9_.\/=:,-]+/) == nil ? word.asShellWord : word
    }
    return (["swift run cleanslate test"] + quoted).joined(separator: " ")
  }

  /// The words with which any test runs again as it did: built in the same way, and beside others or not.
  var wordsForOne: [String] {
    common + testOnly + (attachmentsPath.map { [Self.attachmentsOption, $0] } ?? [])
  }

  static let attachmentsOption = "--attachments-path"

  /// The words with which the same tests run again, as long as they are all.
  var wordsForAgain: [String] {
    let disabled = TestIdentity.Framework.allCases.filter { !frameworks.contains($0) }
      .map { $0 == .xcTest ? "--disable-xctest" : "--disable-swift-testing" }
    return wordsForOne + disabled + filterWords
  }

  /// Takes a word for SwiftPM, and its value.
  private mutating func passOn(_ word: String, _ words: inout ToolWords) throws(UsageError) {
    let (name, ownValue) = ToolWords.parts(of: word)
    func value() throws(UsageError) -> String {
      guard let value = ownValue ?? words.nextWord() else {
        throw UsageError(description: "Missing value after '\(name)'.")
      }
      return value
    }
    if let better = Self.refused[name] {
      throw UsageError(description: "'\(name)' is not for 'cleanslate test': \(better).")
    }
    switch name {
    case "--filter", "--skip":
      let pattern = try value()
      if name == "--filter" { try filter.want(pattern) } else { try filter.skip(pattern) }
      filterWords += [name, pattern]
    case "--package-path", "--scratch-path":
      let path = try value()
      if name == "--package-path" { packagePath = path } else { scratchPath = path }
      common += [name, path]
    case "--skip-build": skipsBuild = true
    case "--disable-xctest": frameworks.remove(.xcTest)
    case "--disable-swift-testing": frameworks.remove(.swiftTesting)
    case "--enable-xctest": frameworks.insert(.xcTest)
    case "--enable-swift-testing": frameworks.insert(.swiftTesting)
    case "--parallel", "--no-parallel":
      (isParallel, isSerial) = (name == "--parallel", name == "--no-parallel")
      testOnly.append(word)
    case "--num-workers":
      let text = try value()
      guard let number = Int(text), number > 0 else {
        throw UsageError(description: "'--num-workers \(text)' is no number from 1.")
      }
      chosenWorkers = number
    case "--enable-testable-imports":
      common += ["-Xswiftc", "-enable-testing"]
      mayBuildElsewhere = true
    case Self.attachmentsOption: attachmentsPath = try value()
    case "--experimental-maximum-parallelization-width": testOnly += [name, try value()]
    case _ where name.hasPrefix("-X") && !name.contains("="):
      common += [name, try value()]
      mayBuildElsewhere = true
    case _ where !name.hasPrefix("-") && !mayBeValue:
      throw UsageError(description: "'\(word)' is no option. Tests are chosen by '--filter \(word)'.")
    default:
      common.append(word)
      if word != "--enable-code-coverage" { mayBuildElsewhere = true }
    }
    // Whether an option of SwiftPM has a value, only that knows.
    mayBeValue = name.hasPrefix("-") && ownValue == nil && common.last == word && !Self.flags.contains(word)
  }

  private static let alone = "use it alone"
  /// What would take away from `cleanslate test` what it needs, and what to do instead.
  private static let refused = [
    "--xunit-output": "use '--junit FILE'",
    "--experimental-xunit-message-failure": "what '--junit FILE' writes has each message",
    "--test-output": "use '--show-output'",
    "--disable-testable-imports": "leave it out, they are on in a debug build alone",
    "--event-stream-output-path": "it reads the events itself",
    "--event-stream-version": "it reads the events itself",
    "--configuration-path": "use '--filter' and '--skip'",
    "-h": alone, "-help": alone, "-version": alone, "-s": "use '--filter'", "--specifier": "use '--filter'",
    "-l": "use 'swift test list'", "--list-tests": "use 'swift test list'", "list": "use 'swift test list'",
    "--show-codecov-path": "use 'swift test'", "--show-coverage-path": "use 'swift test'",
    "--show-code-coverage-path": "use 'swift test'", "--show-bin-path": "use 'swift build'",
  ]
}
