import Foundation
import Processes
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

/// Runs for which a small file system is full from the start.
extension TestRunTests {
  @Test(
    "a full folder for temporary files makes no test vanish from the list, and no run green",
    .enabled("no file system can be mounted here: 'unshare --map-root-user --mount' fails") {
      await canMount()
    })
  func fullTemporaryFolder() async throws {
    let plan = try await run(["--shard", "1/1", "--print-plan"], withFull: "TMPDIR")
    let sample = try await run("--shard", "1/1", "--print-plan")
    #expect(plan.status == .exited(0) && plan.standardOutput.text == sample.output, "\(plan)")
    let outcome = try await run(["--filter", "[Pp]asses"], withFull: "TMPDIR")
    #expect(outcome.status == .exited(1))
    #expect(outcome.standardOutput.text.contains(": 2 not run.\n"), "\(outcome)")
    #expect(outcome.standardError.text.contains(": No space left on device"), "\(outcome)")
  }

  @Test(
    "results that a full disk does not take fail the run, and no merge makes up for them",
    .enabled("no file system can be mounted here: 'unshare --map-root-user --mount' fails") {
      await canMount()
    }, arguments: [[], ["--shard", "1/2"]])
  func fullResults(_ words: [String]) async throws {
    let merge = "status=$?; \(try BuiltProduct.path("cleanslate").asShellWord) merge \"$CLEANSLATE_RESULTS\""
    let outcome = try await run(
      words + ["--filter", "[Pp]asses"], withFull: "CLEANSLATE_RESULTS",
      then: "\(merge); test $? = 65 || exit 98; exit $status")
    #expect(outcome.status == .exited(1))
    #expect(
      outcome.standardError.text.contains(
        "cleanslate test: What became of the tests is not kept. "), "\(outcome)")
    #expect(outcome.standardError.text.contains("' has no run.json. "), "\(outcome)")
  }

  /// Runs the sample where the folder that a variable names has no room.
  private func run(
    _ words: [String], withFull variable: String, then script: String = "exit $?"
  ) async throws -> ChildProcess.Outcome {
    let sample = try Self.sample.get()
    let home = try TemporaryHome()
    let fill = """
      mount -t tmpfs -o size=64k tmpfs "$\(variable)" || exit 99
      head -c 1m /dev/zero > "$\(variable)/fill" 2>/dev/null
      \(try BuiltProduct.path("cleanslate").asShellWord) test --skip-build "$@"
      """
    return try await ChildProcess.run(
      "/usr/bin/env",
      ["unshare", "--map-root-user", "--mount", "sh", "-c", "\(fill)\n\(script)", "sh"] + words,
      environment: sample.environment([variable: home.path(.home)]), workingDirectory: sample.folder,
      timeout: .seconds(600))
  }
}
