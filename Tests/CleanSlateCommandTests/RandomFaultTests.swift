import Foundation
import Processes
import Records
import TestSupport
import Testing

@testable import CleanSlateCommand

/// A run of the small package, and what befalls it.
private struct FaultyRun: CustomStringConvertible {
  enum Fault: String, CaseIterable {
    case none, kill, fullDisk, fewDescriptors, fewProcesses, smallFiles
  }

  let words: [String]
  /// What passes, if it runs.
  let good: [String]
  let hasFailure: Bool
  let attack: String
  let fault: Fault
  let delay: Double
  let limit: Int

  init(with generator: inout SeededGenerator) {
    let modes = [
      [], ["--parallel"], ["--retries", "1"], ["--order", "random", "--seed", "3"], ["--shard", "1/1"],
      ["--parallel", "--retries", "1"], ["--repeat", "2"],
    ]
    let all = ["testBegins", "testPasses", "testEnds", "passes"]
    good = all.shuffled(using: &generator).suffix(
      Int.random(in: 1...4, using: &generator))
    hasFailure = Int.random(in: 0..<3, using: &generator) == 0
    let failing = ["testFails", "fails"].randomElement(using: &generator)
    let names = good + (hasFailure ? [failing ?? ""] : [])
    words =
      (modes.randomElement(using: &generator) ?? []) + [
        "--filter", "Tests/(\(names.joined(separator: "|")))",
      ]
    attack = ["", "boxes", "lies", "stray"].randomElement(using: &generator) ?? ""
    fault = Fault.allCases.randomElement(using: &generator) ?? .none
    delay = Double.random(in: 0.1...2.5, using: &generator)
    limit = Int.random(in: 8...128, using: &generator)
  }

  var description: String {
    "\(words.joined(separator: " ")); attack '\(attack)'; \(fault.rawValue) after \(delay) s or of \(limit)"
  }

  /// Whether the machine lets it happen.
  func happens(mounts: Bool, becomesOther: Bool) -> Bool {
    switch fault {
    case .none: false
    case .fullDisk: mounts
    case .fewProcesses: becomesOther
    case .kill, .fewDescriptors, .smallFiles: true
    }
  }

  /// A script that does harm beside the program that takes its place.
  ///
  /// - Parameter folders: Those in which the program writes, each below a private one.
  func script(_ program: String, mounts: Bool, becomesOther: Bool, in folders: [String]) -> String {
    let words = "\(program) test --skip-build \"$@\""
    let harm =
      switch fault {
      case .none: "true"
      case .kill:
        """
        (sleep \(delay); for process in $(pgrep -P $$); do
          case $(cat /proc/$process/comm) in sh|sleep|pgrep) ;; *) kill -9 $process; break ;; esac
        done) &
        """
      case .fullDisk:
        mounts
          ? """
          mount -t tmpfs -o size=2m tmpfs "$TMPDIR"
          (sleep \(delay); head -c 4m /dev/zero > "$TMPDIR/fill"; sleep 1; rm "$TMPDIR/fill") 2>/dev/null &
          """ : "true"
      case .fewDescriptors: "ulimit -n \(limit)"
      // No limit holds root.
      case .fewProcesses:
        becomesOther
          ? TestRunTests.script("prlimit --nproc=\(limit) \(words)", byOtherUserIn: folders) : "true"
      case .smallFiles: "ulimit -f \(limit)"
      }
    return "\(harm)\nexec \(words)"
  }
}

extension TestRunTests {
  /// A script that lends a user whom limits hold what the folders contain, for a command.
  fileprivate static func script(_ command: String, byOtherUserIn folders: [String]) -> String {
    let user = OtherUser()
    return """
      own() { chown -R $1:$1 \(folders.map(\.asShellWord).joined(separator: " ")); }
      own \(user.number)
      \(user.words.joined(separator: " ")) \(command)
      status=$?
      own 0
      exit $status
      """
  }

  @Test(
    "a machine that has no threads left is told, instead of tests that wait for them without an end",
    .enabled("Needs root and 'setpriv' to become a user with few processes.") {
      await OtherUser.canRun(try BuiltProduct.path("cleanslate"))
    })
  func fewProcesses() async throws {
    let sample = try Self.sample.get()
    let folder = try TemporaryHome()
    let command =
      try "prlimit --nproc=8 \(BuiltProduct.path("cleanslate")) test --skip-build --filter '[Pp]asses'"
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", ["sh", "-c", Self.script(command, byOtherUserIn: [sample.root, folder.root])],
      environment: sample.environment(["TMPDIR": folder.path(.home)]), workingDirectory: sample.folder,
      timeout: .seconds(600))
    #expect(outcome.status == .exited(1))
    #expect(outcome.standardError.text.contains("Resource temporarily unavailable"), "\(outcome)")
  }

  @Test("whatever befalls it, is green only if all its tests have passed, and red only for a reason")
  func randomFaults() async throws {
    let sample = try Self.sample.get()
    _ = try await run("--filter", "NewTests/passes")
    let effort = try Effort()
    var generator = effort.generator("verdicts")
    let mounts = await Self.canMount()
    let becomesOther = await OtherUser.canRun(try BuiltProduct.path("cleanslate"))
    var (green, red) = (0, 0)
    for round in 0..<effort.rounds(3) {
      let faulty = FaultyRun(with: &generator)
      let folder = try TemporaryHome()
      let truth = sample.folder + "/truth-\(round)"
      let script = faulty.script(
        try BuiltProduct.path("cleanslate"), mounts: mounts, becomesOther: becomesOther,
        in: [sample.root, folder.root])
      let outcome = try await Self.outcome(of: faulty) {
        try await ChildProcess.run(
          "/usr/bin/env",
          (mounts && faulty.fault == .fullDisk ? ["unshare", "-rm"] : []) + ["sh", "-c", script, "sh"]
            + faulty.words,
          environment: sample.environment([
            "TMPDIR": folder.path(.home), "SAMPLE_ATTACK": faulty.attack, "SAMPLE_TRUTH": truth,
          ]), workingDirectory: sample.folder, timeout: .seconds(600))
      }
      let ran = Set(
        (try? String(contentsOfFile: truth, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
      let isGreen = outcome.status == .exited(0)
      if isGreen {
        #expect(!faulty.hasFailure && ran == Set(faulty.good), "\(faulty): \(ran), \(outcome)")
      } else if !faulty.happens(mounts: mounts, becomesOther: becomesOther) {
        #expect(faulty.hasFailure, "\(faulty): \(outcome)")
      }
      (green, red) = isGreen ? (green + 1, red) : (green, red + 1)
    }
    effort.report("\(green) green and \(red) red runs under random faults, each as it had to be")
  }

  /// Says which run it was that has no end.
  private static func outcome(
    of run: FaultyRun, _ body: () async throws -> ChildProcess.Outcome
  ) async throws -> ChildProcess.Outcome {
    do {
      return try await body()
    } catch {
      Issue.record("\(run)")
      throw error
    }
  }
}
