import ControlProtocol
import Foundation
import OperatingSystem
import Processes
import TestSupport
import Testing

@testable import TestScaffolding

@Suite("A sample app on its command line")
struct ControlEndToEndTests {
  private let home: TemporaryHome
  private let executable: String

  init() throws {
    home = try TemporaryHome()
    executable = try BuiltProduct.path("SampleOnboarding")
  }

  private func start(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(executable, arguments, environment: home.environment)
  }

  private func run(_ arguments: String...) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run(executable, arguments, environment: home.environment)
  }

  private func sockets(of process: ChildProcess) throws -> [String] {
    let folder = "/proc/\(process.processID)/fd"
    return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { number in
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(number)")
    }.filter { $0.hasPrefix("socket:") }
  }

  @Test("listens to nothing unless it is asked to")
  func noListener() async throws {
    let app = try start()
    try await app.waitForOutput { $0.contains("(welcome)") }
    #expect(try sockets(of: app) == [])
    app.closeInput()
    #expect(try await app.waitForExit() == .exited(0))
  }

  @Test("prints the URL of its port, and serves who shows the token that is in it")
  func loopback() async throws {
    let app = try start("--control-port", "0", "--headless")
    try await app.waitForOutput { _ in app.standardError.text.contains("#token=") }
    let line = app.standardError.text
    let found = try #require(line.firstMatch(of: /http:\/\/127\.0\.0\.1:(\d+)\/#token=([0-9a-f]{64})/))
    let port = try #require(UInt16(found.output.1))
    func ask(_ request: String) throws -> TestClient.Reply {
      try TestClient(.loopback(port: port)).ask(request)
    }

    let bare = try ask("GET /status HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
    #expect(bare.status == 401)
    let foreign = try ask(
      "GET /status HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer \(found.output.2)\r\n\r\n")
    #expect(foreign.status == 403)
    let good = try ask(
      "GET /status HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(found.output.2)\r\n\r\n")
    #expect(good.status == 200)
    #expect(good.body.contains("\"screen\":\"welcome\""))
    let quit = try ask(
      "POST /quit HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(found.output.2)\r\n"
        + "Content-Length: 0\r\n\r\n")
    #expect(quit.status == 200)
    #expect(try await app.waitForExit() == .exited(0))
  }

  @Test("answers curl's requests on its socket, and takes the socket away at the end")
  func unixSocket() async throws {
    let path = home.path(.runtime) + "/control.sock"
    let app = try start("--control-socket", path, "--plain")
    try await app.waitForOutput { $0.contains("(welcome)") }
    func ask(_ route: ControlRoute, _ body: String = "") throws -> TestClient.Reply {
      try TestClient(.unixSocket(path)).ask(
        "\(route.method) \(route.path) HTTP/1.1\r\nHost: app\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
      )
    }
    #expect(try ask(.tap, #"{"id":"contniue"}"#).body.contains(#""nearest":["continue"]"#))
    #expect(try ask(.tap, #"{"id":"continue"}"#).body == #"{"generation":1,"screen":"tour-1"}"#)
    #expect(try ask(.tap, #"{"id":"continue","generation":7}"#).status == 409)
    #expect(try ask(.back).body == #"{"generation":1,"screen":"welcome"}"#)
    #expect(try ask(.open, #"{"link":"storefront://nowhere"}"#).status == 422)
    #expect(try ask(.open, #"{"link":"storefront://profile"}"#).body.contains("profile"))
    #expect(try ask(.type, #"{"id":"name","text":"Ad"}"#).status == 200)
    #expect(try ask(.type, #"{"id":"name","text":"a"}"#).status == 200)
    #expect(try ask(.tree).body.contains(#""value":"Ada""#))
    #expect(try ask(.type, #"{"id":"name"}"#).body.contains(#""text\" is missing"#))
    let receipt = try JSONDecoder().decode(ResetReceipt.self, from: Data(ask(.reset).body.utf8))
    #expect(receipt.isClean && receipt.generation == 2, "\(receipt)")
    #expect(receipt.cleared == [ResetReceipt.Cleared(part: "preferences", count: 1)])
    let leaks = try JSONDecoder().decode(LeaksReply.self, from: Data(ask(.leaks).body.utf8))
    #expect(leaks == LeaksReply(generation: 2, leaks: [], notLookedInto: receipt.notLookedInto))
    #expect(try ask(.quit).status == 200)
    #expect(try await app.waitForExit() == .exited(0))
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "refuses options that cannot be meant, before it starts",
    arguments: [
      (["--control-port", "http"], "takes a number from 0 to 65535"),
      (["--driven", "/tmp/states"], "from which the app inherits descriptors 3 to 5;"),
      (["--control-socket", "/nowhere/at/all/s"], "/nowhere/at/all"),
      ([#"EPHEMERAL_{"onboarding.shortTuor":true}"#], #""onboarding.shortTuor", which no feature declares"#),
      (["EPHEMERAL_{oops}"], "cannot be read"),
      ([#"AUTOMATION_{"simulateRain":true}"#], #"It knows "simulateUserAlreadyOnboarded"."#),
      (
        [#"AUTOMATION_{"simulateUserAlredyOnboarded":true}"#],
        #"is unknown to this app. Did you mean "simulateUserAlreadyOnboarded"?"#
      ),
      (["--headless"], "--headless without a way to reach the app would run for ever. Add --control-port 0"),
      (["--headless", "--reset-on", "beep"], "--headless without a way to reach the app"),
      (["--open-browser"], "--open-browser needs --control-port, whose page it opens. Add --control-port 0."),
    ] as [([String], String)])
  func refused(arguments: [String], reason: String) async throws {
    let outcome = try await ChildProcess.run(executable, arguments, environment: home.environment)
    #expect(outcome.status == .exited(78))
    #expect(outcome.standardError.text.contains(reason), "\(outcome.standardError.text)")
  }

  @Test("erases what it keeps before it starts, and nothing else in the home")
  func resetData() async throws {
    let decoy = home.path(.home) + "/Documents/thesis.txt"
    try FileManager.default.createDirectory(
      atPath: home.path(.home) + "/Documents", withIntermediateDirectories: true)
    try Data("years of work".utf8).write(to: URL(filePath: decoy))
    let first = try await ChildProcess.run(
      executable, environment: home.environment, standardInput: "tap continue\n")
    #expect(first.standardOutput.text.contains("(tour-1)"))
    let second = try await run()
    #expect(second.standardOutput.text.contains("(tour-1)"))
    let third = try await run("--ResetData")
    #expect(third.standardOutput.text.contains("(welcome)"))
    #expect(try String(contentsOfFile: decoy, encoding: .utf8) == "years of work")
  }

  @Test("ends when the process that started it is gone")
  func lifeline() async throws {
    // The shell holds the other end of the pipe on descriptor 7, until it is told to let go.
    let script = """
      mkfifo "$HOME/life"; exec 7<>"$HOME/life"; truncate --size 8 "$HOME/number"
      "$0" --headless --driven "$HOME/states" 3>"$HOME/ready" 4<"$HOME/life" 5<>"$HOME/number" 7>&- 7<&- &
      app=$!; read line; exec 7>&-; wait $app
      """
    let shell = try ChildProcess("/bin/bash", ["-c", script, executable], environment: home.environment)
    shell.send("go\n")
    #expect(try await shell.waitForExit() == .exited(0))
  }
}

extension TestClient {
  fileprivate func ask(_ request: String) throws -> Reply {
    try send(request)
    return try reply()
  }
}
