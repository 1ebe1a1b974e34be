import Measuring

/// `swift run SuiteBenchmark`: what a team pays for its tests, from the command to the prompt.
@main
struct SuiteBenchmark {
  static func main() {
    #if DEBUG
    BenchmarkCommand(
      "SuiteBenchmark", quick: "Measures each thing once instead of seven times.",
      about: """
        Times 'swift test' in a package that uses CleanSlate from outside: 300 tests that tap once and check once in
        SampleShop, and as many that do nothing. All figures come from one run, its measurements taken in turns. The
        package is made in the build folder; to build it for the first time takes some minutes.
        """
    ).run { isQuick in try Suite(rounds: isQuick ? 1 : 7).run() }
    #else
    BenchmarkCommand.needsDebugBuild("SuiteBenchmark")
    #endif
  }
}
