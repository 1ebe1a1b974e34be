import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import AppDriver

@Suite("A recording of the network")
struct NetworkRecordingTests {
  private let folder: TestFolder
  private var path: String { "\(folder.path)/recordings/menu.har" }

  private static let menu = """
    {"version": 1, "currency": "EUR", "delivery": {"fee": 290, "freeFrom": 2500, "minimum": 1000},
     "categories": [{"id": "soups", "name": "Soups"}],
     "items": [{"id": "borscht", "category": "soups", "name": "Borscht", "text": "", "price": 720}], "vouchers": []}
    """

  init() throws { folder = try TestFolder() }

  private func app(_ mode: String? = nil) -> App {
    var settings = AppSettings()
    settings.environment["CLEANSLATE_NETWORK"] = mode
    return App("SampleShop", settings: settings)
  }

  private func begin(_ app: App, _ url: String) throws {
    try app.begin(isTest: true, arguments: ["--catalog-url", url, "--open", "storefront://shop"])
  }

  /// Makes the recording, and returns the address of the server, which is gone then.
  private func record() throws -> String {
    let answer =
      "HTTP/1.1 200 OK\r\nContent-Length: \(Self.menu.utf8.count)\r\nSet-Cookie: id=private\r\nX-Kitchen: 7\r\n"
      + "Connection: close\r\n\r\n\(Self.menu)"
    // The first start, before the recording begins, asks as well.
    let server = try OneAnswerServer(answer, answer)
    let app = app("record")
    try begin(app, "\(server.url)")
    try app.network.useRecording(path)
    #expect(app.cells["category-soups"].exists)
    #expect(app.end(testName: "a", failed: false) == [])
    #expect(folder.read("recordings/menu.har") == nil, "somebody else may fail the test yet")
    #expect(app.writeRecording() == [])
    return "\(server.url)"
  }

  @Test("is not missed by a test that was cancelled, which had no time for it")
  func cancelled() throws {
    let url = try record()
    for isCancelled in [true, false] {
      let app = app()
      try app.begin(isTest: true)
      try app.network.useRecording(path)
      let missed = isCancelled ? [] : ["The app does not ask for GET \(url), as it does in \(path)."]
      #expect(app.end(testName: "a", failed: false, isCancelled: isCancelled) == missed)
    }
  }

  @Test("is made of what real servers answer, without secrets, and answers in their place after that")
  func roundTrip() throws {
    let url = try record()
    let text = try #require(folder.read("recordings/menu.har"))
    #expect(text.contains("X-Kitchen") && text.contains("borscht") && text.contains("\"(blanked)\""))
    #expect(!text.contains("private"))
    let app = app()
    try begin(app, url)
    #expect(app.screen == "menu-error")
    try app.network.useRecording(path)
    #expect(app.cells["category-soups"].exists)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("is one in a test: a second one would hide what differs from the first")
  func second() throws {
    let url = try record()
    let app = app()
    try begin(app, url)
    try app.network.useRecording(path)
    let error = #expect(throws: NetworkMessageError.self) { try app.network.useRecording(path) }
    #expect(error?.description.contains("already, and can use one") == true, "\(String(describing: error))")
    #expect(app.cells["category-soups"].exists)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("tells a difference as a difference")
  func difference() throws {
    let url = try record()
    let app = app()
    try begin(app, url + "s")
    try app.network.useRecording(path)
    #expect(
      app.end(testName: "a", failed: false) == [
        "The app does not ask for GET \(url), as it does in \(path).",
        "Nothing answers GET \(url)s. The nearest route is \"GET \(url)\".",
      ])
    try begin(app, url + "?lang=de")
    try app.network.useRecording(path)
    #expect(
      app.end(testName: "a", failed: false) == [
        "\(path) has GET \(url), and the app asks for GET \(url)?lang=de."
      ])
  }

