import ControlProtocol
import LocalHTTP
import Testing

@testable import LocalHTTP

@Suite("The parser of requests")
struct HTTPRequestParserTests {
  @Test("reads method, path, parameters, fields and body")
  func whole() throws {
    let text =
      "POST /a%20b?id=go&text=1+1%3D2&flag HTTP/1.1\r\nHost: x\r\nX-One:\t two words \r\ncontent-length: 3\r\n\r\nabc"
    let request = try #require(try requests(in: [Array(text.utf8)]).first)
    #expect(request.method == "POST")
    #expect(request.path == "/a b")
    #expect(request.query == ["id": "go", "text": "1 1=2", "flag": ""])
    #expect(request.headers["x-ONE"] == "two words")
    #expect(request.headers["absent"] == nil)
    #expect(request.body == Array("abc".utf8))
    #expect(request.keepsAlive)
  }

  @Test("reads two requests in a row the same, wherever the bytes are split")
  func everySplit() throws {
    let text =
      "POST /type HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\n\r\n{}"
      + "GET /tree HTTP/1.1\r\nHost: x\r\nConnection: Keep, CLOSE\r\n\r\n"
    let bytes = Array(text.utf8)
    var second = HTTPRequest(
      method: "GET", path: "/tree", headers: ["Host": "x", "Connection": "Keep, CLOSE"])
    second.keepsAlive = false
    let expected = [
      HTTPRequest(
        method: "POST", path: "/type", headers: ["Host": "x", "Content-Length": "4"],
        body: Array("\r\n{}".utf8)), second,
    ]
    for split in 0...bytes.count {
      #expect(try requests(in: [Array(bytes[..<split]), Array(bytes[split...])]) == expected)
    }
    #expect(try requests(in: bytes.map { [$0] }) == expected)
  }

  @Test("closes after a request of HTTP/1.0, which needs no Host")
  func version10() throws {
    let request = try #require(try requests(in: [Array("GET / HTTP/1.0\r\n\r\n".utf8)]).first)
    #expect(!request.keepsAlive)
  }

