import BrowserSupport
import Foundation
import Testing

extension DebugPageTests {
  @Suite("The scripts of the debug page") struct Scripts {
    @Test("are each a script that the browser can read")
    func syntax() async throws {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let folder = root.appending(path: "TestScaffolding/TestScaffolding/DebugPage")
      let scripts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(".js")
      }
      #expect(scripts.count == 21)
      try await Browser.use { browser in
        for name in scripts.sorted() {
          let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
          let problem = try await browser.execute(
            "try { new Function(arguments[0]); return ''; } catch (problem) { return String(problem); }",
            .string(text), as: String.self)
          #expect(problem == "", "\(name)")
        }
      }
    }
  }
}
