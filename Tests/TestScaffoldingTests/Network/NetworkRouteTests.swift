import ControlProtocol
import Foundation
import LocalHTTP
import Synchronization
import TestSupport
import Testing

@testable import AppRuntime
@testable import TestScaffolding

@MainActor @Suite("The network over the control socket")
struct NetworkRouteTests {
  private let fixture: RouterFixture
  private let asked = Asked()

  /// The addresses that the real client was asked for.
  private final class Asked: Sendable {
    let urls = Mutex<[String]>([])
  }

  /// The main actor of this process has other tests to run as well.
  init() throws {
    let asked = asked
    let real = HTTPClient { request in
      asked.urls.withLock { $0.append(request.url.absoluteString) }
      return HTTPClient.Response(status: 200, body: Data("real".utf8))
    }
    fixture = try RouterFixture(network: real)
  }

  private func set(_ body: String) async throws -> NetworkReply {
    let answer = await fixture.ask(.setNetwork, body: body)
    try #require(answer.status == 200, "\(String(decoding: answer.response.body, as: UTF8.self))")
    return try answer.decoded()
  }

  private func network(_ query: [String: String] = [:]) async throws -> NetworkReply {
    try await fixture.ask(.network, query).decoded()
  }

  private func send(
    _ address: String, by method: String = "GET", headers: [String: String] = [:], body: String = "",
    accepts: ClosedRange<Int> = 200...299, limit: Int = 1000
  ) async throws -> HTTPClient.Response {
    let environment = try #require(fixture.app.host.environment)
    return try await environment.network.send(
      .init(
        method, url: try #require(URL(string: address)), headers: headers, body: Data(body.utf8),
        accepts: accepts, limit: limit))
  }

  private func text(_ address: String) async throws -> String {
    String(decoding: try await send(address).body, as: UTF8.self)
  }

  @Test("answers requests as a route says, and lists them with what came of them")
  func answers() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    let reply = try await set(
      #"{"to":"POST /orders","status":201,"headers":{"X-Order":"7"},"text":"thanks"}"#)
    #expect(reply.isStrict && reply.routes.map(\.to) == ["POST /orders"])
    let response = try await send(
      "https://kitchen.example/orders?table=4", by: "POST", headers: ["X-App": "1"], body: "ramen")
    #expect(response == .init(status: 201, headers: ["X-Order": "7"], body: Data("thanks".utf8)))
    let request = try #require(try await network().requests.first)
    #expect(request.method == "POST" && request.url == "https://kitchen.example/orders?table=4")
    #expect(request.headers == ["X-App": "1"] && request.body == "ramen" && request.bodyBytes == 5)
    #expect(request.at == "2026-12-31T23:59:00.000Z")
    #expect(request.route == "POST /orders" && request.status == 201 && request.problem == nil)
    #expect(asked.urls.withLock(\.self) == [])
  }

