#if DEBUG
/// The head of a request while it is read, line by line.
struct HTTPHead: Sendable {
  private var request: HTTPRequest
  private let isVersion10: Bool
  private(set) var expectsContinue = false

  init(requestLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard words.count == 3, !words[0].isEmpty, Self.isToken(words[0]) else {
      throw .badRequest("The request line is not of the form: GET /status HTTP/1.1")
    }
    switch String(decoding: words[2], as: UTF8.self) {
    case "HTTP/1.1": isVersion10 = false
    case "HTTP/1.0": isVersion10 = true
    case let version where version.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil:
      throw .badRequest("The app speaks HTTP/1.1, not \(version).", status: 505)
    default:
      throw .badRequest("The request line does not end with a version: GET /status HTTP/1.1")
    }
    let target = try HTTPTarget(words[1])
    request = HTTPRequest(
      method: String(decoding: words[0], as: UTF8.self), path: target.path, query: target.query)
    request.keepsAlive = !isVersion10
  }

  mutating func add(fieldLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    guard line.first != UInt8(ascii: " "), line.first != UInt8(ascii: "\t") else {
      throw .badRequest("A header field is folded over two lines. Write it on one.")
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      Self.isToken(line[..<colon])
    else {
      throw .badRequest("A header field is not of the form: Name: value")
    }
    guard request.headers.fields.count < HTTPRequestParser.maximumFields else {
      throw .tooLarge(
        "The request has more than \(HTTPRequestParser.maximumFields) header fields.", status: 431)
    }
    var value = line[(colon + 1)...]
    while let byte = value.first, byte == 0x20 || byte == 0x09 { value.removeFirst() }
    while let byte = value.last, byte == 0x20 || byte == 0x09 { value.removeLast() }
    request.headers.append(
      String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
  }

  /// The request without its body, and the length of the body.
  mutating func finish() throws(HTTPRefusal) -> (HTTPRequest, length: Int) {
    let hosts = request.headers.values("host")
    guard hosts.count == 1 || isVersion10 && hosts.isEmpty else {
      throw .badRequest(
        hosts.isEmpty ? "The request has no Host field." : "The request has more than one Host field.")
    }
    if let connection = request.headers["connection"], Self.names("close", in: connection) {
      request.keepsAlive = false
    }
    let length = try bodyLength()
    if !isVersion10, let expectation = request.headers["expect"] {
      guard expectation.lowercased() == "100-continue" else {
        throw .badRequest("The app cannot meet the expectation \"\(expectation)\".", status: 417)
      }
      expectsContinue = true
    }
    return (request, length)
  }

  private func bodyLength() throws(HTTPRefusal) -> Int {
    let lengths = request.headers.values("content-length")
    if let coding = request.headers["transfer-encoding"] {
      guard lengths.isEmpty, !isVersion10 else {
        throw .badRequest("The request frames its body by Transfer-Encoding where it must not.")
      }
      guard coding.lowercased() == "chunked" else {
        throw .badRequest("The app does not know the Transfer-Encoding \"\(coding)\".", status: 501)
      }
      throw .badRequest("The app takes no chunked body. Send its Content-Length.", status: 411)
    }
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1 else { throw .badRequest("The request has more than one Content-Length.") }
    guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .badRequest("The Content-Length \"\(text)\" is not a number of bytes.")
    }
    guard let length = Int(text), length <= HTTPRequestParser.maximumBody else {
      throw .tooLarge(
        "The body of \(text) bytes is larger than the \(HTTPRequestParser.maximumBody) that the app takes.",
        status: 413)
    }
    return length
  }

  private static func names(_ word: String, in list: String) -> Bool {
    list.lowercased().split(separator: ",").contains { item in
      item.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" } == word
    }
  }

  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    let span = bytes.span
    for index in span.indices where !isTokenByte(span[index]) { return false }
    return true
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true  // 0-9 A-Z ^_`a-z | ~
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true  // ! #$%&' * + - .
    default: false
    }
  }
}
#endif
