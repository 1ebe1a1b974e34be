import BrowserSupport
import Foundation
import TestSupport
import Testing

@Suite struct BrowserInstallationTests {
  @Test("An empty folder lacks both, and one line says so and how to install them")
  func nothing() {
    let installation = BrowserInstallation(folders: ["/nonexistent"])
    #expect(
      installation.gap == "chromium and chromium-driver are not installed; "
        + "on Debian: apt-get install chromium chromium-driver")
  }

  @Test("A browser without its driver is not enough")
  func browserOnly() throws {
    let home = try TemporaryHome()
    try ExecutableScript.write("#!/bin/sh\n", to: home.path(.home) + "/chromium")
    let installation = BrowserInstallation(folders: ["/nonexistent", home.path(.home)])
    #expect(installation.browser == home.path(.home) + "/chromium")
    #expect(
      installation.gap == "chromium-driver is not installed; on Debian: apt-get install chromium-driver")
  }

  @Test("A browser and its driver are enough")
  func both() throws {
    let home = try TemporaryHome()
    for name in ["chromium", "chromedriver"] {
      try ExecutableScript.write("#!/bin/sh\n", to: home.path(.home) + "/" + name)
    }
    #expect(BrowserInstallation(folders: [home.path(.home)]).gap == nil)
  }

  @Test("Pictures lie in the folder of results")
  func results() {
    #expect(BrowserResults.folder(environment: [:], currentFolder: "/a") == "/a/TestResults/browser")
    #expect(
      BrowserResults.folder(environment: ["CLEANSLATE_RESULTS": "/b"], currentFolder: "/a") == "/b/browser")
  }
}
