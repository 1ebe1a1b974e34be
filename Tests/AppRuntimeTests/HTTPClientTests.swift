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

  @Test("stays on the actor of its caller")
  @MainActor func isolation() async throws {
    let client = HTTPClient { _ in
      MainActor.assertIsolated()
      return HTTPClient.Response(status: 200)
    }
    _ = try await client.send(.init(url: url))
  }
}
