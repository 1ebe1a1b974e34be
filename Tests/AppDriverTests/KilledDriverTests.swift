import Glibc
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("A test process that is killed")
struct KilledDriverTests {
  @Test(
    "leaves no app, no socket and no folder behind, not even of an app that hangs",
    arguments: [[], ["hang"]])
  func killed(tap: [String]) async throws {
    let folder = try TestFolder()
    let driver = try ChildProcess(
      BuiltProduct.path("KilledDriver"), ["FaultyApp", folder.path] + tap,
      environment: ["PATH": "/usr/bin:/bin"])
    try await driver.waitForOutput { $0.contains("\n") }
    let number = try #require(Int32(driver.standardOutput.text.dropLast()))
    let app = try LivingProcess(number)
    let sandbox = try #require(folder.contents.first)
    let watchers = LivingProcess.all(with: "\(folder.path)/\(sandbox)").filter { $0 != number }
    let watcher = try LivingProcess(try #require(watchers.first))
    #expect(watchers.count == 1)
    kill(driver.processID, SIGKILL)
    #expect(try app.ends())
    #expect(try watcher.ends())
    #expect(folder.contents == [])
    #expect(try await driver.waitForExit() == .signalled(SIGKILL))
  }

  @Test(
    "is told that its user may start too few threads, instead of waiting for them without an end",
    .enabled("Needs root and 'setpriv' to become a user with few processes.") {
      await OtherUser.canRun(try BuiltProduct.path("KilledDriver"))
    }, arguments: [6, 8, 9])
  func fewProcesses(_ limit: Int) async throws {
    let outcome = try await ChildProcess.run(
      "/usr/bin/env",
      OtherUser().words + [
        "prlimit", "--nproc=\(limit)", BuiltProduct.path("KilledDriver"), "FaultyApp", "/tmp",
      ],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(
      outcome.standardError.text.contains(
        """
        FaultyApp could not be started: starting 8 threads, which 'ulimit -u' or a container limits, failed: Resource \
        temporarily unavailable.
        """), "\(outcome)")
  }

  @Test("is told that it may open too few files")
  func fewDescriptors() async throws {
    let outcome = try await ChildProcess.run(
      "/bin/sh", ["-c", "ulimit -n 64; exec \"$0\" FaultyApp /tmp", BuiltProduct.path("KilledDriver")],
      environment: ["PATH": "/usr/bin:/bin"])
    #expect(
      outcome.standardError.text.contains(
        """
        FaultyApp could not be started: taking a descriptor from 64 on, which 'ulimit -n' limits, failed: Too many open \
        files.
        """), "\(outcome)")
  }

  @Test("is no reason to follow a link out of the folder, or to spare what it closed")
  func links() throws {
    let precious = try TestFolder()
    try precious.write("precious", to: "kept")
    let folder = try TestFolder()
    let path = folder.path + "/cs-mine"
    #expect(mkdir(path, 0o700) == 0)
    #expect(mkdir(path + "/closed", 0o700) == 0)
    #expect(mkdir(path + "/closed/inside", 0o700) == 0)
    #expect(symlink(precious.path, path + "/out") == 0)
    // As the files of a state are, which several apps share.
    #expect(chmod(precious.path + "/kept", 0o400) == 0)
    #expect(link(precious.path + "/kept", path + "/shared") == 0)
    #expect(chmod(path + "/closed", 0) == 0)
    do { _ = try Watcher(over: path) }
    #expect(folder.contents == [])
    #expect(precious.read("kept") == "precious")
    var status = stat()
    #expect(stat(precious.path + "/kept", &status) == 0 && status.st_mode & 0o777 == 0o400)
  }

  @Test("is no reason to remove what a link in the folder's place names")
  func linkInPlace() throws {
    let precious = try TestFolder()
    try precious.write("precious", to: "kept")
    let folder = try TestFolder()
    #expect(symlink(precious.path, folder.path + "/cs-mine") == 0)
    do { _ = try Watcher(over: folder.path + "/cs-mine") }
    #expect(precious.read("kept") == "precious")
  }
}