  @Test("shows the head once while the body is to come, and tells who waits for leave to send it")
  func headFirst() throws {
    var parser = HTTPRequestParser()
    parser.append("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
    let head = HTTPRequest(
      method: "PUT", path: "/", headers: ["Host": "x", "Expect": "100-Continue", "Content-Length": "2"])
    #expect(try parser.next() == .head(head, awaitsContinue: true))
    #expect(try parser.next() == .incomplete)
    #expect(parser.isInsideRequest)
    parser.append("ok")
    var whole = head
    whole.body = Array("ok".utf8)
    #expect(try parser.next() == .request(whole))
    #expect(!parser.isInsideRequest)

    parser.append("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\no")
    #expect(try parser.next() == .head(head, awaitsContinue: false))
  }

  @Test(
    "refuses what is not valid HTTP",
    arguments: [
      ("GET / HTTP/1.1\nHost: x\n\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\rY\r\n", 400),
      ("\r\nGET / HTTP/1.1\r\n", 400),
      (" GET / HTTP/1.1\r\n", 400),
      ("GET  / HTTP/1.1\r\n", 400),
      ("GET / HTTP/1.1 \r\n", 400),
      ("GET /\r\n", 400),
      ("GET\r\n", 400),
      ("G@T / HTTP/1.1\r\n", 400),
      ("GET /\tx HTTP/1.1\r\n", 400),
      ("GET /\u{E9} HTTP/1.1\r\n", 400),
      ("GET /# HTTP/1.1\r\n", 400),
      ("GET /%0 HTTP/1.1\r\n", 400),
      ("GET /%zz HTTP/1.1\r\n", 400),
      ("GET /%00 HTTP/1.1\r\n", 400),
      ("GET /%ff HTTP/1.1\r\n", 400),
      ("GET /a%A9b HTTP/1.1\r\n", 400),
      ("GET /?a=1&a=2 HTTP/1.1\r\n", 400),
      ("GET * HTTP/1.1\r\n", 400),
      ("GET http://x/ HTTP/1.1\r\n", 400),
      ("CONNECT x:1 HTTP/1.1\r\n", 400),
      ("GET / http/1.1\r\n", 400),
      ("GET / HTTP/11\r\n", 400),
      ("GET / HTTP/1.2\r\n", 505),
      ("PRI * HTTP/2.0\r\n", 505),
      ("GET / HTTP/1.1\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
      ("GET / HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost : x\r\n", 400),
      ("GET / HTTP/1.1\r\n: x\r\n", 400),
      ("GET / HTTP/1.1\r\nHost\r\n", 400),
      ("GET / HTTP/1.1\r\nHo st: x\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\r\n folded\r\n", 400),
      ("GET / HTTP/1.1\r\n\tHost: x\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: x\0\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: \u{7F}\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", 400),
      ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1, 1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0x1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048577\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\nContent-Length: 1\r\n\r\n", 417),
    ])
  func refused(text: String, status: Int) {
    #expect(refusal(of: Array(text.utf8))?.status == status)
    #expect(refusal(of: Array(text.utf8), byteByByte: true)?.status == status)
  }

  @Test("says what was wrong, as JSON with a code")
  func message() throws {
    let response = try #require(refusal(of: Array("GET / HTTP/3.0\r\n".utf8))?.response)
    #expect(response.status == 505)
    #expect(
      String(decoding: response.body, as: UTF8.self)
        == #"{"code":"badRequest","message":"The app speaks HTTP/1.1, not HTTP/3.0."}"#)
  }

  @Test("refuses binary junk at its first control byte")
  func junk() {
    #expect(refusal(of: [0x16, 0x03, 0x01, 0x02])?.status == 400)
    #expect(refusal(of: [0x80, 0xFF, 0x00])?.status == 400)
    for byte in UInt8(0)..<0x20 where byte != 0x09 && byte != 0x0D {
      #expect(refusal(of: [byte])?.status == 400)
    }
  }

  @Test("takes a head of the largest size, and refuses one byte more")
  func bounds() throws {
    let target = "/" + String(repeating: "a", count: 8192 - "GET / HTTP/1.1\r\n".utf8.count)
    let end = "Host: x\r\n\r\n"
    #expect(try requests(in: [Array("GET \(target) HTTP/1.1\r\n\(end)".utf8)]).first?.path == target)
    #expect(refusal(of: Array("GET \(target)a HTTP/1.1\r\n\(end)".utf8))?.status == 414)
    #expect(refusal(of: [UInt8](repeating: 65, count: 8192))?.status == 414)

    let filler = String(repeating: "a", count: 32768 - "X: \r\n".utf8.count - end.utf8.count)
    let start = "GET / HTTP/1.1\r\n"
    #expect(try requests(in: [Array("\(start)X: \(filler)\r\n\(end)".utf8)]).count == 1)
    #expect(refusal(of: Array("\(start)X: \(filler)a\r\n\(end)".utf8))?.status == 431)
    #expect(refusal(of: Array("\(start)X: \(String(repeating: "a", count: 40_000))".utf8))?.status == 431)

    let fields = String(repeating: "A: b\r\n", count: 63)
    #expect(try requests(in: [Array("\(start)\(fields)\(end)".utf8)]).count == 1)
    #expect(refusal(of: Array("\(start)\(fields)A: b\r\n\(end)".utf8))?.status == 431)
  }

  @Test("takes a body of the largest size")
  func largestBody() throws {
    let body = [UInt8](repeating: 7, count: 1 << 20)
    let head = Array("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1048576\r\n\r\n".utf8)
    #expect(try requests(in: [head + body, Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)]).count == 2)
  }

  private func requests(in pieces: [[UInt8]]) throws -> [HTTPRequest] {
    var parser = HTTPRequestParser()
    var requests: [HTTPRequest] = []
    for piece in pieces {
      piece.withUnsafeBytes { parser.append($0) }
      steps: while true {
        switch try parser.next() {
        case .incomplete: break steps
        case .head: break
        case .request(let request): requests.append(request)
        }
      }
    }
    return requests
  }

  private func refusal(of bytes: [UInt8], byteByByte: Bool = false) -> HTTPRefusal? {
    do {
      _ = try requests(in: byteByByte ? bytes.map { [$0] } : [bytes])
      return nil
    } catch {
      return error as? HTTPRefusal
    }
  }
}

extension HTTPRequestParser {
  fileprivate mutating func append(_ text: String) {
    Array(text.utf8).withUnsafeBytes { append($0) }
  }
}
