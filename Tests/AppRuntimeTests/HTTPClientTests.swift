import AppRuntime
import Foundation
import Synchronization
import Testing

@Suite("The client that features ask servers through")
struct HTTPClientTests {
  private let url: URL

  init() throws { url = try #require(URL(string: "http://a/menu")) }

  @Test("sends nothing for a task that is cancelled")
  func cancelled() async {
    let sent = Mutex(0)
    let client = HTTPClient { _ in
      sent.withLock { $0 += 1 }
      return HTTPClient.Response(status: 200)
    }
    let task = Task { [url] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.send(.init(url: url))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(sent.withLock(\.self) == 0)
  }

  @Test("follows ten redirections, and no more")
  func redirections() async throws {
    let sent = Mutex(0)
    let client = HTTPClient { _ in
      sent.withLock { $0 += 1 }
      return HTTPClient.Response(status: 302, headers: ["Location": "/menu"])
    }
    await #expect(throws: HTTPClient.Failure.tooManyRedirections(host: "a")) {
      try await client.send(.init(url: url))
    }
    #expect(sent.withLock(\.self) == 11)
  }

  /// What is sent to where a response leads that the first request gets.
  private func redirected(
    _ request: HTTPClient.Request, _ status: Int, to location: String
  ) async throws -> HTTPClient.Request {
    let sent = Mutex<[HTTPClient.Request]>([])
    let client = HTTPClient { request in
      sent.withLock { $0.append(request) }
      let isFirst = sent.withLock { $0.count == 1 }
      return HTTPClient.Response(
        status: isFirst ? status : 200, headers: isFirst ? ["Location": location] : [:])
    }
    _ = try await client.send(request)
    let requests = sent.withLock(\.self)
    try #require(requests.count == 2)
    return requests[1]
  }

  @Test(
    "asks the next address as it did the first, unless a post is moved or another address has the answer",
    arguments: [
      (301, "DELETE", "DELETE"), (302, "PUT", "PUT"), (301, "HEAD", "HEAD"), (302, "POST", "GET"),
      (303, "DELETE", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"), (308, "POST", "POST"),
    ])
  func method(status: Int, method: String, next: String) async throws {
    let body = Data("noodles".utf8)
    let request = HTTPClient.Request(method, url: url, headers: ["Content-Type": "text/plain"], body: body)
    let sent = try await redirected(request, status, to: "https://a/menu")
    #expect(sent.method == next)
    #expect(sent.body == (next == method ? body : Data()))
    #expect(sent.headers.isEmpty == (next != method))
  }

  @Test(
    "keeps secrets of a server on the way to the same one, however it is written, and tells no other",
    arguments: [
      ("https://a:443/menu", true), ("https://A/menu", true), ("HTTPS://a/menu", true), ("/menu", true),
      ("https://a:444/menu", false), ("http://a/menu", false), ("https://b/menu", false),
    ])
  func secrets(location: String, isKept: Bool) async throws {
    let first = try #require(URL(string: "https://a/"))
    let request = HTTPClient.Request(url: first, headers: ["Authorization": "secret"])
    #expect(try await redirected(request, 302, to: location).headers.isEmpty == !isKept)
  }

  @Test("stays on the actor of its caller")
  @MainActor func isolation() async throws {
    let client = HTTPClient { _ in
      MainActor.assertIsolated()
      return HTTPClient.Response(status: 200)
    }
    _ = try await client.send(.init(url: url))
  }
}
