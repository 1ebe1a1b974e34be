#if DEBUG
import Foundation
import Measuring

/// `swift run SuiteBenchmark`: what a team pays for its tests, from the command to the prompt.
@main
struct SuiteBenchmark {
  static func main() {
    do {
      let options = try SuiteOptions(Array(CommandLine.arguments.dropFirst()))
      if options.help { return print(SuiteOptions.usage) }
      let results = try Suite(options).run()
      if let file = options.json { try results.writeJSON(to: file) }
      if options.json != "-" { print(results.table) }
    } catch let error as SuiteOptions.UsageError {
      complain(error.description)
      exit(64)
    } catch {
      complain("\(error)")
      exit(1)
    }
  }

  static func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

/// The words after `swift run SuiteBenchmark`.
struct SuiteOptions {
  var rounds = 7
  var json: String?
  var help = false

  struct UsageError: Error, CustomStringConvertible { let description: String }

  static let usage = """
    USAGE: swift run SuiteBenchmark [--quick] [--json FILE]

      --quick      measures each thing once instead of seven times
      --json FILE  writes the figures for machines as well; '-' writes them alone to standard output
      --help       shows this help

    Times 'swift test' in a package that uses CleanSlate from outside: 300 tests that tap once and check once in
    SampleShop, and as many that do nothing. All figures come from one run, its measurements taken in turns. The
    package is made in the build folder; to build it for the first time takes some minutes.
    """

  init(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--quick": rounds = 1
      case "--help", "-h": help = true
      case "--json":
        guard let value = rest.popFirst() else {
          throw UsageError(description: "Missing value for '\(word)'.\n\n\(Self.usage)")
        }
        json = value
      default: throw UsageError(description: "Unknown option '\(word)'.\n\n\(Self.usage)")
      }
    }
  }
}
#else
import Foundation

/// Measures the scaffolding, which a release does not have.
@main
struct SuiteBenchmark {
  static func main() {
    FileHandle.standardError.write(
      Data("SuiteBenchmark needs a debug build: swift run SuiteBenchmark\n".utf8))
    exit(69)
  }
}
#endif
