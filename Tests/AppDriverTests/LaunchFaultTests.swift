import Glibc
import TestSupport
import Testing

@testable import AppDriver

@Suite("Starting an app that is not well")
struct LaunchFaultTests {
  /// Launches a script in the app's place and returns the words of the error and what is left of it.
  private func failure(
    _ script: String, timeout: Duration = .seconds(20),
    settings change: (inout AppSettings) -> Void = { _ in }
  ) throws -> String {
    let folder = try TestFolder()
    try folder.write("#!/bin/sh\n" + script, to: "FakeApp", executable: true)
    var settings = AppSettings()
    settings.executableFolder = folder.path
    settings.temporaryFolder = folder.path
    settings.launchTimeout = timeout
    change(&settings)
    let app = App("FakeApp", settings: settings)
    let error = #expect(throws: AppError.self) { try app.launch() }
    #expect(app.state == .notRunning)
    #expect(app.processIdentifier == nil)
    #expect(folder.contents == ["FakeApp"])
    return error?.description ?? ""
  }

  @Test("names the status and what was last written by one that exits at once")
  func exits() throws {
    #expect(
      try failure("echo no such flag >&2; exit 3")
        == "FakeApp exited with status 3 before it was ready. It last wrote:\nno such flag")
  }

  @Test("keeps the token of an address out of what one wrote last, and nothing else, however lines end")
  func windowsLines() throws {
    #expect(
      try failure("printf 'http://127.0.0.1:1/#token=abc\\r\\nno such flag\\r\\n' >&2; exit 3")
        == "FakeApp exited with status 3 before it was ready. It last wrote:\nno such flag")
  }

  @Test("says what makes one exit that exits well")
  func exitsWell() throws {
    #expect(
      try failure("echo FakeApp 1.0")
        == "FakeApp exited with status 0 before it was ready, as words that only ask for something to be printed "
        + "make it. It last wrote:\nFakeApp 1.0")
  }

  @Test("names the signal of one that crashes")
  func crashes() throws {
    #expect(
      try failure("kill -SEGV $$")
        == "FakeApp ended by signal 11 (Segmentation fault) before it was ready. It wrote nothing.")
  }

  @Test("ends one that is never ready")
  func neverReady() throws {
    #expect(
      try failure("echo thinking; exec sleep 1000", timeout: .milliseconds(200)).hasPrefix(
        "FakeApp was not ready within 0.2 seconds and has been ended."))
  }

  @Test("refuses a status that is not one")
  func garbage() throws {
    #expect(
      try failure("echo nonsense >&3; exec sleep 1000")
        == "FakeApp cannot be trusted after its start: its status cannot be read: it is not a status: "
        + "\"nonsense\". It has been ended. It wrote nothing.")
    #expect(
      try failure("printf '{' >&3; exec 3>&-; exec sleep 1000").contains("the line has no end: \"{\""))
    #expect(
      try failure("exec 3>&-; exec sleep 1000").contains("it closed the descriptor without one"))
    #expect(
      try failure("head -c 200000 /dev/zero >&3; exec sleep 1000").contains("it is longer than 65536 bytes"))
  }

  @Test("refuses the status of another process, app or version")
  func mismatch() throws {
    func says(_ version: Int, _ app: String, _ pid: String) -> String {
      """
      printf '{"version":\(version),"app":"\(app)","appVersion":"1","pid":%d,"token":"t",' \(pid) >&3
      echo '"generation":1,"busy":[],"launchArguments":[],"untouched":true,\(FakeApp.clock)}' >&3; exec sleep 1000
      """
    }
    #expect(try failure(says(3, "FakeApp", "1")).contains("its status says process 1; "))
    #expect(
      try failure(#"echo '{"version":4,"all":"else"}' >&3; exec sleep 1000"#).contains(
        "its status says version 4 of the protocol; this driver speaks 3. Build both from one checkout"))
    #expect(
      try failure(says(3, "Other", "$$")).contains("its status says that it is \"Other\", not \"FakeApp\"")
    )
    #expect(try failure(says(3, "FakeApp", "$$")).contains("it serves no socket instead of "))
  }

  @Test("refuses a socket that another process serves")
  func foreignServer() throws {
    let fake = try FakeApp()
    var settings = fake.settings
    settings.servingProcess = nil
    let app = App("FakeApp", settings: settings)
    let error = #expect(throws: AppError.self) { try app.launch() }
    #expect(error?.description.contains("is served by process \(getpid()), not by ") == true)
    #expect(fake.sandboxes == [])
  }

  @Test("names the folder and the command where the executable is missing")
  func missing() throws {
    let folder = try TestFolder()
    var settings = AppSettings()
    settings.executableFolder = folder.path
    let error = #expect(throws: AppError.self) { try App("NoSuchApp", settings: settings).launch() }
    #expect(
      error?.description
        == "There is no executable \"NoSuchApp\" in \(folder.path). "
        + "Build it with `swift build --product NoSuchApp`.")
    try folder.write("", to: "NoSuchApps.json")
    try folder.write("", to: "NoSuchAps", executable: true)
    let near = #expect(throws: AppError.self) { try App("NoSuchApp", settings: settings).launch() }
    #expect(near?.description.hasSuffix("\(folder.path). Did you mean \"NoSuchAps\"?") == true)
  }

  @Test("says what the operating system says of a file that is no program")
  func notAProgram() throws {
    let folder = try TestFolder()
    try folder.write("\u{1}\u{2}", to: "FakeApp", executable: true)
    var settings = AppSettings()
    settings.temporaryFolder = folder.path
    let error = #expect(throws: AppError.self) {
      try App(folder.path + "/FakeApp", settings: settings).launch()
    }
    #expect(error?.description.contains("Exec format error") == true, "\(error?.description ?? "")")
    #expect(folder.contents == ["FakeApp"])
  }
}
