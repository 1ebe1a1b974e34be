import ControlProtocol
import Foundation
import Glibc
import OperatingSystem
import Processes
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

@Suite("The life of an app")
struct AppLifeTests {
  @Test("begins with the launch and leaves nothing behind")
  func launchAndTerminate() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    #expect(app.state == .notRunning)
    try app.launch()
    #expect(app.state == .running)
    #expect(app.processIdentifier == fake.pid)
    #expect(app.generation == 1)
    #expect(app.screen == "welcome")
    #expect(fake.sandboxes.count == 1)
    app.terminate()
    #expect(app.state == .notRunning)
    #expect(fake.sandboxes == [])
    #expect(kill(fake.pid, 0) == -1)
    #expect(fake.requests == ["POST /quit"])
  }

  @Test("ends with the object, also when the app ignores that it should quit")
  func forgotten() throws {
    let fake = try FakeApp()
    fake.stage.withLock { $0.ignoresQuit = true }
    var app: App? = fake.makeApp()
    try app?.launch()
    app = nil
    #expect(kill(fake.pid, 0) == -1)
    #expect(fake.sandboxes == [])
  }

  @Test("never follows a link out of its folder when it is removed")
  func links() throws {
    let other = try TestFolder()
    try other.write("precious", to: "kept")
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    let home = "\(fake.folder.path)/\(fake.sandboxes[0])/home"
    try FileManager.default.createSymbolicLink(atPath: home + "/out", withDestinationPath: other.path)
    try FileManager.default.createDirectory(
      atPath: home + "/closed/inside", withIntermediateDirectories: true)
    #expect(chmod(home + "/closed", 0) == 0)
    app.terminate()
    #expect(fake.sandboxes == [])
    #expect(other.read("kept") == "precious")
  }

  @Test("gives the process a private home and a pinned environment")
  func environment() throws {
    let folder = try TestFolder()
    let fake = try FakeApp(script: nil)
    try fake.folder.write(
      FakeApp.script(in: fake.folder, before: "pwd; env | sort > '\(folder.path)/env'"), to: "FakeApp",
      executable: true)
    let app = fake.makeApp()
    app.launchEnvironment = ["LANG": "de_DE.UTF-8", "GREETING": "hello"]
    try app.launch()
    let sandbox = "\(fake.folder.path)/\(fake.sandboxes[0])"
    let lines = (folder.read("env") ?? "").split(separator: "\n").map(String.init).filter {
      line in !(["PWD", "LLVM_PROFILE_FILE"] + Sanitizer.variables).contains { line.hasPrefix($0 + "=") }
    }
    #expect(
      lines == [
        "GREETING=hello", "HOME=\(sandbox)/home", "LANG=de_DE.UTF-8",
        "PATH=/usr/local/bin:/usr/bin:/bin",
        "SWIFT_BACKTRACE=enable=yes,interactive=no,color=no,threads=crashed,images=none,registers=none,"
          + "sanitize=no,symbolicate=fast,limit=32,warnings=suppressed",
        "TMPDIR=\(sandbox)/tmp",
        "TZ=UTC", "XDG_CACHE_HOME=\(sandbox)/cache", "XDG_CONFIG_HOME=\(sandbox)/config",
        "XDG_DATA_HOME=\(sandbox)/data", "XDG_RUNTIME_DIR=\(sandbox)/run",
        "XDG_STATE_HOME=\(sandbox)/state",
      ])
    var information = stat()
    #expect(lstat(sandbox, &information) == 0)
    #expect(information.st_mode & 0o777 == 0o700)
    app.terminate()
    #expect(app.log == "\(sandbox)/home\n")
  }

  @Test("goes on through a reset, in the same process, with the current arguments")
  func reset() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    #expect(try app.reset() == nil)
    let pid = app.processIdentifier
    app.launchArguments = ["-a"]
    app.launchEnvironment = ["B": "1"]
    let receipt = try app.reset(keepData: true)
    #expect(receipt?.generation == 2)
    #expect(app.generation == 2)
    #expect(app.lastReceipt == receipt)
    #expect(app.processIdentifier == pid)
    #expect(
      fake.stage.withLock(\.resets)
        == [ResetRequest(launchArguments: ["-a"], launchEnvironment: ["B": "1"], keepData: true)])
  }

  @Test("gets a new process when a variable of the launch is no longer wanted")
  func unwantedVariable() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    app.launchEnvironment = ["B": "1"]
    try app.launch()
    let pid = app.processIdentifier
    app.launchEnvironment = [:]
    #expect(try app.reset() == nil)
    #expect(app.processIdentifier != pid)
    #expect(app.relaunchReason == "its launch environment has B, no longer wanted")
    #expect(app.log == "[AppDriver] relaunched: its launch environment has B, no longer wanted\n")
  }

  @Test("keeps what is in its folder in a relaunch that keeps the data, and only then")
  func relaunch() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    let folder = try #require(fake.sandboxes.first)
    let fresh = fake.folder.contents
    try fake.folder.write("kept", to: "\(folder)/data/one")
    #expect(symlink("one", "\(fake.folder.path)/\(folder)/data/two") == 0)
    #expect(chmod("\(fake.folder.path)/\(folder)/home", 0) == 0)
    try app.relaunch(reason: "to see what is kept", keepData: true)
    #expect(fake.folder.read("\(folder)/data/one") == "kept")
    #expect(app.relaunchReason == "to see what is kept")
    try app.launch()
    #expect(fake.folder.contents == fresh)
    #expect(app.relaunchReason == nil)
  }

  @Test("keeps the data that it was to keep, also when the relaunch fails")
  func failedRelaunch() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    let first = fake.sandboxes
    try fake.folder.write("kept", to: "\(first[0])/data/note")
    try fake.folder.write("#!/bin/sh\nexit 3", to: "FakeApp", executable: true)
    #expect(throws: AppError.self) { try app.relaunch(reason: "to see what is kept", keepData: true) }
    #expect(fake.folder.read("\(first[0])/data/note") == "kept")
    try fake.folder.write(FakeApp.script(in: fake.folder), to: "FakeApp", executable: true)
    try app.relaunch(reason: "to see what is kept", keepData: true)
    #expect(fake.sandboxes == first)
    #expect(fake.folder.read("\(first[0])/data/note") == "kept")
    app.terminate()
    #expect(fake.sandboxes == [])
  }

  @Test("ends in an error that names the signal, for whoever asks next")
  func crash() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    try app.kill()
    let error = #expect(throws: AppError.self) { try app.tree() }
    #expect(
      error?.description
        == "FakeApp ended by signal 11 (Segmentation fault) before it was asked for /tree. It wrote nothing.")
    #expect(app.state == .notRunning)
    try app.reset()
    #expect(app.state == .running)
    #expect(app.relaunchReason == "the process ended by signal 11 (Segmentation fault)")
  }

  @Test("quotes as the app's last words none of the driver's about the test before")
  func lastWords() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    try app.relaunch(reason: "one: leaked Session\n  held by static Cache.sessions[0] -> Session")
    app.knownLeak("Session", reason: "the cache is being rebuilt,\nand so is the session")
    try app.kill()
    let error = #expect(throws: AppError.self) { try app.tree() }
    #expect(error?.description.hasSuffix(" It wrote nothing.") == true, "\(String(describing: error))")
    #expect(
      app.log.hasPrefix(
        "[AppDriver] relaunched: one: leaked Session held by static Cache.sessions[0] -> Session\n"),
      "\(app.log)")
  }

  @Test("answers an app that refuses with the app's own words")
  func refusal() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    fake.stage.withLock {
      $0.resetError = ErrorReply(.busy, "The app is still busy.", busy: ["upload (Shop/Cart.swift:7)"])
    }
    let error = #expect(throws: AppError.self) { try app.reset() }
    #expect(
      error?.description
        == "FakeApp refused /reset: The app is still busy. Busy with: upload (Shop/Cart.swift:7).")
  }

  @Test("says that it does not run")
  func notRunning() throws {
    let app = try FakeApp().makeApp()
    let error = #expect(throws: AppError.self) { try app.status() }
    #expect(error?.description == "FakeApp is not running. Call launch() or reset() first.")
  }

  @Test("is safe to use from several threads")
  func threads() async throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.launch()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            if number == 0 { try app.reset() } else { _ = try app.tree() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(app.generation == 21)
  }

  @Test("is launched by a test's flags, variables and arguments, which replace those before")
  func launchApp() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    app.launchArguments = ["-before"]
    try app.launchApp(
      featureFlags: [Flag("a", 1)], automationFlags: [Flag("b", "x")], envVariables: ["C": "2"],
      otherArgs: ["-d"])
    #expect(app.launchArguments == [#"EPHEMERAL_{"a":1}"#, #"AUTOMATION_{"b":"x"}"#, "-d"])
    #expect(app.launchEnvironment == ["C": "2"])
    fake.stage.withLock { $0.resetError = ErrorReply(.badConfiguration, "no such flag") }
    #expect(throws: AppError.self) { try app.launchApp(envVariables: ["C": "3"], otherArgs: ["-e"]) }
    #expect(app.launchArguments.last == "-d")
    #expect(app.state == .running)
  }
}

extension App {
  /// Ends the process by a crash, and returns when it is over.
  func kill() throws {
    let process = try #require(running?.process)
    Glibc.kill(process.pid, SIGSEGV)
    #expect(process.waitForExit(until: Deadline(in: .patience)) == .signalled(SIGSEGV))
  }
}
