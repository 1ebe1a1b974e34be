import BrowserSupport
import Foundation
import TestSupport
import Testing

extension DebugPageTests {
  @Suite("A browser that the app opens") struct OpenBrowser {
    @Test("comes from the file that it is given to the page with the app's screen")
    func opened() async throws {
      let home = try TemporaryHome()
      let (program, seen) = ("\(home.root)/browser", "\(home.root)/seen")
      try ExecutableScript.write(
        "#!/bin/sh\necho \"$1\" > \"\(seen).new\" && mv \"\(seen).new\" \"\(seen)\"\n", to: program)
      let app = try ChildProcess(
        BuiltProduct.path("SampleOnboarding"), ["--control-port", "0", "--open-browser", "--headless"],
        environment: home.environment.merging(["BROWSER": program]) { $1 })
      #expect(await Waiting.until { FileManager.default.fileExists(atPath: seen) })
      let file = try String(contentsOfFile: seen, encoding: .utf8).trimmingCharacters(in: .newlines)
      try await Browser.use { browser in
        try await browser.open("file://\(file)")
        try await browser.waitForScreen("welcome")
      }
      app.terminate()
      try await app.waitForExit()
    }
  }
}
