import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@Suite("A browser that the app is to open")
struct BrowserDoorTests {
  private let home: TemporaryHome
  private let executable: String

  init() throws {
    home = try TemporaryHome()
    executable = try BuiltProduct.path("SampleOnboarding")
  }

  private func start(
    browser: String, path: String = "/usr/bin:/bin", arguments: [String] = ["--headless"]
  ) throws -> ChildProcess {
    try ChildProcess(
      executable, ["--control-port", "0", "--open-browser"] + arguments,
      environment: home.environment.merging(["BROWSER": browser, "PATH": path]) { $1 })
  }

  /// The address that the app prints.
  private func address(of app: ChildProcess) async throws -> String {
    try await app.waitForOutput { _ in app.standardError.text.contains("#token=") }
    return try String(#require(app.standardError.text.firstMatch(of: /http:[^\s]+/)).0)
  }

  @Test("is the first of a list that is there, and gets a file that leads to the page, not the token")
  func opened() async throws {
    let (browser, seen) = ("\(home.root)/browser", "\(home.root)/seen")
    try ExecutableScript.write(
      """
      #!/bin/sh
      test "$1" = --new-window || exit 1
      shift
      { echo "$@"; ls -ld "${1%/*}" "$1" | cut -c 1-10 | sort; cat "$1"; } > "\(seen).new" && mv "\(seen).new" "\(seen)"
      """, to: browser)
    let app = try start(browser: "/nowhere/browser --first:\(browser) --new-window:true")
    let page = try await address(of: app)
    #expect(await Waiting.until { FileManager.default.fileExists(atPath: seen) })
    let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix(home.path(.temporary)) && !lines[0].contains("token"))
    #expect(lines[1...2] == ["-rw-------", "drwx------"])
    #expect(lines[3].contains("content=\"0;url=\(page)\""))

    let port = try #require(page.firstMatch(of: /:(\d+)\/#token=([0-9a-f]+)/))
    let client = try TestClient(.loopback(port: #require(UInt16(port.1))))
    let head = "Host: 127.0.0.1:\(port.1)\r\nAuthorization: Bearer \(port.2)\r\nContent-Length: 0\r\n\r\n"
    for generation in 2...3 {
      try client.send("POST /reset HTTP/1.1\r\n" + head)
      let receipt = try JSONDecoder().decode(ResetReceipt.self, from: Data(client.reply().body.utf8))
      #expect(receipt.isClean && receipt.generation == generation, "\(receipt)")
    }
    try client.send("POST /quit HTTP/1.1\r\n" + head)
    #expect(try await app.waitForExit() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: lines[0]))
  }

  @Test("holds up nobody while it runs, and gets no file that stays, also where the app is killed")
  func killed() async throws {
    let (browser, seen, ended) = ("\(home.root)/browser", "\(home.root)/seen", "\(home.root)/ended")
    try ExecutableScript.write(
      "#!/bin/sh\necho \"$1\" > \"\(seen).new\" && mv \"\(seen).new\" \"\(seen)\"; exec sleep 1\n",
      to: browser)
    // The moment after which the file goes lasts until the app has ended.
    try ExecutableScript.write(
      "#!/bin/sh\nuntil test -e \"\(ended)\"; do /bin/sleep 0.2; done\n", to: "\(home.root)/sleep")
    let app = try start(browser: browser, path: "\(home.root):/usr/bin:/bin", arguments: [])
    try await app.waitForOutput { $0.contains("(welcome)") }
    #expect(await Waiting.until { FileManager.default.fileExists(atPath: seen) })
    let file = try String(contentsOfFile: seen, encoding: .utf8).trimmingCharacters(in: .newlines)
    app.terminate(SIGKILL)
    _ = try await app.waitForExit()
    #expect(FileManager.default.fileExists(atPath: file))
    try Data().write(to: URL(filePath: ended))
    let folder = URL(filePath: file).deletingLastPathComponent().path
    #expect(await Waiting.until { !FileManager.default.fileExists(atPath: folder) })
  }

  @Test("that is not there is named, and the app runs on")
  func missing() async throws {
    let app = try start(browser: "/nowhere/browser")
    try await app.waitForOutput { _ in app.standardError.text.contains("BROWSER") }
    #expect(
      app.standardError.text.contains(
        "SampleOnboarding: There is no '/nowhere/browser' to open the page with. "
          + "Open its address yourself, or name a program in BROWSER.\n"))
    #expect(app.exitStatus == nil)
  }
}
