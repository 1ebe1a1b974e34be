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
    USAGE: Fuzzer generate TARGET --count N --seed N --corpus FOLDER --record FILE
           Fuzzer replay TARGET FILE...
    TARGET is one of: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))

    """

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 2, let target = FuzzTarget(rawValue: arguments[1]) else {
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

  private static func generation(of target: FuzzTarget, _ options: ArraySlice<String>) throws -> Generation {
    func value(_ name: String) throws -> String {
      guard let place = options.firstIndex(of: name), place + 1 < options.endIndex else {
        throw FuzzFailure("\(name) is missing.\n\(usage)")
      }
      return options[place + 1]
    }
    guard let count = Int(try value("--count")), count >= 0, let seed = UInt64(try value("--seed")) else {
      throw FuzzFailure("--count and --seed take whole numbers.\n\(usage)")
    }
    return Generation(
      target: target, count: count, seed: seed, corpus: try Corpus(target, in: try value("--corpus")),
      record: try InputRecord(try value("--record")))
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
