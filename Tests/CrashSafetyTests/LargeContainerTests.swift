import CrashModel
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("A large container")
struct LargeContainerTests {
  /// Without a tracer, its deletion is not killed.
  @Test(
    "of many files, nested deep, is reset at once, and its trash is gone however often its deletion is killed"
  )
  func large() async throws {
    let effort = try Effort()
    let files = min(effort.rounds(2_000), 100_000)
    let depth = min(effort.rounds(300), 5_000)
    let crash = try CrashHome()
    let decoy = try DecoyHome(at: crash.home.path(.home) + "/anna")
    let before = try decoy.facts()
    _ = try await crash.answers(to: ["open", "set documents a 1"])
    let documents = crash.folder(.data) + "/Documents"
    try await shell(
      """
      cd '\(documents)'
      for folder in one two three four; do mkdir $folder; done
      seq \(files / 4) | sed 's,.*,one/& two/& three/& four/&,' | xargs touch
      for i in 1 2 3; do ln -s '\(decoy.path)' one/home$i; done
      """, crash.home.environment)
    try nest(depth, below: documents + "/deep", linkTo: decoy.path)

    let count = try await crash.answers(to: ["open", "count", "reset"], timeout: .seconds(300))
    #expect(count == ["ok", "ok \(files / 4 * 4 + 5)", "ok"])
    var random = effort.generator("large")
    var kills = 0
    let rounds = Surroundings.canTrace ? 10 : 0
    for _ in 0..<rounds {
      // The ten together are done with half of the files at most.
      let call = SystemCall(name: "unlinkat", number: Int.random(in: 1...files / 20, using: &random))
      if try await crash.run(["open", "empty-trash"], killedBefore: call).wasKilled { kills += 1 }
    }
    #expect(kills == rounds)
    #expect(
      try await crash.answers(to: ["open", "show", "empty-trash"], timeout: .seconds(300))
        == ["ok", "ok", "ok"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: crash.folder(.data)) == [".cleanslate-container"])
    try decoy.check(against: before)
    effort.report("\(files) files, \(depth) levels, deletion killed \(kills) times, 0 leftovers")
  }

  private func nest(_ depth: Int, below path: String, linkTo target: String) throws {
    try call("mkdir", mkdir(path, 0o700))
    var folder = open(path, O_RDONLY | O_DIRECTORY)
    for _ in 0..<depth {
      try call("mkdirat", mkdirat(folder, "level", 0o700))
      let next = openat(folder, "level", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    try call("symlinkat", symlinkat(target, folder, "home"))
    close(folder)
  }
}
