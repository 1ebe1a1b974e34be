import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import LocalHTTP
@testable import TestScaffolding

@Suite("The address that is kept for the workbench")
struct KeptAddressTests {
  private let home: TemporaryHome
  private let app = "net.cleanslate.sample-onboarding"
  private var folder: String { home.path(.state) + "/cleanslate/workbench" }
  private var file: String { "\(folder)/\(app)" }

  init() throws { home = try TemporaryHome() }

  private func address(_ app: String? = nil) throws -> KeptAddress {
    try KeptAddress(app: app ?? self.app, environment: home.environment)
  }

  private func problem() -> String {
    do {
      _ = try address()
      return "none"
    } catch { return "\(error)" }
  }

  @Test("is one token for each app, with the last port, in a file that only its user can read")
  func kept() throws {
    var first = try address()
    #expect(first.port == nil)
    try first.keep(port: 4711)
    let second = try address()
    #expect(second.token.text == first.token.text && second.port == 4711)
    #expect(try address("net.cleanslate.other").token.text != first.token.text)
    let status = try #require(try Descriptor.status(atPath: file))
    #expect(status.mode == 0o600 && status.kind == .file)
    #expect(try Descriptor.status(atPath: folder)?.mode == 0o700)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["net.cleanslate.other", app])
  }

  @Test("is not taken from a file or folder that others could read or change, nor through a link")
  func refused() throws {
    let token = try address().token.text
    let contents = try Data(contentsOf: URL(filePath: file))
    func make(mode: Int) throws {
      try? FileManager.default.removeItem(atPath: file)
      #expect(
        FileManager.default.createFile(
          atPath: file, contents: contents, attributes: [.posixPermissions: mode]))
    }
    for mode in [0o640, 0o604, 0o660, 0o400] {
      try make(mode: mode)
      #expect(problem().contains("mode \(String(mode, radix: 8)) instead of 600"))
    }
    try make(mode: 0o600)
    #expect(try address().token.text == token)
    try FileManager.default.linkItem(atPath: file, toPath: home.path(.home) + "/second")
    #expect(problem().contains("it has a second name elsewhere"))
    try make(mode: 0o600)
    try FileManager.default.moveItem(atPath: file, toPath: home.path(.home) + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: home.path(.home) + "/elsewhere")
    #expect(problem().contains("it is not a plain file"))
    try make(mode: 0o600)
    try Data("{}".utf8).write(to: URL(filePath: file))
    #expect(problem().contains("it holds no token"))
    for path in [folder, home.path(.state) + "/cleanslate"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: path)
      #expect(problem().contains("\(path), where others may write. Run: chmod 700 '\(path)'"))
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }
  }

  private func start(_ arguments: [String]) async throws -> (ChildProcess, port: UInt16, token: String) {
    let app = try ChildProcess(
      try BuiltProduct.path("SampleOnboarding"), arguments + ["--plain"], environment: home.environment)
    try await app.waitForOutput { $0.contains("(welcome)") && app.standardError.text.contains("#token=") }
    let url = try #require(
      app.standardError.text.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{64})/))
    return (app, try #require(UInt16(url.output.1)), String(url.output.2))
  }

  private func end(_ app: ChildProcess) async throws {
    app.closeInput()
    #expect(try await app.waitForExit() == .exited(0))
  }

  @Test("is that of the last start, erased data or not; where the port is taken it is another one")
  func startedAgain() async throws {
    let first = try await start(["--control-port", "0"])
    try await end(first.0)
    let second = try await start(["--control-port", "0", "--ResetData"])
    #expect(second.port == first.port && second.token == first.token)
    try await end(second.0)
    let taken = try Descriptor.listener(at: .loopback(port: first.port), backlog: 1)
    let third = try await start(["--control-port", "0"])
    #expect(third.port != first.port && third.token == first.token)
    try await end(third.0)
    taken.close()
    let fourth = try await start(["--control-port", "0"])
    #expect(fourth.port == third.port)
    try await end(fourth.0)
  }

  @Test("is not for what a test starts: that has a token of its process, and leaves no file")
  func notForTests() async throws {
    let socket = home.path(.runtime) + "/control.sock"
    let first = try await start(["--control-port", "0", "--control-socket", socket])
    try await end(first.0)
    let second = try await start(["--control-port", "0", "--control-socket", socket])
    #expect(second.token != first.token)
    try await end(second.0)
    #expect(try home.tree().filter { $0.contains("workbench") } == [])
  }

  @Test("stops the start where it cannot be kept, before anything is erased")
  func refusedStart() async throws {
    let first = try await start(["--control-port", "0"])
    try await end(first.0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let app = try ChildProcess(
      try BuiltProduct.path("SampleOnboarding"), ["--control-port", "0", "--plain"],
      environment: home.environment)
    #expect(try await app.waitForExit() == .exited(78))
    #expect(app.standardError.text.contains("it has mode 644 instead of 600. Remove it"))
  }

  @Test("is proved to the page with a nonce and the host, and told to nobody")
  func proof() async throws {
    let app = try await start(["--control-port", "0"])
    let host = "127.0.0.1:\(app.port)"
    let nonce = String(repeating: "n", count: 32)
    func ask(_ request: String, _ host: String) throws -> TestClient.Reply {
      let client = try TestClient(.loopback(port: app.port))
      try client.send("\(request) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      return try client.reply()
    }
    let reply = try ask("GET /proof?nonce=\(nonce)", host)
    let expected = TokenProof(host: host, nonce: nonce, token: app.token)
    #expect(reply.status == 200 && reply.body == "{\"proof\":\"\(expected.proof)\"}")
    #expect(!reply.body.contains(app.token))
    #expect(try ask("GET /proof?nonce=short", host).status == 400)
    #expect(try ask("GET /proof?nonce=\(nonce)", "127.0.0.1:1").status == 403)
    #expect(try ask("POST /proof?nonce=\(nonce)", host).status == 401)
    try await end(app.0)
  }
}
