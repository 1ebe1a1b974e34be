import Processes
import TestSupport
import Testing

@testable import BrowserSupport

@Suite struct BrowserDriverTests {
  private let home: TemporaryHome

  init() throws { home = try TemporaryHome() }

  private func installation(driver script: String) throws -> BrowserInstallation {
    let folder = home.path(.home)
    try ExecutableScript.write("#!/bin/sh\n", to: folder + "/chromium")
    try ExecutableScript.write("#!/bin/sh\n" + script, to: folder + "/chromedriver")
    return BrowserInstallation(folders: [folder])
  }

  @Test("A driver that picks a port in use is started again")
  func portInUse() async throws {
    let script = """
      if mkdir "$0.tried"; then echo "IPv4 port not available. Exiting..."; exit 1; fi
      echo "ChromeDriver was started successfully on port 4321."
      exec sleep 1000
      """
    let driver = try await BrowserDriver(try installation(driver: script))
    #expect(driver.client.http.port == 4321)
    // One with a folder whose number begins with that of the driver's is none of its helpers.
    let other = try ChildProcess(
      "/bin/sh", ["-c", "read line", driver.folder + "0/home"], environment: home.environment)
    #expect(try driver.processes.list().count == 1)
    try driver.end()
    #expect(try driver.processes.list() == [])
    other.closeInput()
    #expect(try await other.waitForExit() == .exited(1), "by itself, at the end of its input")
  }

  @Test("A driver that never finds a port is given up")
  func noPort() async throws {
    let installation = try installation(driver: "echo IPv4 port not available. Exiting...; exit 1")
    let error = await #expect(throws: BrowserError.self) { _ = try await BrowserDriver(installation) }
    #expect(
      error?.description.hasSuffix("/chromedriver found ten ports in use, one after the other.") == true)
  }

  @Test("A driver that ends for another reason is told of with what it wrote")
  func otherEnd() async throws {
    let installation = try installation(driver: "echo No such flag >&2; exit 3")
    let error = await #expect(throws: WaitError.self) { _ = try await BrowserDriver(installation) }
    #expect(error?.reason == .ended(.exited(3)))
    #expect(error?.evidence.contains("No such flag") == true)
  }
}
