import Foundation
import Glibc
import Testing

@testable import Processes
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
      "/bin/sleep", ["1000"],
      environment: [
        "XDG_RUNTIME_DIR": home.path(.runtime) + "/shared", "PWD": home.root + "/home",
      ])
    defer { neighbour.terminate(SIGKILL) }
    // Nobody dismisses this one, as nobody dismisses those of a process that was killed.
    do { _ = try Watcher(over: home.root) }
    #expect(try await process.waitForExit() == .signalled(SIGKILL))
    // A zombie, which it is until somebody asks how it ended, has no command line.
    #expect((try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)) ?? "" == "")
    #expect(access(home.root, F_OK) == -1)
    #expect(kill(neighbour.processID, 0) == 0 && neighbour.exitStatus == nil)
  }

  @Test("is not a process that has got the number of one of them meanwhile")
  func reusedNumber() async throws {
    let home = try TemporaryHome()
    let process = try ChildProcess(
      "/bin/sh",
      ["-c", "mkfifo \"$HOME/door\"; echo; read -r word < \"$HOME/door\"; exec env -i /bin/sleep 1000"],
      environment: home.environment)
    defer { process.terminate(SIGKILL) }
    try await process.waitForOutput { $0.hasSuffix("\n") }
    // The process is another one from the moment at which the watcher first sends it a signal.
    let renewal = """
      kill() {
        if [ -p "$FOLDER/home/door" ]; then
          echo > "$FOLDER/home/door"
          while grep -asqF -e "=$FOLDER/" /proc/\(process.processID)/environ; do :; done
          rm "$FOLDER/home/door"
        fi
        command kill "$@"
      }
      """
    let watcher = try ChildProcess(
      "/bin/sh", ["-c", "\(renewal)\n\(Watcher.script)", "watcher"],
      environment: ["PATH": "/usr/bin:/bin", "FOLDER": home.root])
    watcher.closeInput()
    #expect(try await watcher.waitForExit() == .exited(0))
    #expect(access(home.root, F_OK) == -1)
    #expect(process.exitStatus == nil)
    let status = try String(contentsOfFile: "/proc/\(process.processID)/stat", encoding: .utf8)
    #expect(status.split(separator: " ").dropFirst(2).first != "T", "it is not left stopped")
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

  @Test("stays if something is mounted in it", .enabled(if: canMount, "Needs 'unshare -rm' to mount."))
  func mounted() throws {
    let home = try TemporaryHome()
    let script = """
      mkdir "$FOLDER/a b" "$FOLDER/precious"
      echo > "$FOLDER/precious/file"
      mount --bind "$FOLDER/precious" "$FOLDER/a b"
      \(Watcher.script)
      """
    try Subprocess.run(
      ["unshare", "-rm", "sh", "-c", "(\(script)) < /dev/null; exit 0"],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "FOLDER": home.root])
    #expect(access(home.root + "/precious/file", F_OK) == 0)
  }

  private static let canMount = (try? Subprocess.run(["unshare", "-rm", "true"], hidesErrors: true)) != nil
}
