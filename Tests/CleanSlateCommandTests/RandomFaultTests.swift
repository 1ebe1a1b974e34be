import Foundation
import Processes
import TestSupport
import Testing

@testable import CleanSlateCommand

/// A run of the small package, and what befalls it.
private struct FaultyRun: CustomStringConvertible {
  enum Fault: String, CaseIterable {
    case none, kill, fullDisk, fewDescriptors, smallFiles
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
      ["--parallel", "--retries", "1"],
    ]
    let all = ["testBegins", "testPasses", "testEnds", "passes"]
    good = all.shuffled(using: &generator).suffix(
      Int.random(in: 1...4, using: &generator))
    hasFailure = Int.random(in: 0..<3, using: &generator) == 0
    let names = good + (hasFailure ? ["testFails"] : [])
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

  /// A script that does harm beside the program that takes its place.
  func script(_ program: String, mounts: Bool) -> String {
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
      case .smallFiles: "ulimit -f \(limit)"
      }
    return "\(harm)\nexec \(program) test --skip-build \"$@\""
  }
}

extension TestRunTests {
  @Test("whatever befalls it, is green only if all its tests have passed, and red only for a reason")
  func randomFaults() async throws {
    let sample = try Self.sample.get()
    _ = try await run("--filter", "NewTests/passes")
    let effort = try Effort()
    var generator = effort.generator("verdicts")
    let mounts = await Self.canMount()
    var (green, red) = (0, 0)
    for round in 0..<effort.rounds(3) {
      let faulty = FaultyRun(with: &generator)
      let folder = try TemporaryHome()
      let truth = sample.folder + "/truth-\(round)"
      let script = faulty.script(try BuiltProduct.path("cleanslate"), mounts: mounts)
      let outcome = try await ChildProcess.run(
        "/usr/bin/env",
        (mounts ? ["unshare", "-rm"] : []) + ["sh", "-c", script, "sh"] + faulty.words,
        environment: sample.environment([
          "TMPDIR": folder.path(.home), "SAMPLE_ATTACK": faulty.attack, "SAMPLE_TRUTH": truth,
        ]), workingDirectory: sample.folder)
      let ran = Set(
        (try? String(contentsOfFile: truth, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [])
      let isGreen = outcome.status == .exited(0)
      if isGreen {
        #expect(!faulty.hasFailure && ran == Set(faulty.good), "\(faulty): \(ran), \(outcome)")
      } else if faulty.fault == .none || faulty.fault == .fullDisk && !mounts {
        #expect(faulty.hasFailure, "\(faulty): \(outcome)")
      }
      (green, red) = isGreen ? (green + 1, red) : (green, red + 1)
    }
    effort.report("\(green) green and \(red) red runs under random faults, each as it had to be")
  }
}
