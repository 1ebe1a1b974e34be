import ControlProtocol
import Foundation
import Processes
import TestSupport
import Testing

@testable import AppDriver

@Suite("The app's network, as a test answers for it")
struct NetworkControlTests {
  private let app = App("SampleShop")
  private let fromServer = [
    "--catalog-url", "https://kitchen.example/menu.json", "--open", "storefront://shop",
  ]

  private func begin(_ arguments: [String] = [], slate: Slate = .live) throws {
    try app.begin(isTest: true, arguments: fromServer + arguments, slate: slate)
  }

  @Test(
    "fails a test whose app asks for what nothing answers, and names the nearest route",
    arguments: [Slate.live, .process])
  func strict(slate: Slate) throws {
    try begin(slate: slate)
    try app.network.reply(to: .get("/menus.json"), with: .status(200))
    try app.buttons["retry"].tap()
    #expect(app.screen == "menu-error")
    #expect(
      app.end(testName: "a", failed: false) == [
        "Nothing answers GET https://kitchen.example/menu.json. The nearest route is \"GET /menus.json\"."
      ])
    try app.begin(isTest: true)
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("fails such a test as well where its app is launched anew before the end")
  func strictAcrossLaunches() throws {
    try begin(LaunchRoutes().arguments)
    try app.relaunch(reason: "the test wants a new process")
    #expect(
      app.end(testName: "a", failed: false)
        == Array(
          repeating: "Nothing answers GET https://kitchen.example/menu.json. There is no route.", count: 2))
  }

  @Test("fails such a test as well where the routes came with a reset", arguments: ["process", "terminate"])
  func strictByReset(end: String) throws {
    try app.begin(isTest: true, slate: end == "process" ? .process : .live)
    try app.launchApp(otherArgs: fromServer + LaunchRoutes().arguments)
    if end == "terminate" { app.terminate() }
    #expect(
      app.end(testName: "a", failed: false)
        == ["Nothing answers GET https://kitchen.example/menu.json. There is no route."])
  }

  @Test("fails such a test as well where the test itself triggers the reset")
  func strictByGesture() throws {
    try begin(["--reset-on", "gesture"])
    try app.network.reply(to: .get("/other.json"), with: .status(200))
    try app.buttons["retry"].tap()
    let receipt = try app.receipt(ofResetBy: .gesture) { try app.press("ctrl-r", "ctrl-r", "ctrl-r") }
    #expect(receipt.unanswered?.count == 1)
    #expect(
      app.end(testName: "a", failed: false).first?
        .hasPrefix("Nothing answers GET https://kitchen.example/menu.json.") == true)
  }

  @Test("blames no test for what the app of the test before it asks for")
  func blame() throws {
    try begin(LaunchRoutes().arguments)
    #expect(app.end(testName: "a", failed: false).count == 1)
    try app.begin(isTest: true, slate: .process)
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("waits for a request, and says what was asked for where none comes in time")
  func waiting() async throws {
    try begin(LaunchRoutes().reply(to: .any("/menu.json"), with: .status(503)).arguments)
    let first = try app.network.waitForRequest(to: .get("/menu.json"), timeout: 10)
    #expect(first.status == 503 || first.status == nil)
    let error = #expect(throws: AppError.self) {
      try app.network.waitForRequest(to: .post("/orders"), timeout: 0.05)
    }
    #expect(
      error.map { "\($0)" } == """
        SampleShop has not asked for POST /orders within 0.05 s. It has asked for:
        GET https://kitchen.example/menu.json
        """)
    let wait = Task(executorPreference: BlockingExecutor.shared) {
      try app.network.waitForRequest(to: .post("/orders"), timeout: 86_400)
    }
    wait.cancel()
    await #expect(throws: CancellationError.self) { try await wait.value }
    let number = #expect(throws: AppError.self) {
      try app.network.waitForRequest(to: .get("/menu.json"), number: 0, timeout: 60)
    }
    #expect(
      number?.description
        == "There is no request number 0 of SampleShop for GET /menu.json: they count from 1.")
    try app.buttons["retry"].tap()
    #expect(
      try app.network.waitForRequest(to: .get("https://kitchen.example/menu.json"), number: 2, timeout: 10)
        .number > first.number)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("names a file that is missing, a target that cannot be, and what the app refuses")
  func mistakes() throws {
    try begin()
    let missing = #expect(throws: AppError.self) {
      try app.network.reply(to: .get("/menu.json"), with: .file("no-menu.json"))
    }
    let folder = URL(filePath: #filePath).deletingLastPathComponent().path
    #expect(
      missing.map { "\($0)" }
        == "There is nothing to answer GET /menu.json with: there is no file \(folder)/no-menu.json.")
    #expect(throws: NetworkMessageError.self) { try app.network.requests(to: .get("menu")) }
    let refused = #expect(throws: AppError.self) {
      try app.network.reply(to: NetworkTarget("FETCH", "/menu"), with: .status(200))
    }
    #expect(refused.map { "\($0)" }?.contains("\"FETCH\" is no method") == true)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("takes bytes, values and texts")
  func contents() throws {
    struct Dish: Encodable { let name = "Soup" }
    let target = NetworkTarget.get("/a")
    let json = try NetworkAnswer.json(encoding: Dish()).route(to: target, once: true)
    #expect(json.text == #"{"name":"Soup"}"# && json.headers == ["Content-Type": "application/json"])
    #expect(json.once == true)
    let other = try NetworkAnswer.json(encoding: Dish()).header("content-type", "a/b").route(
      to: target, once: true)
    #expect(other.headers == ["content-type": "a/b"], "one field, in whatever letters")
    #expect(try NetworkAnswer.data(Data([0, 255])).route(to: target, once: false).base64 == "AP8=")
  }

  @Test("keeps requests to this machine from a proxy, which may be another")
  func proxy() throws {
    let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    let (server, proxy) = (try OneAnswerServer(busy), try OneAnswerServer(busy))
    let app = App("SampleShop")
    try app.begin(
      isTest: true, arguments: ["--catalog-url", "\(server.url)", "--open", "storefront://shop"],
      environment: ["http_proxy": "\(proxy.url)", "HTTP_PROXY": "\(proxy.url)"])
    #expect(try app.staticTexts["reason"].label == "The server answered with status 503.")
    #expect(server.requests.count == 1 && proxy.requests == [])
    _ = app.end(testName: "a", failed: false)
    app.terminate()
  }

  @Test(
    "does not leave the machine: every address in the app's system calls is of the loopback interface",
    .enabled(if: Tracer.isThere, "Needs 'strace', and to be allowed to trace."))
  func systemCalls() throws {
    let folder = try TestFolder()
    try folder.write(
      """
      #!/bin/sh
      exec strace -D -f -e trace=%network -o '\(folder.path)/calls' '\(AppSettings().executableFolder)/SampleShop' "$@"
      """, to: "SampleShop", executable: true)
    var settings = AppSettings()
    settings.executableFolder = folder.path
    let app = App("SampleShop", settings: settings)
    let server = try OneAnswerServer("HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    try app.begin(isTest: true, arguments: fromServer)
    #expect(try app.staticTexts["reason"].label.contains("would leave this machine"))
    try app.launchApp(otherArgs: ["--catalog-url", "\(server.url)", "--open", "storefront://shop"])
    #expect(try app.staticTexts["reason"].label == "The server answered with status 503.")
    try app.launchApp(
      otherArgs: fromServer + LaunchRoutes().reply(to: .get("/menu.json"), with: .status(500)).arguments)
    #expect(try app.staticTexts["reason"].label == "The server answered with status 500.")
    _ = app.end(testName: "a", failed: false)
    app.terminate()
    let calls = try #require(folder.read("calls"))
    #expect(calls.contains("sin_addr=inet_addr(\"127.0.0.1\")"))
    #expect(Tracer.foreignAddresses(in: calls) == [])
    #expect(
      Tracer.foreignAddresses(
        in: #"""
          7 connect(5, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.1")}, 16) = 0
          7 sendto(5, "a", 1, 0, {sa_family=AF_INET6, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = 1
          7 connect(5, {sa_family=AF_INET6, inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0
          """#) == ["192.0.2.1", "2001:db8::1"])
  }
}

private enum Tracer {
  static let isThere = (try? Subprocess.run(["strace", "-o", "/dev/null", "true"], hidesErrors: true)) != nil

  /// The addresses of other machines in traced system calls.
  static func foreignAddresses(in calls: String) -> [String] {
    calls.matches(of: /inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"/)
      .map { String($0.1 ?? $0.2 ?? "") }
      .filter { !$0.hasPrefix("127.") && !["::1", "::", "0.0.0.0"].contains($0) }
  }
}