  @Test("answers once before always, in order, and with the latest of the others")
  func order() async throws {
    try await fixture.app.start()
    for (text, once) in [("old", false), ("first", true), ("second", true), ("new", false)] {
      _ = try await set(#"{"to":"GET /menu","text":"\#(text)","once":\#(once)}"#)
    }
    _ = try await set(#"{"to":"GET /*","text":"any"}"#)
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await text("http://a/menu")) }
    #expect(texts == ["first", "second", "any"])
    #expect(try await network().routes.map(\.text) == ["new", "any"])
    // One that lists the whole query comes before one that was given earlier.
    for query in ["", "?p=2", "?p=2&l=de"] {
      _ = try await set(#"{"to":"GET /items\#(query)","text":"\#(query)","once":true}"#)
    }
    texts = []
    for query in ["l=de&p=2", "p=2", "p=3"] { texts.append(try await text("http://a/items?\(query)")) }
    #expect(texts == ["?p=2&l=de", "?p=2", ""])
  }

  @Test("is strict from the first word on: what nothing answers is an error that names the nearest route")
  func strict() async throws {
    try await fixture.app.start()
    #expect(try await text("http://127.0.0.1:8080/menu") == "real")
    _ = try await set(#"{"to":"GET /menu","text":"","once":true}"#)
    _ = try await text("http://127.0.0.1:8080/menu")
    let used = "Nothing answers GET http://a/menu: \"GET /menu\" was to be answered once, and was."
    await #expect(throws: HTTPClient.Failure.refused(used)) { try await send("http://a/menu") }
    _ = try await set(#"{"to":"GET /menus","text":""}"#)
    let near = "Nothing answers POST http://a/menus. The nearest route is \"GET /menus\"."
    await #expect(throws: HTTPClient.Failure.refused(near)) { try await send("http://a/menus", by: "POST") }
    let reply = try await network()
    #expect(reply.unanswered == [used, near])
    #expect(reply.requests.map(\.problem) == [nil, nil, used, near])
    let receipt = try await fixture.app.reset()
    #expect(receipt.unanswered == [used, near] && receipt.isClean)
    #expect(try await fixture.app.reset().unanswered == nil)
  }

  @Test("goes with a reset, which lets requests to this machine through again")
  func reset() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET /menu","text":"fixed"}"#)
    #expect(try await !fixture.ask(.status).decoded(StatusReply.self).untouched)
    _ = try await text("http://127.0.0.1/menu")
    try await fixture.app.reset()
    let reply = try await network()
    #expect(reply.routes == [] && reply.requests == [] && !reply.isStrict && reply.count == 1)
    #expect(try await text("http://127.0.0.1/menu") == "real")
  }

  @Test("is there from the start where the launch wants it, at each reset again")
  func launch() async throws {
    try await fixture.app.start(["--network", #"[{"to":"GET /menu","text":"fixed","once":true}]"#])
    #expect(try await text("http://a/menu") == "fixed")
    try await fixture.app.reset()
    #expect(try await text("http://a/menu") == "fixed")
    #expect(fixture.app.host.repeatableArguments.first == "--network")
    for (value, problem) in [
      ("[", "it is not JSON"), (#"{"to":"GET /menu"}"#, "expected an array"),
      (#"[{"to":"GET /menu","txt":""}]"#, "\"txt\" is none of the fields at \"[0]\""),
      (#"[{"to":"GET menu"}]"#, "begins with \"/\""), (#"[{"to":"GET /a","status":99}]"#, "it has 99"),
      ("alow", "Did you mean 'allow'?"),
    ] {
      let error = await #expect(throws: ScaffoldingError.self) {
        try await fixture.app.start(["--network", value])
      }
      #expect(error?.description.hasPrefix("--network") == true)
      #expect(error?.description.contains(problem) == true, "\(String(describing: error))")
    }
  }

  @Test("is that of a recording where the launch names one, which is read at each start")
  func recording() async throws {
    let path = fixture.app.home.root + "/menu.har"
    func start() async throws { try await fixture.app.start(["--network", path]) }
    let missing = await #expect(throws: ScaffoldingError.self) { try await start() }
    #expect(
      missing?.description
        == "--network: The recording \(path) cannot be used: there is no such file; make it with "
        + "CLEANSLATE_NETWORK=record in the environment.")
    let exchange = NetworkExchange(
      unixMilliseconds: 0, milliseconds: 0, method: "GET", url: "http://a/menu", headers: [:],
      body: NetworkContent(), status: 203, answerHeaders: [":status": "203", "A": "b"],
      answer: NetworkContent(text: "kept"))
    try HARFile([exchange]).bytes().write(to: URL(filePath: path))
    try await start()
    #expect(
      try await send("http://a/menu") == .init(status: 203, headers: ["A": "b"], body: Data("kept".utf8)))
    await #expect(throws: HTTPClient.Failure.self) { try await send("http://a/menu") }
    try await fixture.app.reset()
    #expect(try await text("http://a/menu") == "kept")
    #expect(fixture.app.host.repeatableArguments == ["--network", path])
  }

  @Test("forgets routes and requests when it is told to, but not what nothing has answered")
  func removed() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET /menu","text":"fixed"}"#)
    _ = try? await send("http://a/other")
    let reply = try await fixture.ask(.clearNetwork).decoded(NetworkReply.self)
    #expect(reply.routes == [] && reply.requests == [] && !reply.isStrict && reply.unanswered.count == 1)
    #expect(try await text("http://127.0.0.1/menu") == "real")
  }

  @Test("fails as a route says")
  func failures() async throws {
    try await fixture.app.start()
    for (failure, reason) in [
      (NetworkFailure.cannotConnect, HTTPClient.Reason.cannotConnect), (.unknownHost, .unknownHost),
      (.timedOut, .timedOut), (.connectionLost, .connectionLost), (.offline, .offline),
    ] {
      _ = try await set(#"{"to":"GET /menu","fails":"\#(failure.rawValue)"}"#)
      await #expect(throws: HTTPClient.Failure.unreachable(host: "a", reason)) {
        try await send("http://a/menu")
      }
    }
    _ = try await set(#"{"to":"GET /menu","text":"0123456789","breaksOffAfter":4}"#)
    await #expect(throws: HTTPClient.Failure.unreachable(host: "a", .connectionLost)) {
      try await send("http://a/menu")
    }
    _ = try await set(#"{"to":"GET /menu","text":"0123456789"}"#)
    await #expect(throws: HTTPClient.Failure.tooLong(limit: 9)) { try await send("http://a/menu", limit: 9) }
    _ = try await set(#"{"to":"GET /menu","status":503,"text":"closed"}"#)
    await #expect(throws: HTTPClient.Failure.status(503)) { try await send("http://a/menu") }
    #expect(try await send("http://a/menu", accepts: 100...599).body == Data("closed".utf8))
    _ = try await set(#"{"to":"HEAD /menu","text":"closed"}"#)
    #expect(try await send("http://a/menu", by: "HEAD").body.isEmpty)
    _ = try await set(#"{"to":"GET /old","status":301,"headers":{"location":"/menu"}}"#)
    await #expect(throws: HTTPClient.Failure.status(503)) { try await send("http://a/old") }
    _ = try await set(#"{"to":"GET /menu","status":302,"headers":{"Location":"/old"}}"#)
    await #expect(throws: HTTPClient.Failure.tooManyRedirections(host: "a")) {
      try await send("http://a/old")
    }
  }

  @Test("is for what its target says: method, server, path and query")
  func targets() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET https://a:8443/menu/*?lang=d*&all","text":""}"#)
    _ = try await send("https://a:8443/menu/7?page=2&lang=de&all")
    for (method, address) in [
      ("POST", "https://a:8443/menu/7?lang=de&all"), ("GET", "http://a:8443/menu/7?lang=de&all"),
      ("GET", "https://b:8443/menu/7?lang=de&all"), ("GET", "https://a/menu/7?lang=de&all"),
      ("GET", "https://a:8443/menus/7?lang=de&all"), ("GET", "https://a:8443/menu/7?lang=en&all"),
      ("GET", "https://a:8443/menu/7?lang=de"), ("GET", "https://a:8443/menu/7?lang=de&all=1"),
    ] {
      await #expect(throws: HTTPClient.Failure.self, "\(method) \(address)") {
        try await send(address, by: method)
      }
    }
    #expect(try await network().unanswered.count == 8)
  }

  @Test("is waited for by the clock, also where the app does not count as busy with it")
  func uncounted() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    let text = String(repeating: "x", count: 1_000)
    _ = try await set(#"{"to":"GET /menu","text":"\#(text)","trickleBytes":1,"trickleSeconds":1}"#)
    let environment = try #require(fixture.app.host.environment)
    var end: String?
    let task = Task.immediate { [clock = environment.clock] in
      _ = try await send("http://a/menu")
      end = ClockTime.text(clock.now())
    }
    #expect(await fixture.ask(.clock, body: #"{"advanceSeconds":2000}"#).status == 200)
    #expect(end == "2027-01-01T00:15:40.000Z")
    try await task.value
  }

  @Test("takes its time by the app's clock, and no longer than a request waits")
  func time() async throws {
    try await fixture.app.start(["--pause-clock-at", "2026-12-31T23:59:00Z"])
    _ = try await set(
      #"{"to":"GET /menu","text":"0123456789","delaySeconds":2,"trickleBytes":4,"trickleSeconds":10}"#)
    _ = try await set(#"{"to":"GET /late","text":"","delaySeconds":20}"#)
    let environment = try #require(fixture.app.host.environment)
    final class Diary { var lines: [String] = [] }
    let diary = Diary()
    for path in ["menu", "late"] {
      environment.tasks.start("get \(path)", immediately: true) { [clock = environment.clock] in
        var line: String
        do {
          line = String(decoding: try await send("http://a/\(path)").body, as: UTF8.self)
        } catch {
          line = "\(error)"
        }
        line += " at \(ClockTime.text(clock.now()).dropFirst(11).prefix(8))"
        diary.lines.append(line)
      }
    }
    #expect(await fixture.ask(.clock, body: #"{"advanceSeconds":31}"#).status == 200)
    #expect(diary.lines == ["a cannot be reached: no answer came in time. at 23:59:15"])
    #expect(await fixture.ask(.clock, body: #"{"advanceSeconds":1}"#).status == 200)
    #expect(diary.lines.last == "0123456789 at 23:59:32")
    #expect(fixture.app.host.activities == [])
  }

  @Test("ends a request whose task is cancelled")
  func cancelled() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET /menu","text":"","delaySeconds":3600}"#)
    let task = Task.immediate { try await send("http://a/menu") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await network().requests.map(\.problem) == ["cancelled"])
  }

  @Test("sends nothing for a generation that has ended")
  func oldGeneration() async throws {
    try await fixture.app.start()
    let old = try #require(fixture.app.host.environment).network
    try await fixture.app.reset()
    await #expect(throws: CancellationError.self) {
      try await old.send(.init(url: try #require(URL(string: "http://127.0.0.1/menu"))))
    }
    #expect(try await network().requests == [] && asked.urls.withLock(\.self) == [])
  }

  @Test("tells who waits as soon as a request is made, and not when an earlier one ends")
  func waiting() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET /menu","text":""}"#)
    let waiter = Task.immediate { try await network(["after": "1", "timeout": "600000"]) }
    for _ in 1...2 { _ = try await send("http://a/menu") }
    #expect(try await waiter.value.requests.map(\.number) == [2])
    #expect(try await network(["after": "2", "timeout": "1"]).requests == [])
    #expect(await fixture.ask(.network, ["after": "x"]).status == 400)
  }

  @Test(
    "refuses a route that can mean no request, or answers none, and stays as it is",
    arguments: [
      ("{}", "\"to\" is missing"), (#"{"to":"GET"}"#, "expected a method and a path"),
      (#"{"to":"GETT /menu"}"#, "nearest: GET."), (#"{"to":"get /menu"}"#, "nearest: GET."),
      (#"{"to":"GET menu"}"#, "begins with \"/\""), (#"{"to":"GET ftp://a/menu"}"#, "https://"),
      (#"{"to":"GET http://a:65536/menu"}"#, "https://"),
      (#"{"to":"GET /menu#top"}"#, "\"#\""), (#"{"to":"GET /the menu"}"#, "%20"),
      (#"{"to":"GET /%zz"}"#, "two hexadecimal digits"), (#"{"to":"GET /%ff"}"#, "escapes what is no text"),
      (#"{"to":"GET /menu","status":100}"#, "it has 100"),
      (#"{"to":"GET /menu","status":600}"#, "it has 600"),
      (#"{"to":"GET /menu","headers":{"a b":"c"}}"#, "\"a b\""),
      (#"{"to":"GET /menu","headers":{"a":"b\r\nc: d"}}"#, "the header field a has a line's end in it"),
      (#"{"to":"GET /menu","text":"a","base64":"YQ=="}"#, "not both"),
      (#"{"to":"GET /menu","base64":"?"}"#, "not Base64"),
      (#"{"to":"GET /menu","delaySeconds":-1}"#, "it has -1"),
      (#"{"to":"GET /menu","trickleBytes":1}"#, "belong together"),
      (#"{"to":"GET /menu","trickleBytes":0,"trickleSeconds":1}"#, "it has 0"),
      (#"{"to":"GET /menu","text":"ab","breaksOffAfter":3}"#, "2 bytes"),
      (#"{"to":"GET /menu","fails":"offline","status":500}"#, "leave the rest out"),
      (#"{"to":"GET /menu","fails":"later"}"#, "\"later\" is no failure"),
      (#"{"to":"GET /menu","txt":""}"#, "\"txt\""),
    ])
  func refused(body: String, problem: String) async throws {
    try await fixture.app.start()
    let answer = await fixture.ask(.setNetwork, body: body)
    #expect(answer.status == 400)
    let reply = try answer.decoded(ErrorReply.self)
    #expect(reply.message.contains(problem), "\(reply)")
    #expect(try await !network().isStrict)
  }

  @Test("leaves this machine only if it is allowed to, and says how")
  func loopback() async throws {
    let socket = ["--control-socket", "\(fixture.app.home.root)/s"]
    try await fixture.app.start(socket)
    for address in [
      "http://127.0.0.1:80/menu", "http://127.3.2.1/", "http://localhost/", "http://LOCALHOST:1/",
      "http://[::1]:8080/",
    ] {
      #expect(try await text(address) == "real")
    }
    for address in [
      "https://kitchen.example/menu", "http://127.0.0.1.example/", "http://10.0.0.1/",
      "http://localhost.example/",
      "http://2130706433/", "http://0.0.0.0/", "http://127.1/",
    ] {
      let error = await #expect(throws: HTTPClient.Failure.self) { try await send(address) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("--network allow"), "\(address)")
    }
    #expect(asked.urls.withLock(\.count) == 5)
    #expect(try await network().unanswered == [])
    try await fixture.app.reset(ResetRequest(launchArguments: socket + ["--network", "allow"]))
    #expect(try await text("https://kitchen.example/menu") == "real")
  }

  @Test("is part of a recording, which a test can repeat")
  func recorded() async throws {
    try await fixture.app.start()
    _ = await fixture.ask(.record, body: #"{"on":true}"#)
    _ = try await set(
      #"{"to":"GET /menu","status":203,"headers":{"A":"b"},"text":"{}","once":true,"delaySeconds":2}"#)
    _ = try await set(#"{"to":"HEAD /menu","fails":"offline"}"#)
    _ = try await set(
      #"{"to":"* /menu","text":"ab","trickleBytes":1,"trickleSeconds":0.5,"breaksOffAfter":1}"#)
    _ = await fixture.ask(.clearNetwork)
    let source = try await fixture.ask(.record, body: #"{"on":false}"#).decoded(RecordingReply.self).source
    #expect(source.hasPrefix("import AppDriver\nimport ControlProtocol\nimport Testing\n"))
    #expect(
      source.contains(
        """
            try app.network.reply(to: .get("/menu"), with: .text("{}").status(203).header("A", "b").delayed(by: .seconds(2.0)), once: true)
            try app.network.reply(to: NetworkTarget("HEAD", "/menu"), with: .failure(.offline))
            try app.network.reply(to: .any("/menu"), with: .text("ab").trickling(1, every: .seconds(0.5)).breakingOff(after: 1))
            try app.network.removeAll()

        """), "\(source)")
  }

  @Test("lists the latest of very many requests")
  func manyRequests() async throws {
    try await fixture.app.start()
    _ = try await set(#"{"to":"GET /menu","text":""}"#)
    for _ in 0..<1_001 { _ = try await text("http://a/menu") }
    let reply = try await network()
    #expect(reply.count == 1_001 && reply.requests.count == 1_000 && reply.requests.first?.number == 2)
  }

  @Test("takes GET, POST and DELETE, and says so")
  func methods() async throws {
    let answer = await fixture.ask("PUT", "/network")
    #expect(answer.status == 405 && answer.response.headers["Allow"] == "GET, HEAD, POST, DELETE")
    #expect(
      try answer.decoded(ErrorReply.self).message
        == "/network is asked with GET or POST or DELETE, not with PUT.")
  }
}
