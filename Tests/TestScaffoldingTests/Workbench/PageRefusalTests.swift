import ControlProtocol
import OperatingSystem
import Synchronization
import TestSupport
import Testing

@testable import LocalHTTP
@testable import TestScaffolding

@Suite("The requests around the debug page")
struct PageRefusalTests {
  private static let secret = String(repeating: "0123456789abcdef", count: 4)

  private func refusal(_ method: String, _ path: String, _ headers: HTTPHeaders) -> Int? {
    let door = RequestGuard.Door.loopback(port: 8080, token: ControlToken(text: Self.secret))
    return RequestGuard(door: door, openPaths: DebugPage.paths).refusal(
      of: HTTPRequest(method: method, path: path, headers: headers))?.status
  }

  @Test(
    "need the token for all but the pages themselves",
    arguments: [
      ("GET", "/", nil), ("GET", "/app", nil), ("HEAD", "/app", nil), ("POST", "/app", 401),
      ("GET", "/app/", 401), ("GET", "/app/tree", 401), ("HEAD", "/", nil), ("POST", "/", 401),
      ("PUT", "/", 401), ("GET", "//", 401),
      ("GET", "/index.html", 401), ("GET", "/tree", 401), ("GET", "/setup", 401), ("GET", "/contents", 401),
      ("GET", "/resets", 401), ("GET", "/log", 401), ("GET", "/queries", 401), ("GET", "/recording", 401),
      ("POST", "/record", 401), ("POST", "/reset", 401),
    ] as [(String, String, Int?)])
  func withoutToken(method: String, path: String, status: Int?) {
    #expect(refusal(method, path, ["Host": "127.0.0.1:8080"]) == status)
  }

  @Test(
    "are refused from elsewhere, the page included",
    arguments: [
      ["Host": "evil.example"], ["Host": "127.0.0.1:81"],
      ["Host": "127.0.0.1:8080", "Origin": "http://evil.example"],
      ["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site"],
      ["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "same-site"], [:],
      [
        "Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "iframe",
      ],
      [
        "Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors",
        "Sec-Fetch-Dest": "document",
      ],
    ] as [HTTPHeaders])
  func foreign(headers: HTTPHeaders) {
    #expect(refusal("GET", "/", headers) == 403)
    #expect(refusal("GET", "/app", headers) == 403)
  }

  @Test("can be opened from elsewhere by a link or a file, as a page of its own, and nothing else can")
  func link() {
    let headers: HTTPHeaders = [
      "Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
      "Sec-Fetch-Dest": "document",
    ]
    #expect(refusal("GET", "/", headers) == nil)
    #expect(refusal("GET", "/app", headers) == nil)
    #expect(refusal("GET", "/tree", headers) == 403)
    #expect(refusal("POST", "/reset", headers) == 403)
    #expect(refusal("POST", "/", headers) == 403)
  }

  @Test(
    "over a socket: the page and nothing else without a token, no other method, and a word of it in the log")
  func served() async throws {
    let fixture = try await RouterFixture()
    try await fixture.app.start()
    let router = fixture.router
    let refused = Refused()
    let token = ControlToken(text: Self.secret)
    let server = try ControlServer.start(
      at: .loopback(port: 0), token: token, openPaths: DebugPage.paths, onRefusal: { refused.add($0) }
    ) { await router.respond(to: $0, from: .http) }
    defer { server.stop() }
    let host = server.address.description
    // While this waits for answers, the app needs the threads of others.
    try await OwnThread.run {
      func ask(_ request: String, _ fields: String...) throws -> TestClient.Reply {
        let client = try TestClient(server.address)
        try client.send(
          (["\(request) HTTP/1.1", "Host: \(host)"] + fields).joined(separator: "\r\n") + "\r\n\r\n")
        return try client.reply()
      }
      let authorization = "Authorization: Bearer \(Self.secret)"
      let page = try ask("GET /")
      #expect(page.status == 200 && page.body == DebugPage.workbench.document)
      #expect(page.head.contains("Content-Type: text/html; charset=utf-8\r\n"))
      #expect(try ask("GET /app").body == DebugPage.app.document)
      let post = try ask("POST /app", authorization, "Content-Length: 0")
      #expect(post.status == 405 && post.head.contains("\r\nAllow: GET, HEAD\r\n"), "\(post.head)")
      // Those who only look whether something is there get no more than the head.
      for path in ["/app", "/status"] {
        let client = try TestClient(server.address)
        try client.send(
          "HEAD \(path) HTTP/1.1\r\nHost: \(host)\r\n\(authorization)\r\nConnection: close\r\n\r\n")
        let head = try client.rest()
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"), "\(head)")
      }
      #expect(try ask("GET /setup").status == 401)
      #expect(try ask("GET /setup", "Authorization: Bearer \(token)").status == 403)
      #expect(try ask("GET /setup", authorization).status == 200)
      #expect(try ask("GET /setup", authorization, "Origin: http://evil.example").status == 403)
      #expect(try ask("POST /", authorization, "Content-Length: 0").status == 405)
      #expect(try ask("DELETE /log", authorization).status == 405)
      #expect(refused.all.map { $0.prefix(4) } == ["401:", "403:", "403:"])
    }
    let logged = await fixture.workbench.log.entries(after: 0).filter { $0.kind == .refused }.map(\.text)
    #expect(
      logged == [
        "405: POST /app: /app is asked with GET, not with POST.",
        "405: POST /: / is asked with GET, not with POST.",
        "405: DELETE /log: /log is asked with GET, not with DELETE.",
      ])
    #expect(!(refused.all + logged).contains { $0.contains(Self.secret) })
  }
}

private final class Refused: Sendable {
  private let texts = Mutex<[String]>([])
  var all: [String] { texts.withLock(\.self) }
  func add(_ text: String) { texts.withLock { $0.append(text) } }
}
