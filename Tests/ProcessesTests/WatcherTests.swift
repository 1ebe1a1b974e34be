import Foundation
import Glibc
import Processes
import Testing

@testable import TestSupport

@Suite("What a killed test process leaves behind")
struct WatcherTests {
  @Test("is ended and removed by the watcher over its home, wherever its processes went")
  func abandoned() async throws {
    let home = try TemporaryHome()
    let process = try ChildProcess(
      "/bin/sh", ["-c", "setsid sleep 1000 & echo $!; wait"], environment: home.environment)
    try await process.waitForOutput { $0.hasSuffix("\n") }
    let child = try #require(Int32(process.standardOutput.text.dropLast()))
    // Another app, which only meets this one there.
    let neighbour = try ChildProcess(
      "/bin/sleep", ["1000"], environment: ["XDG_RUNTIME_DIR": home.path(.runtime) + "/shared"])
    defer { neighbour.terminate(SIGKILL) }
    // Nobody dismisses this one, as nobody dismisses those of a process that was killed.
    do { _ = try Watcher(over: home.root) }
    #expect(try await process.waitForExit() == .signalled(SIGKILL))
    // A zombie, which it is until somebody asks how it ended, has no command line.
    #expect((try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)) ?? "" == "")
    #expect(access(home.root, F_OK) == -1)
    #expect(kill(neighbour.processID, 0) == 0 && neighbour.exitStatus == nil)
  }

  @Test("is nothing where the watcher was dismissed: it touches nothing")
  func dismissed() throws {
    let home = try TemporaryHome()
    do {
      let watcher = try Watcher(over: home.root)
      watcher.dismiss()
    }
    #expect(access(home.path(.data), F_OK) == 0)
  }
}
