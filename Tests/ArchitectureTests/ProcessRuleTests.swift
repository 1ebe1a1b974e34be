import Foundation
import Testing

/// `Process` of Foundation reads past the end of its list of open descriptors when there are more than 1,360 of them, and
/// then ends the process that calls it now and then. The tests of a whole package, at once, have more.
@Suite("Other programs")
struct ProcessRuleTests {
  /// What starts them by Foundation, never in the process of tests.
  private static let allowed = [
    "TestScaffolding/TestScaffolding/Process/BrowserDoor.swift": "an app, which does not link Processes",
    "TestScaffolding/Tools/verify-release/VerifyRelease/VerifyRelease.swift": "a plug-in links nothing",
    "TestScaffolding/Tools/new-feature/NewFeature/NewFeature.swift": "a plug-in links nothing",
    "Tests/Benchmarks/Measuring/ProductBuild.swift": "a program of its own",
    "Tests/Benchmarks/ResetBenchmark/Echo.swift": "a program of its own",
    "Tests/CleanSlateCommandTests/SamplePackage.swift": "the source of a package of its own",
    "Tests/MirrorApp/MirrorApp.swift": "a program of its own",
    "Tests/LeakyApp/Pieces/Piece+Handlers.swift": "a program of its own",
  ]

  @Test("are started by Subprocess, Spawn or ChildProcess")
  func onlyStarters() throws {
    let start = /\bProcess(\(\)|\.run\()/.wordBoundaryKind(.simple)
    let users = try Repository.sources()
      .filter { ($0.has("Process(") || $0.has("Process.run")) && $0.text.firstMatch(of: start) != nil }
      .map(\.path)
    #expect(Set(users) == Set(Self.allowed.keys), "each exception is needed")
  }

  /// The runner waits for them without a pause for as long as one has ended and its test has not been told. On a thread of
  /// the pool the test is told when all that began before it give way.
  @Test("that are exit tests have a thread of their own")
  func exitTests() throws {
    for source in try Repository.sources(in: ["Tests"]) where source.path.hasSuffix("Tests.swift") {
      let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false)
      for (number, line) in lines.enumerated() where line.contains("#expect(" + "processExitsWith:") {
        let isAlone = lines[max(0, number - 1)...number].contains { $0.contains("OwnThread.run") }
        #expect(isAlone, "\(source.path):\(number + 1)")
      }
    }
  }
}
