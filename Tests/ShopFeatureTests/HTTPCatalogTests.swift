import Foundation
import TestSupport
import Testing

@testable import ShopFeature

@Suite("A menu from a server")
struct HTTPCatalogTests {
  private func load(_ answer: String, _ body: String = "") async throws -> Catalog {
    let server = try OneAnswerServer(
      "HTTP/1.1 \(answer)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    return try await HTTPCatalogClient(url: server.url).load()
  }

  @Test("is read and checked as one that comes with the app")
  func read() async throws {
    #expect(try await load("200 OK", CatalogText.kitchens) == BundledCatalog.bundled.read())
    await #expect(throws: CatalogError("items[0].price is not a whole number")) {
      try await load("200 OK", CatalogText.broken)
    }
  }

  @Test("is none where the server answers something else")
  func status() async throws {
    await #expect(throws: HTTPCatalogClient.Failure.status(503)) { try await load("503 Service Unavailable") }
    await #expect(throws: CatalogError("it is not JSON")) { try await load("200 OK", "<html>") }
  }

  @Test(
    "is refused before its end where it is too long, says that it is, or is no menu",
    arguments: [
      ("200 OK", HTTPCatalogClient.Failure.tooLong(limit: 4 << 20)),
      ("200 OK\r\nContent-Length: 999999999999", .tooLong(limit: 4 << 20)),
      ("500 Internal Server Error", .status(500)),
    ])
  func endless(head: String, failure: HTTPCatalogClient.Failure) async throws {
    let server = try OneAnswerServer("HTTP/1.1 \(head)\r\nConnection: close\r\n\r\n", isEndless: true)
    await #expect(throws: failure) { try await HTTPCatalogClient(url: server.url).load() }
  }

  @Test("is an error with the name of the server where nobody answers")
  func unreachable() async throws {
    let client = HTTPCatalogClient(url: try #require(URL(string: "http://127.0.0.1:1/menu.json")))
    await #expect { try await client.load() } throws: { error in
      "\(error)" == "127.0.0.1 cannot be reached: nobody answers there."
    }
  }

  // A request that fails while it is cancelled: about one in a thousand held both for ever.
  @Test("ends when it is cancelled, also while it fails", .timeLimit(.minutes(10)))
  func cancelling() async throws {
    let client = HTTPCatalogClient(url: try #require(URL(string: "http://127.0.0.1:1/menu.json")))
    let effort = try Effort()
    var generator = effort.generator("cancelling")
    for _ in 0..<effort.rounds(100) {
      let loading = Task.detached { try? await client.load() }
      for _ in 0..<Int.random(in: 0..<600, using: &generator) { await Task.yield() }
      loading.cancel()
      #expect(await loading.value == nil)
    }
  }
}
