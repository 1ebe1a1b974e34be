import Beeper
import ControlProtocol
import Foundation
import Glibc
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("What a running app listens to")
struct ListeningTests {
  private let home: TemporaryHome
  private let path: String

  init() throws {
    home = try TemporaryHome()
    path = home.path(.runtime) + "/control.sock"
  }

  private func start(_ arguments: String...) async throws -> ChildProcess {
    let app = try ChildProcess(
      try BuiltProduct.path("SampleOnboarding"), arguments + ["--plain"], environment: home.environment)
    let announces = arguments.contains("--control-port")
    try await app.waitForOutput {
      $0.contains("(welcome)") && (!announces || app.standardError.text.contains("#token="))
    }
    return app
  }

  private func port(of app: ChildProcess) throws -> String {
    String(try #require(app.standardError.text.firstMatch(of: /http:\/\/(127\.0\.0\.1:\d+)\//)).output.1)
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test("is nothing unless it is asked to")
  func nothing() async throws {
    let app = try await start()
    #expect(try ListeningSockets.reachable(of: app.processID) == [])
  }

  @Test("is one socket file of its user in a folder of its user for --control-socket, also while it serves")
  func controlSocket() async throws {
    let app = try await start("--control-socket", path)
    #expect(try ListeningSockets.reachable(of: app.processID) == ["unix listens \(path)"])
    #expect(mode(path) == 0o600)
    #expect(mode(home.path(.runtime)) == 0o700)
    let clients = try (0..<3).map { _ in try TestClient(.unixSocket(path)) }
    for client in clients { #expect(try client.get("/status").status == 200) }
    #expect(try ListeningSockets.reachable(of: app.processID) == ["unix listens \(path)"])
  }

  @Test("is one port of 127.0.0.1, where the debug page is, for --control-port")
  func controlPort() async throws {
    let app = try await start("--control-port", "0")
    let port = try port(of: app)
    #expect(try ListeningSockets.reachable(of: app.processID) == ["tcp \(port)"])
    let number = try #require(UInt16(port.split(separator: ":")[1]))
    let client = try TestClient(.loopback(port: number))
    try client.send("GET / HTTP/1.1\r\nHost: \(port)\r\n\r\n")
    #expect(try client.reply().status == 200)
    #expect(try ListeningSockets.reachable(of: app.processID) == ["tcp \(port)"])
  }

  @Test("is one socket for each beep, in a folder of its user, for beeps; and all of it together")
  func beeps() async throws {
    let app = try await start("--reset-on", "beep")
    let folder = home.path(.runtime) + "/cleanslate"
    func beeps(_ process: Int32) throws -> [String] {
      try ListeningSockets.reachable(of: process).filter { $0.hasPrefix("unix listens /proc/self/fd/") }
        .map { socket in
          let name = try #require(socket.firstMatch(of: /\/proc\/self\/fd\/(\d+)\/(.+)$/))
          let folder = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(process)/fd/\(name.output.1)")
          return "\(folder)/\(name.output.2)"
        }
    }
    let paths = try beeps(app.processID)
    #expect(paths.count == 2)
    #expect(try ListeningSockets.reachable(of: app.processID).count == 2)
    for path in paths {
      #expect(path.hasPrefix(folder + "/") && mode(path) == 0o600, "\(path)")
    }
    #expect(mode(folder) == 0o700)

    app.closeInput()
    #expect(try await app.waitForExit() == .exited(0))
    let all = try await start(
      "--reset-on", "beep,http,gesture,button", "--control-socket", path, "--control-port", "0")
    let others = try ListeningSockets.reachable(of: all.processID).filter { !$0.contains("/proc/self/fd/") }
    #expect(others == ["unix listens \(path)", "tcp \(try port(of: all))"])
    #expect(try beeps(all.processID).count == 2)
  }

  @Test("answers a beep and the app's own arguments with a reset, however the app is shown")
  func ownArguments() async throws {
    let app = try await start("--reset-on", "beep", "--control-socket", path)
    let client = try TestClient(.unixSocket(path))
    let beep = ResetBeep.stubData.identifier(app: "SampleOnboarding")
    #expect(try Beeper(environment: home.environment).beep(identifier: beep) == 1)
    let resets = try client.get("/resets?after=0&timeout=20000").body
    #expect(resets.contains(#""trigger":"beep""#) && resets.contains(#""receipt":{"#), "\(resets)")

    let status = try JSONDecoder().decode(StatusReply.self, from: Data(client.get("/status").body.utf8))
    #expect(status.launchArguments.contains("--plain"))
    let body = try JSONEncoder().encode(ResetRequest(launchArguments: status.launchArguments))
    try client.send("POST /reset HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.count)\r\n\r\n")
    try client.send(body)
    let reply = try client.reply()
    #expect(reply.status == 200 && reply.body.contains(#""generation":3"#), "\(reply.body)")
    #expect(app.exitStatus == nil)
  }

  @Test("is nothing any more once it has ended, and no file is left")
  func afterwards() async throws {
    let app = try await start("--reset-on", "beep", "--control-socket", path)
    app.closeInput()
    #expect(try await app.waitForExit() == .exited(0))
    let left = try home.tree().filter { $0.hasPrefix("runtime/") }
    #expect(left == [])
  }
}
