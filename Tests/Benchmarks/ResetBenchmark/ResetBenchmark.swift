import Measuring

/// `swift run ResetBenchmark`: what a clean slate costs, live and by launching again.
@main
struct ResetBenchmark {
  static func main() throws {
    #if DEBUG
    if CommandLine.arguments.dropFirst().first == EchoServer.option, CommandLine.arguments.count == 3 {
      return try EchoServer.serve(at: CommandLine.arguments[2])
    }
    BenchmarkCommand(
      "ResetBenchmark", quick: "Measures a tenth of the rounds.",
      about: """
        All figures come from one run, its measurements taken in turns. Builds the apps that it measures.
        """, limits: "Tests/Benchmarks/reset-limits.json"
    ).run { isQuick in
      try Benchmark(rounds: isQuick ? 50 : 500, resets: isQuick ? 1_000 : 10_000).run()
    }
    #else
    BenchmarkCommand.needsDebugBuild("ResetBenchmark")
    #endif
  }
}
