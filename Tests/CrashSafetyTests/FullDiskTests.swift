import CrashModel
import Foundation
import Processes
import TestSupport
import Testing

@Suite(
  "On a full disk an app", .enabled(if: Surroundings.canMount, "Needs 'unshare -rm' to mount a small disk."))
struct FullDiskTests {
  private let effort: Effort

  init() throws { effort = try Effort() }

  @Test(
    "says so, keeps every value as it was, can be reset, and then writes again",
    arguments: ["size", "nr_inodes"])
  func fullDisk(_ limit: String) async throws {
    let rounds = min(effort.rounds(5), 300)
    var random = effort.generator(limit)
    var refusals = 0
    for round in 1...rounds {
      // From a disk too small for the marker to one that holds nearly everything.
      let disk =
        limit == "size" ? "size=\(4 * (1 + round * 60 / rounds))k" : "nr_inodes=\(1 + round * 45 / rounds)"
      let crash = try CrashHome()
      let steps = (1...60).map {
        Step.random(writing: $0, resets: false, using: &random)
      }
      let end = [
        "show", "close", "open", "show", "reset", "empty-trash", "show", "set documents a 0", "show",
      ]
      let answers = try await crash.answers(
        to: ["open"] + steps.map(\.line) + end,
        in: .mounts(#"mount -t tmpfs -o \#(disk) tmpfs "$HOME""#), variables: Self.allBelowHome)
      try await effort.naming("\(disk), \(answers.last ?? "")", of: "FullDiskTests") {
        refusals += try check(answers, steps)
      }
    }
    effort.report("\(rounds) full disks (\(limit)), \(refusals) writes refused, 0 values lost or torn")
  }

  @Test("that is a sample shows what was not saved and why, and can be used to its end")
  func sample() async throws {
    let home = try TemporaryHome()
    let mounts = Surroundings.mounts(#"mount -t tmpfs -o nr_inodes=1 tmpfs "$XDG_CONFIG_HOME""#)
    let outcome = try await ChildProcess.run(
      "/usr/bin/env", mounts.wrapper + [BuiltProduct.path("SampleOnboarding")],
      environment: home.environment,
      standardInput: "tap skip\ntype name Anna\ntype email anna@example.net\ntap continue\ntap continue\n")
    #expect(outcome.status == .exited(0))
    #expect(outcome.standardError.text == "")
    let place = "\(home.path(.config))/cleanslate/net.cleanslate.sample-onboarding"
    #expect(
      outcome.standardOutput.text.contains(
        "Error: This could not be saved: Could not open the container \(place): No space left on device.  "
          + "(save-problem)\n"))
    #expect(outcome.standardOutput.text.contains("  (summary)\n"))
    #expect(outcome.standardOutput.text.contains("anna@example.net"))
  }

  /// Without XDG variables, everything is on the one disk at the home.
  private static let allBelowHome = [
    "XDG_DATA_HOME": "", "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "XDG_STATE_HOME": "",
  ]

  private func check(_ answers: [String], _ steps: [Step]) throws -> Int {
    let full = answers.filter { $0.hasSuffix("No space left on device.") }
    guard answers.allSatisfy({ $0.hasPrefix("ok") || full.contains($0) || $0.contains("is not open: ") })
    else {
      throw Flaw("unclear: \(answers.filter { !$0.hasPrefix("ok") && !full.contains($0) })")
    }
    guard answers[0] == "ok" else { return full.count }
    let kept = zip(steps, answers.dropFirst()).filter { $0.1 == "ok" }.reduce(Contents()) {
      $0.applying($1.0)
    }
    let end = Array(answers.dropFirst(1 + steps.count))
    let show = "ok \(kept)".trimmingCharacters(in: .whitespaces)
    let fits = end[7] == "ok" || kept != Contents()
    let expected =
      [show, "ok", "ok", show, "ok", "ok", "ok"]
      + (fits ? ["ok", "ok documents/a=0"] : [full.last ?? "ok", "ok"])
    guard end == expected else { throw Flaw("answered \(end) instead of \(expected)") }
    return full.count
  }
}
