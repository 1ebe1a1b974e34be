import ControlProtocol
import ElementTree
import Foundation
import Leaks
import LocalHTTP
import OperatingSystem
import Records
import Synchronization
import TestSupport
import Testing

@testable import AppDriver

/// With a real app, whose test waits as one of `cleanslate test --pause-on-failure` does.
@Suite("A failed test that waits with its app")
struct PauseTests {
  /// What `cleanslate test` is to the driver.
  private final class Desk: Sendable {
    let folder: TestFolder
    private let listener: Descriptor

    init() throws {
      folder = try TestFolder()
      listener = try Descriptor.listener(at: .unixSocket(folder.path + "/pause"), backlog: 4)
    }

    /// Takes the next test that waits.
    func meet() throws -> (connection: Descriptor, test: PausedTest) {
      func wait(for descriptor: Descriptor) throws {
        let ready = try Descriptor.poll([(descriptor, .reading)], until: Deadline(in: .patience))
        try #require(!ready[0].isEmpty, "no test waits")
      }
      try wait(for: listener)
      let connection = try #require(try listener.accepted())
      var line: [UInt8] = []
      while line.last != UInt8(ascii: "\n") {
        try wait(for: connection)
        line += try #require(try connection.readSome())
      }
      return (connection, try JSONDecoder().decode(PausedTest.self, from: Data(line)))
    }
  }

  /// Runs a test that fails on the first page of the tour, while somebody else sits before the terminal.
  private func fail(
    _ trace: String = "failures", launchArguments: [String] = [], complaints: [String] = [],
    _ body: @Sendable @escaping (Desk) throws -> Void
  )
    async throws
  {
    let desk = try Desk()
    var settings = AppSettings()
    try ProcessStart(name: "run", pauses: desk.folder.path + "/pause").write(in: desk.folder.path)
    settings.environment.merge([
      ProcessStart.variable: desk.folder.path, "CLEANSLATE_TRACE": trace,
    ]) { $1 }
    let app = App("SampleOnboarding", settings: settings)
    let test = TestIdentity(framework: .swiftTesting, id: "M.S/t()/T.swift:1:2", name: "t()")
    let evidence = TestEvidence(of: app, test: test, in: desk.folder.path + "/results")
    async let seen = SystemThread.run { Result { try body(desk) } }
    let driven = await SystemThread.run {
      Result<[String], any Error> {
        try app.begin(isTest: true, arguments: launchArguments)
        try app.buttons["continue"].tap()
        _ = evidence.record("wrong", file: "/p/TourTests.swift", line: 7)
        // Once is enough for a test.
        _ = evidence.record("and wrong again")
        let found = app.end(testName: "S.t", failed: true) { evidence.pause(because: $0, at: nil) }
        evidence.end()
        return found
      }
    }
    app.terminate()
    #expect(try driven.get() == complaints)
    try await seen.get()
  }

  private func client(of test: PausedTest) throws -> ControlClient {
    let port = try #require(test.workbench?.firstMatch(of: /:(\d+)\//).flatMap { UInt16($0.1) })
    let token = String(try #require(test.workbench?.split(separator: "=").last))
    let status = try ControlClient(through: .loopback(port: port, token: token)).status(within: .patience)
    return ControlClient(path: test.socket, server: status.pid)
  }

  private func ask<Reply: Decodable>(
    _ client: ControlClient, _ method: String, _ path: String, _ body: String = "", as type: Reply.Type
  ) throws -> Reply {
    let answer = try client.send(method, path, body: Array(body.utf8), within: .patience)
    #expect(answer.status == 200)
    return try JSONDecoder().decode(type, from: Data(answer.body))
  }

  @Test("says where its app is, which stays as it is with the steps of the test, until a key is pressed")
  func key() async throws {
    try await fail { desk in
      let (connection, test) = try desk.meet()
      #expect(test.test == "M.S/t()" && test.message == "wrong" && test.place == "TourTests.swift:7")
      #expect(test.workbench?.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/#token=[0-9a-f]+/) != nil)
      let client = try client(of: test)
      let status = try ask(client, "GET", "/status", as: StatusReply.self)
      #expect(status.screen == "tour-1")
      #expect(status.pause == PauseNote(test: "M.S/t()", message: "wrong", place: "TourTests.swift:7"))
      let recording = try ask(client, "GET", "/recording", as: RecordingReply.self)
      #expect(!recording.isOn && recording.steps.count == 2)
      #expect(
        recording.steps.first
          == RecordedStep(
            screen: "welcome", deed: .tap(target: .init(role: .button, identifier: "continue"))))
      connection.endConnection()
    }
  }

  @Test(
    "may name the port of its app in either form",
    arguments: [["--control-port=0"], ["--control-port", "0"]])
  func ownPort(arguments: [String]) async throws {
    try await fail(launchArguments: arguments) { try $0.meet().connection.endConnection() }
  }

  @Test("goes on when the workbench says so")
  func workbench() async throws {
    try await fail { desk in
      let (connection, test) = try desk.meet()
      _ = try ask(try client(of: test), "POST", "/pause", #"{"end":true}"#, as: ActionReply.self)
      let ready = try Descriptor.poll([(connection, .reading)], until: Deadline(in: .patience))
      #expect(!ready[0].isEmpty)
    }
  }

  @Test("goes on when its app has ended, and waits where no trace is wanted, too")
  func ended() async throws {
    try await fail("off", complaints: ["SampleOnboarding exited with status 0 during the test"]) { desk in
      let (connection, test) = try desk.meet()
      _ = try client(of: test).send("POST", "/quit", within: .patience)
      let ready = try Descriptor.poll([(connection, .reading)], until: Deadline(in: .patience))
      #expect(!ready[0].isEmpty)
    }
  }

  @Test("that has found a leak is held while the app is still there")
  func leak() throws {
    let fake = try FakeApp()
    let app = fake.makeApp()
    try app.begin(isTest: true)
    fake.stage.withLock { $0.leaks = [Leak(type: "Cart", name: "cart")] }
    var held: [String] = []
    let complaints = app.end(testName: "S.t", failed: false) { problems in
      held.append(problems)
      #expect(app.state == .running)
    }
    #expect(held == complaints && held.count == 1 && app.state == .notRunning)
  }

  @Test("is no test of a run that is not to pause: its app serves no port, and it goes on at once")
  func notWanted() throws {
    let app = App("SampleOnboarding", settings: AppSettings())
    try app.begin(isTest: true)
    #expect(app.running?.url == nil)
    app.pause("S.t", because: "wrong", at: nil)
    #expect(app.end(testName: "S.t", failed: false) == [])
    app.terminate()
  }
}
