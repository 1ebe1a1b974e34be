import AppRuntime
import Foundation
import TestSupport
import Testing
import URLSessionClient

@testable import ShopFeature

@Suite("A menu from a server")
struct HTTPCatalogTests {
  private func load(
    _ answer: @escaping @Sendable (HTTPClient.Request) throws -> HTTPClient.Response
  ) async throws -> Catalog {
    let url = try #require(URL(string: "https://kitchen.example/menu.json"))
    return try await HTTPCatalogClient(url: url, network: HTTPClient { try answer($0) }).load()
  }

  private func load(_ body: String) async throws -> Catalog {
    try await load { _ in HTTPClient.Response(status: 200, body: Data(body.utf8)) }
  }

  @Test("is read and checked as one that comes with the app")
  func read() async throws {
    #expect(try await load(CatalogText.kitchens) == BundledCatalog.bundled.read())
    await #expect(throws: CatalogError("items[0].price is not a whole number")) {
      try await load(CatalogText.broken)
    }
    await #expect(throws: CatalogError("it is not JSON")) { try await load("<html>") }
  }

  @Test("is asked for with bounds, and is none where the server answers with another status than 200")
  func bounds() async throws {
    await #expect(throws: HTTPClient.Failure.status(204)) {
      try await load { request in
        #expect(request.method == "GET" && request.limit == 4 << 20 && request.accepts == 200...200)
        return HTTPClient.Response(status: 204)
      }
    }
  }

  @Test("comes from a real server as well, through the client that apps ship with")
  func server() async throws {
    let body = CatalogText.kitchens
    let server = try OneAnswerServer(
      "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    let catalog = try await HTTPCatalogClient(url: server.url, network: .urlSession).load()
    #expect(try catalog == BundledCatalog.bundled.read())
  }
}
