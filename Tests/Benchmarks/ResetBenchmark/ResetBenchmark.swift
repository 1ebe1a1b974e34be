#if DEBUG
import Foundation

/// `swift run ResetBenchmark`: what a clean slate costs, live and by launching again.
@main
struct ResetBenchmark {
  static func main() {
    do {
      let options = try BenchmarkOptions(Array(CommandLine.arguments.dropFirst()))
      if let path = options.echoPath {
        try EchoServer.serve(at: path)
      } else if options.help {
        print(BenchmarkOptions.usage)
      } else {
        let results = try Benchmark(options).run()
        if options.json != nil { try results.writeJSON(to: options.json) }
        if options.json != "-" { print(results.table) }
      }
    } catch let error as BenchmarkOptions.UsageError {
      complain(error.description)
      exit(64)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
#else
import Foundation

/// Measures the scaffolding, which a release does not have.
@main
struct ResetBenchmark {
  static func main() {
    FileHandle.standardError.write(
      Data("ResetBenchmark needs a debug build: swift run ResetBenchmark\n".utf8))
    exit(69)
  }
}
#endif
