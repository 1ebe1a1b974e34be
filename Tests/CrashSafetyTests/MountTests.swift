import CrashModel
import Foundation
import TestSupport
import Testing

@Suite("With something mounted in its container an app")
struct MountTests {
  /// What is mounted where below the app's folder for data.
  struct Case: CustomTestStringConvertible, Sendable {
    let mountPoint: String
    var source = "$HOME"
    /// What has to be there first.
    let preparation: String
    var testDescription: String { "\(source) at \(mountPoint)" }
  }

  static let cases = [
    Case(
      mountPoint: "Documents/x", preparation: "mkdir Documents/x"),
    Case(
      mountPoint: "Documents/x/y/z", preparation: "mkdir -p Documents/x/y/z"),
    Case(
      mountPoint: "Documents", preparation: "true"),
    Case(
      mountPoint: "Secrets-key", preparation: "true"),
    Case(
      mountPoint: ".erased.x", preparation: "mkdir .erased.x"),
    Case(
      mountPoint: ".erased.x/y", preparation: "mkdir -p .erased.x/y"),
    Case(
      mountPoint: "Documents/file", source: "$HOME/Documents/thesis.txt",
      preparation: "touch Documents/file"),
    Case(
      mountPoint: ".writing.x", source: "$HOME/Documents/thesis.txt",
      preparation: "touch .writing.x"),
  ]

  @Test(
    "names it, and changes nothing behind it by a byte",
    .enabled(if: Surroundings.canMount, "Needs 'unshare -rm' to mount."), arguments: cases)
  func mounted(_ hostile: Case) async throws {
    try await check(hostile, { .mounts($0) }) { _ in }
  }

  @Test(
    "does not even open up a mounted folder that it may not change",
    .enabled(if: Surroundings.canMountAsRoot, "Needs to run as root, to mount for another user."),
    arguments: [
      Case(
        mountPoint: "Documents/closed/x", source: "$HOME/Documents/closed",
        preparation: "mkdir -p Documents/closed/x; chmod 500 Documents/closed/x Documents/closed"),
      Case(
        mountPoint: ".erased.closed/x", source: "$HOME/Documents/closed",
        preparation: "mkdir -p .erased.closed/x; chmod 500 .erased.closed/x .erased.closed"),
      Case(
        mountPoint: ".erased.closed", source: "$HOME/Documents/closed", preparation: "mkdir .erased.closed"),
    ])
  func closed(_ hostile: Case) async throws {
    try await check(hostile, { .ordinaryUser(mounts: $0) }) { home in
      try Surroundings.giveToOrdinaryUser(home.root)
    }
  }

  private func check(
    _ hostile: Case, _ surroundings: (String) -> Surroundings, prepare: (TemporaryHome) throws -> Void
  ) async throws {
    let crash = try CrashHome()
    let decoy = try DecoyHome(at: crash.home.path(.home) + "/anna")
    try prepare(crash.home)
    let variables = ["HOME": decoy.path]
    let writes = [
      "set documents a/b 1", "set keys a 2", "remove keys a", "set keys a 2", "set groupFiles d 3",
    ]
    _ = try await crash.answers(to: ["open"] + writes, in: surroundings("true"), variables: variables)
    let before = try decoy.facts()
    let script = """
      cd "\(crash.folder(.data))"
      \(hostile.preparation)
      chown -R --reference=. . || true
      mount --bind "\(hostile.source)" "\(hostile.mountPoint)"
      """
    let steps =
      ["open", "show", "count", "set documents x/y/n 4", "remove documents x/to-nothing"]
      + ["remove documents Pictures", "remove documents x", "remove documents file", "set documents file 5"]
      + ["remove documents values.plist", "remove keys a", "reset", "empty-trash"] + writes
      + ["reset", "empty-trash"]
    let answers = try await crash.answers(to: steps, in: surroundings(script), variables: variables)
    try decoy.check(against: before)
    #expect(answers[0] == "ok" || hostile.mountPoint.hasPrefix(".writing."), "\(answers)")
    #expect(
      answers.contains { $0.contains("Another file system is mounted at ") }, "\(answers)"
    )
    // Once nothing is mounted any more, nothing is left.
    let end = try await crash.answers(
      to: ["open", "reset", "empty-trash", "show"], in: surroundings("true"), variables: variables)
    #expect(end == ["ok", "ok", "ok", "ok"])
    try crash.checkLeftovers()
    try decoy.check(against: before)
  }
}