  @Test(
    "has what a request sends: its text with any secret, or as many bytes",
    arguments: [
      (NetworkContent(), nil, 0, true), (NetworkContent(), "a", 1, false),
      (NetworkContent(text: "soup"), "soup", 4, true), (NetworkContent(text: "soup"), "stew", 4, false),
      (NetworkContent(text: "soup"), nil, 0, false), (NetworkContent(text: "soup"), nil, 70_000, false),
      (NetworkContent(text: #"{"of":"a","is":"(blanked)"}"#), #"{"of":"a","is":"x"}"#, 19, true),
      (NetworkContent(text: #"{"of":"a","is":"(blanked)"}"#), #"{"of":"b","is":"x"}"#, 19, false),
      (NetworkContent(base64: "AAECAw=="), nil, 4, true), (NetworkContent(base64: "AAECAw=="), nil, 5, false),
    ] as [(NetworkContent, String?, Int, Bool)])
  func bodies(recorded: NetworkContent, body: String?, count: Int, isSent: Bool) {
    let request = NetworkRequest(
      number: 1, method: "POST", url: "http://a/", headers: [:], body: body, bodyBytes: count, at: "")
    #expect(request.sends(recorded) == isSent)
  }

  /// Writes a recording of one answer.
  private func write(_ menu: String, of url: String, to name: String) throws {
    let exchange = NetworkExchange(
      unixMilliseconds: 0, milliseconds: 0, method: "GET", url: url, headers: [:], body: NetworkContent(),
      status: 200, answer: NetworkContent(text: menu))
    try folder.write(String(decoding: HARFile([exchange]).bytes(), as: UTF8.self), to: name)
  }

  @Test("answers whatever stands where its address had a secret")
  func secretInAddress() throws {
    let url = "http://127.0.0.1:1/menu.json"
    try write(Self.menu, of: "\(url)?key=(blanked)", to: "a.har")
    let app = app()
    try begin(app, "\(url)?key=of-today")
    try app.network.useRecording("\(folder.path)/a.har")
    #expect(app.cells["category-soups"].exists)
    #expect(app.end(testName: "a", failed: false) == [])
    try begin(app, "\(url)?key=of-today&lang=de")
    try app.network.useRecording("\(folder.path)/a.har")
    #expect(
      app.end(testName: "a", failed: false) == [
        "\(folder.path)/a.har has GET \(url)?key=(blanked), and the app asks for GET \(url)?key=of-today&lang=de."
      ])
  }

  @Test("may be larger than what a reset and a launch take")
  func large() throws {
    let url = "http://127.0.0.1:1/menu.json"
    try write(String(repeating: " ", count: 2 << 20) + Self.menu, of: url, to: "large.har")
    let app = app()
    try begin(app, url)
    try app.network.useRecording("\(folder.path)/large.har")
    #expect(app.cells["category-soups"].exists)
    try app.relaunch(reason: "the test launches with a recording")
    #expect(app.cells["category-soups"].exists)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("is not written by a test that fails")
  func failed() throws {
    let app = app("record")
    try begin(app, "http://127.0.0.1:1/menu.json")
    try app.network.useRecording(path)
    #expect(app.end(testName: "a", failed: true) == [])
    #expect(app.writeRecording() == [])
    #expect(folder.read("recordings/menu.har") == nil)
  }

  @Test("is not written by a test that fails at its end")
  func failedAtEnd() async throws {
    let fake = try FakeApp()
    let pool = AppPool(limit: 1) { [app = app("record")] _ in app }
    defer { pool.close() }
    try folder.write("old", to: "menu.har")
    let trait: AppTrait = .app(
      "SampleShop", launchArguments: ["--catalog-url", "http://127.0.0.1:1/menu.json"], pool: { pool },
      resultsFolder: folder.path, timings: try fake.timings())
    try await withKnownIssue {
      try await trait.provideScope(for: #require(Test.current), testCase: nil) { [folder] in
        let app = try App.current
        try app.network.useRecording("\(folder.path)/menu.har")
        app.knownLeak("Basket", reason: "the shop is being rebuilt")
      }
    } matching: {
      $0.comments.first?.rawValue.contains("Basket") == true
    }
    #expect(folder.read("menu.har") == "old")
  }

  @Test("is compared with the latest of many requests, and with what nothing was asked for")
  func many() throws {
    let exchanges = (1...1_002).map { number in
      NetworkExchange(
        unixMilliseconds: 0, milliseconds: 0, method: "POST", url: "http://a/\(number % 2)", headers: [:],
        body: NetworkContent(text: "\(number)"), status: 200, answer: NetworkContent(text: "{}"))
    }
    let file = HARFile(exchanges)
    try folder.write(String(decoding: file.bytes(), as: UTF8.self), to: "a.har")
    let recording = try NetworkRecording("\(folder.path)/a.har", nil)
    // They are made anew each time.
    let routes = file.routes
    let requests = exchanges.enumerated().map { index, exchange in
      var request = NetworkRequest(
        number: index + 1, method: "POST", url: exchange.url, headers: [:],
        body: index == 998 ? "x" : exchange.body.text, bodyBytes: 1, at: "")
      request.route = routes[index].to
      return request
    }
    let reply = NetworkReply(
      generation: 1, routes: [routes[1_001]], requests: requests[1..<1_001].map(\.self), count: 1_001,
      isStrict: true, unanswered: [])
    #expect(
      recording.differences(in: reply, from: exchanges) == [
        "The app sends \"x\" to POST http://a/1; in \(folder.path)/a.har it is \"999\".",
        "The app does not ask for POST http://a/0, as it does in \(folder.path)/a.har.",
      ])
  }

  @Test(
    "knows an address again with its fragment, which no server gets",
    arguments: [("http://a/1", "http://a/1#top"), ("http://a/?key=(blanked)", "http://a/?key=x#top")])
  func fragment(recorded: String, address: String) throws {
    try write("{}", of: recorded, to: "a.har")
    let exchanges = try HARFile(reading: "\(folder.path)/a.har").exchanges
    var request = NetworkRequest(
      number: 1, method: "GET", url: address, headers: [:], body: nil, bodyBytes: 0, at: "")
    request.route = exchanges.first?.target
    let reply = NetworkReply(
      generation: 1, routes: [], requests: [request], count: 1, isStrict: true, unanswered: [])
    #expect(try NetworkRecording("\(folder.path)/a.har", nil).differences(in: reply, from: exchanges) == [])
  }

  @Test("is no longer compared with what the app asks for once the test has taken its answers away")
  func removed() throws {
    let url = "http://127.0.0.1:1/menu.json"
    try write(Self.menu, of: url, to: "a.har")
    let app = app()
    try begin(app, url)
    try app.network.useRecording("\(folder.path)/a.har")
    try app.network.removeAll()
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test(
    "fails a test that starts its app anew without it, which would have got no answer of it",
    arguments: [true, false])
  func replaced(byReset: Bool) throws {
    let url = "http://127.0.0.1:1/menu.json"
    try write(Self.menu, of: url, to: "a.har")
    let app = app()
    try begin(app, url)
    try app.network.useRecording("\(folder.path)/a.har")
    app.launchArguments = ["--catalog-url", url]
    if byReset {
      try app.reset()
    } else {
      try app.relaunch(reason: "the test launches without the recording")
    }
    #expect(
      app.end(testName: "a", failed: false) == [
        "SampleShop was started or reset without \(folder.path)/a.har, so that it has not got its answers. Call "
          + "useRecording after all that sets launch arguments."
      ])
  }

  @Test("fails a test that ends its app before the recording is used up", arguments: ["record", "replay"])
  func ended(_ mode: String) throws {
    let url = "http://127.0.0.1:1/menu.json"
    let name = mode == "record" ? "recordings/menu.har" : "a.har"
    if mode == "replay" { try write(Self.menu, of: url, to: name) }
    let app = app(mode)
    try begin(app, url)
    try app.network.useRecording("\(folder.path)/\(name)")
    app.terminate()
    #expect(
      app.end(testName: "a", failed: false) == [
        "SampleShop ran no longer when the test ended, so that \(folder.path)/\(name) is neither written "
          + "nor compared with what it has asked for. Leave the app running until the test ends."
      ])
    #expect(folder.read("recordings/menu.har") == nil)
    try begin(app, url)
    #expect(app.end(testName: "b", failed: false) == [])
  }

  @Test("that is missing, cut off or wrong is an error with its file and place, and nothing is done")
  func unusable() throws {
    let app = app()
    try begin(app, "http://127.0.0.1:1/menu.json")
    func problem() -> String {
      let file = "\(folder.path)/a.har"
      let error = #expect(throws: NetworkMessageError.self) { try app.network.useRecording(file) }
      return error.map { "\($0)" } ?? ""
    }
    let start = "The recording \(folder.path)/a.har cannot be used: "
    #expect(
      problem() == start + "there is no such file; make it with CLEANSLATE_NETWORK=record in the environment."
    )
    let whole = String(
      decoding: try HARFile([
        NetworkExchange(
          unixMilliseconds: 0, milliseconds: 1, method: "GET", url: "http://a/menu", headers: [:],
          body: NetworkContent(), status: 200, answer: NetworkContent(text: "{}"))
      ]).bytes(), as: UTF8.self)
    let half = String(whole.prefix(whole.count / 2))
    let lines = half.count { $0 == "\n" }
    try folder.write(half, to: "a.har")
    #expect(problem() == start + "it is no whole JSON; it has \(whole.count / 2) bytes in \(lines) lines.")
    try folder.write("{\"password\": \"hunter2\"", to: "a.har")
    #expect(!problem().contains("hunter2"))
    try Data(repeating: UInt8(ascii: " "), count: 33 << 20).write(to: URL(filePath: "\(folder.path)/a.har"))
    #expect(problem().hasPrefix(start + "it has 34603008 bytes, "))
    for (old, new, reason) in [
      ("\"status\" : 200", "\"status\" : \"ok\"", "log.entries[0].response.status is no Int."),
      ("\"status\" : 200", "\"status\" : 700", "log.entries[0]: the status 700 is none of an answer."),
      ("\"url\" :", "\"uri\" :", "\"url\" is missing in log.entries[0].request."),
      (
        "http://a/menu", "ftp://a/menu",
        "log.entries[0]: \"GET ftp://a/menu\" is no address of a request"
      ),
      ("\"entries\"", "\"entrees\"", "\"entries\" is missing in log."),
      ("\"text\" : ", "\"_file\" : ", "log.entries[0]: the file does not have the content of the answer."),
      (
        "\"text\" : ", "\"encoding\" : \"Base64\", \"text\" : ",
        "log.entries[0]: the encoding \"Base64\" is not \"base64\"."
      ),
    ] {
      let text = whole.replacing(old, with: new)
      #expect(text != whole, "\(old)")
      try folder.write(text, to: "a.har")
      #expect(problem().hasPrefix(start + reason), "\(problem())")
    }
    #expect(app.screen == "menu-error" && app.generation == 1)
    let mode = #expect(throws: NetworkMessageError.self) { try NetworkRecording(path, "rewind") }
    #expect(mode.map { "\($0)" }?.contains("takes record or replay") == true)
    #expect(app.end(testName: "a", failed: false) == [])
  }

  @Test("reads bytes, failures and what other programs have written")
  func forms() throws {
    let exchanges = [
      NetworkExchange(
        unixMilliseconds: 0, milliseconds: 3, method: "POST", url: "https://a/b?c=d", headers: ["X": "1"],
        body: NetworkContent(text: "hello"), fails: .connectionLost),
      NetworkExchange(
        unixMilliseconds: 0, milliseconds: 4, method: "GET", url: "https://a/picture", headers: [:],
        body: NetworkContent(), status: 200, answer: NetworkContent(base64: "AP8=")),
    ]
    try folder.write(String(decoding: HARFile(exchanges).bytes(), as: UTF8.self), to: "a.har")
    #expect(try HARFile(reading: "\(folder.path)/a.har").exchanges == exchanges)
    let text = """
      {"log": {"version": "1.2", "creator": {"name": "browser", "version": "9"}, "pages": [], "entries": [
       {"startedDateTime": "2026-01-01T00:00:00Z", "time": 1e300, "request": {"method": "GET", "url": "http://a/",
        "httpVersion": "h2", "headers": [{"name": "A", "value": "b"}], "cookies": [], "queryString": []},
        "response": {"status": 204, "headers": [], "content": {"size": 0, "mimeType": "x"}}, "serverIPAddress": "1.2.3.4"}]}}
      """
    // The answer to HEAD has no content, whatever its size.
    for text in [text, text.replacing("GET", with: "HEAD").replacing("\"size\": 0", with: "\"size\": 7")] {
      try folder.write(text, to: "a.har")
      let foreign = try HARFile(reading: "\(folder.path)/a.har").exchanges
      #expect(foreign.map(\.status) == [204] && foreign.map(\.headers) == [["A": "b"]])
    }
  }
}
