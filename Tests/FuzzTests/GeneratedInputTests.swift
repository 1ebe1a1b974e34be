import Foundation
import Processes
import TestSupport
import Testing

@Suite("Generated inputs", .serialized)
struct GeneratedInputTests {
  @Test(
    "make what reads requests, their bodies, flags and lines neither crash, hang, grow nor contradict itself")
  func generated() async throws {
    let effort = try Effort()
    for target in ["request", "body", "flags", "lines"] {
      try await generate(target, effort.rounds(3000), effort)
    }
  }

  @Test("are made of the package's corpus where the fuzzer is not told otherwise")
  func defaults() async throws {
    let home = try TemporaryHome()
    let package = home.path(.home)
    try FileManager.default.createDirectory(
      atPath: package + "/Tests/Fuzz", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: package + "/Tests/Fuzz/Corpus", withDestinationPath: Self.corpus)
    let outcome = try await ChildProcess.run(
      try BuiltProduct.path("Fuzzer"), ["generate", "lines", "--count", "50"],
      environment: home.environment, workingDirectory: package)
    #expect(outcome.status == .exited(0), "\(outcome.standardError.text)")
    #expect(outcome.standardOutput.text.hasPrefix("50 inputs, "))
    #expect(FileManager.default.fileExists(atPath: package + "/.build/fuzz/lines-input"))
  }

  @Test("are only made for a known target and with known options")
  func usage() async throws {
    let fuzzer = try BuiltProduct.path("Fuzzer")
    for arguments in [[], ["generate", "nothing", "x"], ["explode", "lines", "x"]] {
      let outcome = try await ChildProcess.run(fuzzer, arguments, environment: [:])
      #expect(outcome.status == .exited(64))
      #expect(outcome.standardError.text.contains("TARGET is one of: request, body, flags, lines"))
    }
    for (options, complaint) in [
      (["--count"], "The value of --count is missing."),
      (["--count", "many"], "--count takes a whole number, and 'many' is none."),
      (["--seed", "-1"], "--seed takes a whole number, and '-1' is none."),
      (["--sed", "1"], "'--sed' is no option."),
    ] {
      let outcome = try await ChildProcess.run(fuzzer, ["generate", "lines"] + options, environment: [:])
      #expect(outcome.status == .exited(1))
      #expect(outcome.standardError.text.hasPrefix(complaint + "\nUSAGE: Fuzzer generate TARGET"))
    }
  }

  private func generate(_ target: String, _ count: Int, _ effort: Effort) async throws {
    let home = try TemporaryHome()
    let record = home.path(.temporary) + "/input"
    let outcome = try await ChildProcess.run(
      try BuiltProduct.path("Fuzzer"),
      [
        "generate", target, "--count", "\(count)", "--seed", "\(effort.seed)", "--corpus", Self.corpus,
        "--record", record,
      ], environment: home.environment, timeout: .seconds(120 * effort.factor))
    guard outcome.status == .exited(0) else {
      Issue.record(
        """
        \(target): \(outcome.status) with seed \(effort.seed). \(outcome.standardError.text.prefix(4000))
        Repeat all of it: CLEANSLATE_EFFORT=\(effort.factor) CLEANSLATE_SEED=\(effort.seed) swift test --filter \
        FuzzTests
        Repeat the input: echo \(try Self.input(in: record)) | base64 -d > input && swift run Fuzzer replay \
        \(target) input
        """)
      return
    }
    effort.report("\(target): \(outcome.standardOutput.text.dropLast())", function: "generated")
  }

  /// The input that was checked last, in base 64.
  private static func input(in record: String) throws -> String {
    let data = try Data(contentsOf: URL(filePath: record))
    let count = data.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
    return data.dropFirst(8).prefix(count).base64EncodedString()
  }

  private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fuzz/Corpus").path
}
