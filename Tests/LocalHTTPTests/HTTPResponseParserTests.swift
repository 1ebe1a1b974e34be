import Testing

@testable import LocalHTTP

@Suite("The parser of answers")
struct HTTPResponseParserTests {
  @Test("reads an answer from pieces of any size", arguments: [1, 2, 3, 7, 1000])
  func pieces(size: Int) throws {
    let text = "HTTP/1.1 404 Not Found\r\ncontent-length: 5\r\nConnection: close\r\n\r\n{é:1"
    var parser = HTTPResponseParser()
    var rest = Array(text.utf8)[...]
    var result: ControlResponse?
    while !rest.isEmpty {
      #expect(result == nil)
      result = try parser.take(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    #expect(result == ControlResponse(status: 404, body: Array("{é:1".utf8), keepsAlive: false))
  }

  @Test(
    "refuses what is not an answer as the wire has it",
    arguments: [
      ("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n", "the status line is \"HTTP/1.0 200 OK\""),
      ("hello\r\n\r\n", "the status line is \"hello\""),
      ("HTTP/1.1 99 No\r\nContent-Length: 0\r\n\r\n", "the status line is \"HTTP/1.1 99 No\""),
      ("\r\n\r\n", "the status line is \"\""),
      ("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "the status line is \"HTTP/1.1 200\""),
      ("HTTP/1.1 +20 OK\r\nContent-Length: 0\r\n\r\n", "the status line is \"HTTP/1.1 +20 OK\""),
      ("HTTP/1.1 200 OK\r\n\r\n", "the Content-Length is missing"),
      ("HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", "the Content-Length is "),
      ("HTTP/1.1 200 OK\r\nContent-Length: 0000000000\r\n\r\n", "the Content-Length is 0000000000"),
      ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", "the Content-Length is -1"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1x\r\n\r\n", "the Content-Length is 1x"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n", "a body of 999999999 bytes is too long"),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\ncontent-length: 0\r\n\r\n",
        "the header \"content-length\" comes twice"
      ),
      ("HTTP/1.1 200 OK\r\nA: 0\r\nB: 0\r\na: 0\r\n\r\n", "the header \"a\" comes twice"),
      (
        "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
        "the body comes in a transfer encoding"
      ),
      ("HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n", "a line ends in a bare LF"),
      ("HTTP/1.1 200 OK\r\nA\u{0}: 0\r\n\r\n", "a control character in the head"),
      ("HTTP/1.1 200 OK\r\nA: \r0\r\n\r\n", "a control character in the head"),
      ("HTTP/1.1 200 OK\r\nA: 0\r\r\n\r\n", "a control character in the head"),
      ("HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "the header \"no colon\" has no name and value"),
      ("HTTP/1.1 200 OK\r\n: no name\r\n\r\n", "the header \": no name\" has no name and value"),
      ("HTTP/1.1 200 OK\r\n folded\r\n\r\n", "the header \" folded\" has no name and value"),
      ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab", "1 bytes follow the body"),
    ])
  func refuses(text: String, problem: String) {
    var parser = HTTPResponseParser()
    let error = #expect(throws: HTTPMessageError.self) { try parser.take(Array(text.utf8)) }
    #expect(error?.problem == problem)
  }

  @Test("refuses a head that is not UTF-8")
  func notText() {
    var parser = HTTPResponseParser()
    let bytes = Array("HTTP/1.1 200 ".utf8) + [0xC3] + Array("\r\nContent-Length: 0\r\n\r\n".utf8)
    #expect(throws: HTTPMessageError.notSound("the head is not text")) { try parser.take(bytes) }
  }

  @Test("takes as many headers as anybody needs, and no more")
  func manyHeaders() throws {
    func head(_ others: Int) -> [UInt8] {
      let fields = (0..<others).map { "X-\($0): \r\n" }.joined()
      return Array("HTTP/1.1 200 Sehr schön\r\n\(fields)CONTENT-LENGTH:\t0 \r\n\r\n".utf8)
    }
    var parser = HTTPResponseParser()
    #expect(try parser.take(head(63)) == ControlResponse(status: 200, body: [], keepsAlive: true))
    parser = HTTPResponseParser()
    #expect(throws: HTTPMessageError.tooLarge("there are more than 64 headers")) {
      try parser.take(head(64))
    }
  }

  @Test("gives up on a head without an end")
  func endlessHead() {
    var parser = HTTPResponseParser()
    #expect(throws: HTTPMessageError.tooLarge("the head is longer than 32768 bytes")) {
      while try parser.take(Array(repeating: 65, count: 1000)) == nil {}
    }
  }
}
