import Foundation
import Glibc
import Processes
import TestSupport
import Testing

@Suite("What an app has left running")
struct StraysTests {
  /// Between two programs a process has neither words nor an environment.
  @Test("ends also if it begins with one program after the other, at each instant")
  func betweenPrograms() throws {
    let folder = try TemporaryHome()
    let script = folder.root + "/script"
    try Data("exec /bin/sh \"$0\"\n".utf8).write(to: URL(filePath: script))
    // A program takes over many variables more slowly.
    var variables = Dictionary(uniqueKeysWithValues: (1...3000).map { ("NUMBER_\($0)", "") })
    variables["TMPDIR"] = "\(folder.root)/home"
    for _ in 1...40 {
      let process = try Spawn("/bin/sh", [script], environment: variables).start()
      #expect(Strays.end(of: folder.root).count == 1)
      process.signal(.kill)
      #expect(process.waitForExit(until: nil) == .signalled(SIGKILL))
    }
  }

  @Test("is known by its home or, of a process of tests, by what it tells and counts there")
  func homes() throws {
    let folder = try TemporaryHome()
    for variable in ["HOME", "XDG_STATE_HOME", "CLEANSLATE_RUN", "LLVM_PROFILE_FILE"] {
      let process = try Spawn(
        "/bin/sleep", ["1000"], environment: [variable: folder.root + "/x"]
      ).start()
      #expect(Strays.end(of: folder.root).count == 1, "\(variable)")
      process.signal(.kill)
      #expect(process.waitForExit(until: nil) == .signalled(SIGKILL))
    }
  }

  @Test("is nothing of somebody who only has a path of its folder, such as a shell that is there")
  func visitors() throws {
    let folder = try TemporaryHome()
    let paths = ["PWD", "OLDPWD", "XDG_RUNTIME_DIR", "MENU_FOLDER", "NOTHOME"].map {
      ($0, folder.root + "/home")
    }
    let visitor = try Spawn(
      "/bin/sleep", ["1000"], environment: Dictionary(uniqueKeysWithValues: paths)
    ).start()
    #expect(Strays.end(of: folder.root) == [])
    #expect(visitor.isRunning)
    visitor.signal(.kill)
    #expect(visitor.waitForExit(until: nil) == .signalled(SIGKILL))
  }
}
