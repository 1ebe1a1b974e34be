import Foundation
import Glibc
import LocalHTTP
import OperatingSystem
import TestSupport
import Testing

@testable import AppDriver

@Suite("The client of the control socket")
struct ControlClientTests {
  private func withServer(
    _ answer: @escaping @Sendable (FakeServer.Request) -> FakeServer.Answer,
    _ body: (ControlClient, FakeServer) throws -> Void
  ) throws {
    let folder = try TestFolder()
    let server = try FakeServer(in: folder, answer: answer)
    defer { server.end() }
    try body(ControlClient(path: server.path, server: getpid()), server)
  }

  @Test("sends several requests over one connection")
  func keepsAlive() throws {
    try withServer({ _ in .json(200, "1") }) {
      (client: ControlClient, server: FakeServer) throws in
      for _ in 0..<3 {
        #expect(try client.send("GET", "/tree", within: .patience).body == Array("1".utf8))
      }
      #expect(server.connectionCount == 1)
      #expect(server.requests == ["GET /tree", "GET /tree", "GET /tree"])
    }
  }

  @Test("opens another connection when the kept one was closed between two requests")
  func reconnects() throws {
    try withServer({ _ in .jsonThenClose(200, "1") }) {
      (client: ControlClient, server: FakeServer) throws in
      #expect(try client.send("GET", "/tree", within: .patience).status == 200)
      #expect(try client.send("GET", "/tree", within: .patience).status == 200)
      #expect(server.connectionCount == 2)
    }
  }

  @Test("asks again, once, when the connection closes instead of an answer to what only looks")
  func retriesLooks() throws {
    try withServer({ $0.connection == 1 && $0.target == "/leaks" ? .close : .json(200, "1") }) {
      (client: ControlClient, server: FakeServer) throws in
      _ = try client.send("GET", "/tree", within: .patience)
      #expect(try client.send("GET", "/leaks", within: .patience).status == 200)
      #expect(server.requests == ["GET /tree", "GET /leaks", "GET /leaks"])
    }
  }

  @Test("never repeats a request that changes the app")
  func doesNotRepeat() throws {
    try withServer({ $0.method == "POST" ? .close : .json(200, "1") }) {
      (client: ControlClient, server: FakeServer) throws in
      _ = try client.send("GET", "/tree", within: .patience)
      let error = #expect(throws: TransportError.self) {
        try client.send("POST", "/tap", body: [1], within: .patience)
      }
      #expect(
        error?.description
          == "The app closed the connection without an answer; the request may have been carried out.")
      #expect(server.requests == ["GET /tree", "POST /tap"])
    }
  }

  @Test("says how long it waited for an answer that does not come")
  func timeout() throws {
    try withServer({ _ in .silence }) {
      (client: ControlClient, _: FakeServer) throws in
      let error = #expect(throws: TransportError.self) {
        try client.send("GET", "/tree", within: .milliseconds(20))
      }
      #expect(error?.description == "The app did not answer within 0.02 seconds.")
    }
  }

  @Test("refuses a socket that another process serves")
  func foreignServer() throws {
    try withServer({ _ in .json(200, "1") }) {
      (_: ControlClient, server: FakeServer) throws in
      let client = ControlClient(path: server.path, server: 1)
      let error = #expect(throws: TransportError.self) {
        try client.send("GET", "/status", within: .patience)
      }
      #expect(
        error?.description
          == "The socket \(server.path) is served by process \(getpid()), not by 1, which was started here.")
      #expect(server.requests == [])
    }
  }

  @Test("names the socket that nobody serves")
  func unreachable() {
    let client = ControlClient(path: "/tmp/cleanslate-nobody", server: 1)
    let error = #expect(throws: TransportError.self) { try client.send("GET", "/", within: .patience) }
    #expect(
      error?.description
        == "Nobody serves the socket /tmp/cleanslate-nobody: connect failed: No such file or directory.")
  }

  @Test("says that an app takes no connections, as one that hangs does not")
  func notAccepted() throws {
    let folder = try TestFolder()
    let path = folder.path + "/deaf"
    let listener = try FakeServer.listen(at: path, backlog: 0)
    let client = ControlClient(path: path, server: getpid())
    // The first connection is the only one that finds room to wait in.
    let first = try SocketConnection(to: .unixSocket(path), until: Deadline(in: .patience))
    let error = #expect(throws: TransportError.self) {
      try client.send("GET", "/status", within: .milliseconds(20))
    }
    #expect(error?.description == "The app does not accept connections at \(path); it may hang.")
    #expect(!first.isStale)
    listener.close()
  }

  @Test("says so where the kernel does not tell who serves a socket")
  func unknownServer() {
    #expect(
      TransportError.foreignServer(path: "/s", expected: 7, found: nil).description
        == "The socket /s is served by an unknown process, not by 7, which was started here.")
  }

  @Test("sends a token to no program that has taken the app's port, and does not know the token")
  func portOfAnother() throws {
    let token = String(repeating: "f", count: 64)
    let body = #"{"proof":"\#(String(repeating: "0", count: 64))"}"#
    let server = try OneAnswerServer("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let port = try #require(server.url.port.flatMap { UInt16(exactly: $0) })
    let client = ControlClient(through: .loopback(port: port, token: token))
    let error = #expect(throws: TransportError.self) { try client.status(within: .patience) }
    #expect(
      error?.description
        == "Who answers at 127.0.0.1:\(port) does not know the app's token; it was sent nothing else.")
    let requests = server.requests
    #expect(requests.count == 1 && requests[0].hasPrefix("GET /proof?nonce="))
    #expect(!requests[0].contains(token))
  }

  @Test("refuses an answer that is not sound")
  func malformed() throws {
    try withServer({ _ in .raw("HTTP/1.1 200 OK\r\n\r\n") }) {
      (client: ControlClient, _: FakeServer) throws in
      let error = #expect(throws: TransportError.self) {
        try client.send("GET", "/tree", within: .patience)
      }
      #expect(error?.description == "The answer is not valid HTTP: the Content-Length is missing.")
    }
  }
}
