import ControlProtocol
import LocalHTTP
import Testing

@testable import LocalHTTP

@Suite("A response")
struct HTTPResponseTests {
  @Test("travels with the length of its body")
  func plain() {
    let response = HTTPResponse(headers: ["Content-Type": "text/plain"], body: Array("hello".utf8))
    #expect(text(response) == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello")
    #expect(
      text(response, keepsAlive: false)
        == "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
    )
  }

  @Test("leaves its body out where none may be")
  func withoutBody() {
    let response = HTTPResponse(body: Array("hello".utf8))
    #expect(text(response, toHead: true) == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
    #expect(text(HTTPResponse(status: 204, body: [1])) == "HTTP/1.1 204 No Content\r\n\r\n")
  }

  @Test("cannot be split in two by a line end in a value, nor framed by a field")
  func injection() {
    let response = HTTPResponse(
      status: 299,
      headers: ["X\r\nY": "a\r\nSet-Cookie: b", "Content-Length": "9", "transfer-encoding": "chunked"])
    #expect(
      text(response) == "HTTP/1.1 299 Status 299\r\nX  Y: a  Set-Cookie: b\r\nContent-Length: 0\r\n\r\n")
  }

  @Test("carries a value as JSON with sorted keys")
  func json() {
    let response = HTTPResponse.json(ActionReply(generation: 2, screen: "a/b"), status: 201)
    #expect(response.status == 201)
    #expect(response.headers["content-type"] == "application/json")
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"generation":2,"screen":"a/b"}"#)
  }

  @Test("of a value that JSON cannot hold is an error that names its type")
  func notJSON() {
    let response = HTTPResponse.json(["share": Double.nan])
    #expect(response.status == 500)
    let body = String(decoding: response.body, as: UTF8.self)
    #expect(
      body.hasPrefix(#"{"code":"failed","message":"The answer, a Dictionary<String, Double>, cannot be"#))
  }

  private func text(_ response: HTTPResponse, toHead: Bool = false, keepsAlive: Bool = true) -> String {
    String(decoding: response.serialized(toHead: toHead, keepsAlive: keepsAlive), as: UTF8.self)
  }
}
