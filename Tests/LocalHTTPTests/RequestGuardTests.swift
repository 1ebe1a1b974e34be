import ControlProtocol
import Testing

@testable import LocalHTTP

@Suite("The guard of requests")
struct RequestGuardTests {
  private static let secret = String(repeating: "0123456789abcdef", count: 4)
  private static let wrong = String(repeating: "0123456789abcdee", count: 4)

  @Test(
    "over TCP, asks for the right host, no foreign page, and the token",
    arguments: [
      (["Host": "127.0.0.1:8080", "Authorization": "Bearer \(secret)"], nil),
      (["Host": "localhost:8080", "Authorization": "bearer \(secret)"], nil),
      (
        ["Host": "127.0.0.1:8080", "Origin": "http://127.0.0.1:8080", "Authorization": "Bearer \(secret)"],
        nil
      ),
      (
        ["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "same-origin", "Authorization": "Bearer \(secret)"], nil
      ),
      (["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "none", "Authorization": "Bearer \(secret)"], nil),
      (["Host": "127.0.0.1:8080"], 401),
      (["Host": "127.0.0.1:8080", "Authorization": "Basic \(secret)"], 401),
      (["Host": "127.0.0.1:8080", "Authorization": "Bearer "], 401),
      (["Host": "127.0.0.1:8080", "Cookie": "cleanslate-token=\(secret)"], 401),
      (["Host": "127.0.0.1:8080", "Authorization": "Bearer \(wrong)"], 403),
      (["Host": "127.0.0.1:8080", "Authorization": "Bearer \(secret)0"], 403),
      (["Host": "127.0.0.1:8080", "Authorization": "Bearer \(secret.dropLast())"], 403),
      (["Authorization": "Bearer \(secret)"], 403),
      (["Host": "evil.example:8080", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "127.0.0.1", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "127.0.0.1:8081", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "127.0.0.1:08080", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "[::1]:8080", "Authorization": "Bearer \(secret)"], 403),
      (
        ["Host": "127.0.0.1:8080", "Origin": "http://localhost:8080", "Authorization": "Bearer \(secret)"],
        403
      ),
      (
        ["Host": "127.0.0.1:8080", "Origin": "https://127.0.0.1:8080", "Authorization": "Bearer \(secret)"],
        403
      ),
      (["Host": "127.0.0.1:8080", "Origin": "null", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "cross-site", "Authorization": "Bearer \(secret)"], 403),
      (["Host": "127.0.0.1:8080", "Sec-Fetch-Site": "same-site", "Authorization": "Bearer \(secret)"], 403),
    ] as [(HTTPHeaders, Int?)])
  func loopback(headers: HTTPHeaders, status: Int?) {
    let door = RequestGuard.Door.loopback(port: 8080, token: ControlToken(text: Self.secret))
    let refusal = RequestGuard(door: door).refusal(
      of: HTTPRequest(method: "GET", path: "/status", headers: headers))
    #expect(refusal?.status == status)
    #expect(refusal == nil || refusal?.code == .forbidden)
    #expect(refusal?.message.contains(Self.secret) != true)
  }

  @Test(
    "over TCP, takes a host without a port for the usual one",
    arguments: [
      ("127.0.0.1", "http://127.0.0.1", nil), ("localhost", "http://localhost", nil),
      ("localhost:80", "http://localhost:80", nil), ("localhost", "http://127.0.0.1", 403),
      ("evil.example", "http://evil.example", 403), ("localhost:8080", "http://localhost:8080", 403),
    ] as [(String, String, Int?)])
  func usualPort(host: String, origin: String, status: Int?) {
    let door = RequestGuard.Door.loopback(port: 80, token: ControlToken(text: Self.secret))
    let headers: HTTPHeaders = ["Host": host, "Origin": origin, "Authorization": "Bearer \(Self.secret)"]
    let request = HTTPRequest(method: "GET", path: "/status", headers: headers)
    #expect(RequestGuard(door: door).refusal(of: request)?.status == status)
  }

  @Test("over TCP, is not misled by a second Origin field")
  func secondOrigin() {
    var headers: HTTPHeaders = [
      "Host": "127.0.0.1:1", "Origin": "http://127.0.0.1:1", "Authorization": "Bearer \(Self.secret)",
    ]
    headers.append(.init(name: "origin", value: "http://evil.example"))
    let door = RequestGuard.Door.loopback(port: 1, token: ControlToken(text: Self.secret))
    let refusal = RequestGuard(door: door).refusal(
      of: HTTPRequest(method: "GET", path: "/", headers: headers))
    #expect(refusal == .forbidden("The request comes from a web page of another origin."))
  }

  @Test("on a socket file, asks for the same user and no web page, and for no token")
  func unixSocket() {
    let guarded = RequestGuard(door: .unixSocket(owner: 1000))
    #expect(guarded.refusal(ofPeer: 1000) == nil)
    #expect(
      guarded.refusal(ofPeer: 0)
        == .forbidden("The app runs as user 1000 and serves no other; you are user 0."))
    #expect(guarded.refusal(of: HTTPRequest(method: "GET", path: "/", headers: ["Host": "any"])) == nil)
    let fromPage = HTTPRequest(method: "GET", path: "/", headers: ["Origin": "http://localhost"])
    #expect(guarded.refusal(of: fromPage)?.status == 403)
  }

  @Test("names the scheme to someone without a token")
  func scheme() {
    #expect(HTTPRefusal.forbidden("x", status: 401).response.headers["www-authenticate"] == "Bearer")
  }

  @Test("has a token of 64 digits that is another each time and in no log")
  func token() {
    let token = ControlToken.random()
    #expect(token.text.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(token.text != ControlToken.random().text)
    #expect("\(token)" == "ControlToken(secret)")
  }
}
