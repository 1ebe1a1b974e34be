#if DEBUG
/// The words after `swift run ResetBenchmark`.
struct BenchmarkOptions {
  var rounds = 500
  var resets = 10_000
  var json: String?
  var help = false
  var echoPath: String?

  struct UsageError: Error, CustomStringConvertible { let description: String }

  static let usage = """
    USAGE: swift run ResetBenchmark [--quick] [--json FILE]

      --quick      measures a tenth of the rounds
      --json FILE  writes the figures for machines as well; '-' writes them alone to standard output
      --help       shows this help

    All figures come from one run, its measurements taken in turns. Builds the apps that it measures.
    """

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick": (rounds, resets) = (50, 1000)
      case "--help", "-h": help = true
      case "--json", "--serve-echo":
        guard let value = rest.popFirst() else {
          throw UsageError(description: "Missing value for '\(word)'.\n\n\(Self.usage)")
        }
        if word == "--json" { json = value } else { echoPath = value }
      default: throw UsageError(description: "Unknown option '\(word)'.\n\n\(Self.usage)")
      }
    }
  }
}
#endif
