#if DEBUG
import Foundation

#if COVERAGE_GUIDED
/// Says once what to explore: looking at the environment for each input would show libFuzzer foreign words.
@MainActor private let explored = FuzzTarget(
  rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")

/// What libFuzzer, which has the entry of this program, calls for every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  MainActor.assumeIsolated {
    guard let explored else { preconditionFailure("FUZZ_TARGET names no target") }
    do {
      try explored.check(input)
    } catch {
      preconditionFailure("\(error)")
    }
  }
  return 0
}
#else
/// Feeds inputs to what reads the words of strangers.
@main
@MainActor
enum Fuzzer {
  private static let usage = """
    USAGE: Fuzzer generate TARGET [--count N] [--seed N] [--corpus FOLDER] [--record FILE]
           Fuzzer replay TARGET FILE...
    Makes 1000 inputs from seed 1 and Tests/Fuzz/Corpus unless told otherwise. The input that is being checked is kept
    in .build/fuzz/TARGET-input or in FILE: its length in eight bytes, and its bytes.
    TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 1, let target = FuzzTarget(rawValue: arguments[1]) else {
      FileHandle.standardError.write(Data(usage.utf8))
      exit(64)
    }
    do {
      switch arguments[0] {
      case "generate": say(try generation(of: target, arguments.dropFirst(2)).run())
      case "replay":
        for path in arguments.dropFirst(2) {
          try target.check(Array(try Data(contentsOf: URL(filePath: path))))
        }
        say("\(arguments.count - 2) inputs, all right")
      default:
        FileHandle.standardError.write(Data(usage.utf8))
        exit(64)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  private static func generation(of target: FuzzTarget, _ words: ArraySlice<String>) throws -> Generation {
    let options: GenerationOptions
    do {
      options = try GenerationOptions(target, words)
    } catch {
      throw FuzzFailure("\(error)\n\(usage)")
    }
    return Generation(
      target: target, count: options.count, seed: options.seed,
      corpus: try Corpus(target, in: options.corpus), record: try InputRecord(options.record))
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
}
#endif
#else
@main
struct Fuzzer {
  static func main() { print("The fuzzer needs DEBUG: swift run Fuzzer") }
}
#endif
