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
