import CrashModel
import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite(
  "Between two of its system calls an app",
  .enabled(if: Surroundings.canTrace, "Needs 'strace', and to be allowed to trace."))
struct SystemCallSweepTests {
  /// The calls that change what is on the disk, or who holds a lock. One that makes a file is followed by a write.
  private static let calls =
    "mkdir,mkdirat,write,rename,renameat,renameat2,unlink,unlinkat,rmdir,chmod,fchmod,fchmodat,flock"

  private static let lines = [
    "set documents a 1", "set documents a 2", "set documents b/c/d 3", "set documents b/c/e 4",
    "set preferences a 5", "set preferences a 6", "set preferences b 7", "set keys a 8", "set keys a 9",
    "set properties badge 10", "set properties shortcuts 11", "set caches a/b 12", "set groupFiles a/b 13",
    "set groupPreferences a 14", "set groupPreferences a 15", "remove groupPreferences a",
    "remove documents b/c/d", "remove documents b", "set documents b/c 16", "set groupPreferences a 17",
    "set library x/y 18", "remove keys a", "set keys b 19", "reset", "set documents a/b 20",
    "set preferences a 21", "empty-trash", "set passwords a 22", "reset", "empty-trash", "set library a 23",
  ]

  private let effort: Effort

  init() throws { effort = try Effort() }

  @Test(
    "is killed and finds in every store the old or the new value, whole; also if its next start is killed")
  func sweep() async throws {
    let steps = Self.lines.compactMap(Step.init(line:))
    try #require(steps.count == Self.lines.count)
    let instants = try await instants()
    let rounds = min(effort.rounds(12), instants.count)
    var random = effort.generator("sweep")
    let offset = Int.random(in: 0..<instants.count, using: &random)
    var cutStarts = 0
    for round in 0..<rounds {
      let instant = instants[(offset + round * instants.count / rounds) % instants.count]
      let crash = try CrashHome()
      let killed = try await crash.run(["open"] + Self.lines, killedBefore: instant)
      let call = ["renameat", "unlinkat", "write"].randomElement(using: &random) ?? "write"
      let early = SystemCall(name: call, number: Int.random(in: 1...4, using: &random))
      if try await crash.run(["open", "empty-trash"], killedBefore: early).wasKilled { cutStarts += 1 }
      try await effort.naming("\(instant)", of: "SystemCallSweepTests") {
        let done = max(0, killed.answers.count - 1)
        let before = steps.prefix(done).reduce(Contents()) { $0.applying($1) }
        try crash.check(crash.contentsAtNextStart(), before: before, steps.dropFirst(done).first)
        try crash.checkLeftovers()
        guard killed.wasKilled, killed.answers.allSatisfy({ $0 == "ok" }) else {
          throw Flaw("\(killed.wasKilled ? "killed" : "not killed"), \(killed.answers)")
        }
      }
    }
    effort.report(
      "kills before \(rounds) of \(instants.count) calls, \(cutStarts) of the starts after them killed, too, "
        + "0 torn or lost values, 0 leftovers")
  }

  @Test("removes a file although its trash is emptied between the two calls that it takes")
  func removalMeanwhile() async throws {
    let crash = try CrashHome()
    // The listing of the trash comes after the file was moved there, and the second removal goes on after that.
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=getdents64,unlinkat"]
        + ["-e", "inject=getdents64:delay_enter=30000", "-e", "inject=unlinkat:delay_enter=300000:when=2"]
        + [crash.executable, crash.id],
      environment: crash.home.environment,
      standardInput: """
        open
        set documents a 1
        set documents b 2
        remove documents a
        collect-trash
        remove documents b
        show

        """)
    #expect(outcome.standardOutput.text == "ok\nok\nok\nok\nok\nok\nok\n")
  }

  /// All the calls that the app makes when nobody kills it, of all its threads that make the most of a kind.
  private func instants() async throws -> [SystemCall] {
    let crash = try CrashHome()
    let log = "\(crash.home.root)/calls"
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      ["strace", "-f", "-qq", "-o", log, "-e", "trace=\(Self.calls)", crash.executable, crash.id],
      environment: crash.home.environment,
      standardInput: (["open"] + Self.lines).map { "\($0)\n" }.joined())
    guard outcome.status == .exited(0) else { throw Flaw("\(outcome.standardError.text)") }
    return Set(SystemCall.all(in: try String(contentsOfFile: log, encoding: .utf8)))
      .sorted { ($0.name, $0.number) < ($1.name, $1.number) }
  }
}
