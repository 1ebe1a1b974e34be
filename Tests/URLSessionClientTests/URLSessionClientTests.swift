import AppRuntime
import Foundation
import TestSupport
import Testing
import URLSessionClient

@Suite("The client of URLSession")
struct URLSessionClientTests {
  private let client = HTTPClient.urlSession

  private static func answer(_ head: String, _ body: String = "") -> String {
    "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
  }

  @Test("sends method, header fields and body, and returns status, header fields and body")
  func exchange() async throws {
    let server = try OneAnswerServer(Self.answer("201 Created\r\nX-Order: 7", "done"))
    let response = try await client.send(
      .init("POST", url: server.url, headers: ["X-Token": "secret"], body: Data("noodles".utf8)))
    #expect(response.status == 201 && response.body == Data("done".utf8))
    #expect(response.header("x-order") == "7")
    let request = try #require(server.requests.first)
    #expect(request.hasPrefix("POST /menu.json HTTP/1.1\r\n"))
    #expect(request.contains("X-Token: secret\r\n") && request.contains("Content-Length: 7\r\n"))
  }

  @Test("refuses a status that the request does not accept, and takes one that it does")
  func status() async throws {
    let server = try OneAnswerServer(Self.answer("404 Not Found", "no"), Self.answer("404 Not Found", "no"))
    await #expect(throws: HTTPClient.Failure.status(404)) { try await client.send(.init(url: server.url)) }
    let response = try await client.send(.init(url: server.url, accepts: 100...599))
    #expect(response.status == 404 && response.body == Data("no".utf8))
  }

  @Test(
    "refuses an answer before its end where it is too long, says that it is, or has another status",
    arguments: [
      ("200 OK", HTTPClient.Failure.tooLong(limit: 4096)),
      ("200 OK\r\nContent-Length: 999999999999", .tooLong(limit: 4096)),
      ("500 Internal Server Error", .status(500)),
    ])
  func endless(head: String, failure: HTTPClient.Failure) async throws {
    let server = try OneAnswerServer("HTTP/1.1 \(head)\r\nConnection: close\r\n\r\n", ending: .blanks)
    await #expect(throws: failure) { try await client.send(.init(url: server.url, limit: 4096)) }
  }

  @Test("follows a redirection, without what only the first server may know")
  func redirection() async throws {
    let second = try OneAnswerServer(Self.answer("200 OK", "here"))
    let first = try OneAnswerServer(
      Self.answer("302 Found\r\nLocation: \(second.url)", "moved"), Self.answer("302 Found", "lost"))
    let request = HTTPClient.Request(
      "POST", url: first.url, headers: ["Authorization": "secret", "X-App": "1"], body: Data("a".utf8))
    #expect(try await client.send(request).body == Data("here".utf8))
    let sent = try #require(second.requests.first)
    #expect(sent.hasPrefix("GET ") && sent.contains("X-App: 1") && !sent.contains("secret"))
    // On Linux, Foundation takes a redirection to nowhere for no response at all.
    await #expect(throws: HTTPClient.Failure.self) { try await client.send(request) }
  }

  @Test("is led on with its method and its body where only a post would lose them")
  func moved() async throws {
    let second = try OneAnswerServer(Self.answer("200 OK"))
    let first = try OneAnswerServer(Self.answer("301 Moved Permanently\r\nLocation: \(second.url)"))
    _ = try await client.send(.init("DELETE", url: first.url, body: Data("noodles".utf8)))
    let sent = try #require(second.requests.first)
    #expect(sent.hasPrefix("DELETE ") && sent.contains("Content-Length: 7\r\n"))
  }

  @Test("takes an address whose scheme is in capitals, its own and that of a redirection")
  func capitals() async throws {
    func loud(_ url: URL) -> String { url.absoluteString.replacing("http:", with: "HTTP:") }
    let second = try OneAnswerServer(Self.answer("200 OK", "here"))
    let first = try OneAnswerServer(Self.answer("302 Found\r\nLocation: \(loud(second.url))"))
    let url = try #require(URL(string: loud(first.url)))
    #expect(try await client.send(.init(url: url)).body == Data("here".utf8))
  }

