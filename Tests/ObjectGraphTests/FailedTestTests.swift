import Foundation
import Leaks
import TestSupport
import Testing

@testable import ObjectGraph

/// An error that holds what it is about.
private struct Refused: Error, @unchecked Sendable {
  let session: Session
}

@Suite("A test that fails for its own reasons")
struct FailedTestTests {
  @Test("throws its own error, and no leak that the error holds")
  func thrown() async {
    #expect(throws: Refused.self) {
      try assertNoLeaks { () throws -> Any in throw Refused(session: Session()) }
    }
    await #expect(throws: Refused.self) {
      try await assertNoLeaks { () async throws -> Any in throw Refused(session: Session()) }
    }
  }

  @Test("is told nothing of what its stopped code holds")
  @MainActor func stopped() async {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (endless, end) = AsyncStream<Void>.makeStream()
    let test = Task { @MainActor in
      try await assertNoLeaks { () async in
        let session = Session()
        Task { @MainActor in
          for await _ in endless {}
          session.events += 1
        }
        beginning.finish()
        // Ends when the test is cancelled, as one is that takes too long.
        for await _ in AsyncStream<Void>.makeStream().stream {}
        return session
      }
    }
    for await _ in begun {}
    test.cancel()
    await #expect(throws: CancellationError.self) { try await test.value }
    end.finish()
  }

  @Test("reports no leak of what the record of its failure holds")
  func recorded() async throws {
    // The runner keeps the issues for the file, and so the errors in them.
    let home = try TemporaryHome()
    var environment = ProcessInfo.processInfo.environment
    environment[PlantedFailure.variable] = "1"
    let outcome = try await ChildProcess.run(
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      [
        "--testing-library", "swift-testing", "--filter", "PlantedFailureTests", "--xunit-output",
        "\(home.root)/x.xml",
      ], environment: environment)
    let output = outcome.standardOutput.text + outcome.standardError.text
    #expect(output.contains("failed after") && output.contains("with 1 issue"), "\(output)")
    #expect(output.contains("Caught error: Refused") && !output.contains("is still alive"), "\(output)")
  }
}

/// Fails in a process of its own, which has the variable.
private enum PlantedFailure {
  static let variable = "PLANTED_FAILURE"
  static let isWanted = ProcessInfo.processInfo.environment[variable] != nil
}

@Suite("A failure that is wanted", .enabled(if: PlantedFailure.isWanted))
struct PlantedFailureTests {
  @Test func fails() throws {
    try assertNoLeaks {
      let session = Session()
      Issue.record(Refused(session: session))
      return session
    }
  }
}