  @Test("takes no interim response for the response", arguments: [200...200, 100...599])
  func interim(accepts: ClosedRange<Int>) async throws {
    let server = try OneAnswerServer(
      "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + Self.answer("200 OK", "here"))
    let response = try await client.send(.init(url: server.url, accepts: accepts))
    #expect(response.status == 200 && response.body == Data("here".utf8))
  }

  @Test("is not held by a redirection that does not end")
  func endlessRedirection() async throws {
    let server = try OneAnswerServer(
      "HTTP/1.1 302 Found\r\nLocation: /there\r\nConnection: close\r\n\r\n", ending: .drips)
    await #expect(throws: HTTPClient.Failure.unreachable(host: "127.0.0.1", .timedOut)) {
      try await client.send(.init(url: server.url, timeout: .seconds(1)))
    }
    await server.waitForGoodbye()
  }

  @Test("is not led to anything but HTTP")
  func otherScheme() async throws {
    let server = try OneAnswerServer(Self.answer("302 Found\r\nLocation: file:///etc/passwd"))
    await #expect(throws: HTTPClient.Failure.status(302)) { try await client.send(.init(url: server.url)) }
  }

  @Test("waits for a silent server no longer than the request allows", .timeLimit(.minutes(60)))
  func silence() async throws {
    let server = try OneAnswerServer("", ending: .silence)
    await #expect(throws: HTTPClient.Failure.unreachable(host: "127.0.0.1", .timedOut)) {
      try await client.send(.init(url: server.url, timeout: .seconds(1)))
    }
  }

  @Test("takes any time that a request allows", arguments: [0.9, 0, -1, 1e19], [false, true])
  func anyTimeout(seconds: Double, isSilent: Bool) async throws {
    let server =
      try isSilent ? OneAnswerServer("", ending: .silence) : OneAnswerServer(Self.answer("200 OK", "here"))
    let request = HTTPClient.Request(url: server.url, timeout: .seconds(seconds))
    let start = ContinuousClock.now
    if !isSilent {
      do {
        #expect(try await client.send(request).body == Data("here".utf8))
      } catch HTTPClient.Failure.unreachable(_, .timedOut) where seconds < 2 {
        // Beside many other tests an answer may take the second that is the least of all times.
        #expect(ContinuousClock.now - start >= .seconds(1))
      }
    } else if seconds < 2 {
      await #expect(throws: HTTPClient.Failure.unreachable(host: "127.0.0.1", .timedOut)) {
        try await client.send(request)
      }
      #expect(ContinuousClock.now - start >= .seconds(seconds))
    }
  }

  @Test("hangs up when its task is cancelled", .timeLimit(.minutes(60)))
  func hangingUp() async throws {
    let server = try OneAnswerServer("", ending: .silence)
    let request = HTTPClient.Request(url: server.url, timeout: .seconds(86_400))
    let loading = Task { [client] in try await client.send(request) }
    while server.requests.isEmpty { await Task.yield() }
    loading.cancel()
    await #expect(throws: CancellationError.self) { try await loading.value }
    await server.waitForGoodbye()
  }

  @Test("names a server that nobody is at, and one that breaks off")
  func unreachable() async throws {
    let nobody = try #require(URL(string: "http://127.0.0.1:1/menu.json"))
    await #expect(throws: HTTPClient.Failure.unreachable(host: "127.0.0.1", .cannotConnect)) {
      try await client.send(.init(url: nobody))
    }
    let server = try OneAnswerServer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    await #expect(throws: HTTPClient.Failure.self) { try await client.send(.init(url: server.url)) }
  }

  // A request that fails while it is cancelled: about one in a thousand held both for ever.
  @Test("ends when it is cancelled, also while it fails", .timeLimit(.minutes(60)))
  func cancelling() async throws {
    let request = HTTPClient.Request(url: try #require(URL(string: "http://127.0.0.1:1/menu.json")))
    let effort = try Effort()
    var generator = effort.generator("cancelling")
    for _ in 0..<effort.rounds(100) {
      let loading = Task.detached { [client] in try? await client.send(request) }
      for _ in 0..<Int.random(in: 0..<600, using: &generator) { await Task.yield() }
      loading.cancel()
      #expect(await loading.value == nil)
    }
  }

  // A cancellation between the end of a redirection and what is answered to it ended the process.
  @Test("ends when it is cancelled, also while it is led elsewhere")
  func cancellingRedirection() async throws {
    let effort = try Effort()
    var generator = effort.generator("cancelling redirections")
    for _ in 0..<effort.rounds(100) {
      let server = try OneAnswerServer(Self.answer("302 Found\r\nLocation: /there"))
      let loading = Task.detached { [client] in try? await client.send(.init(url: server.url)) }
      while server.requests.isEmpty { await Task.yield() }
      for _ in 0..<Int.random(in: 0..<600, using: &generator) { await Task.yield() }
      loading.cancel()
      #expect(await loading.value == nil)
    }
  }
}
