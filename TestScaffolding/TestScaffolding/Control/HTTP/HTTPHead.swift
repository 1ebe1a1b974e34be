#if DEBUG
/// The head of a request while it is read, line by line.
struct HTTPHead: Sendable {
  /// The request so far, without its body.
  private(set) var request = HTTPRequest(method: "", path: "")
  private(set) var expectsContinue = false
  private var isVersion10 = false

  mutating func read(requestLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    let bytes = line.span
    let methodEnd = Self.endOfToken(bytes)
    var targetEnd = methodEnd + 1
    while targetEnd < bytes.count, bytes[targetEnd] != UInt8(ascii: " ") { targetEnd += 1 }
    guard methodEnd > 0, targetEnd < bytes.count, bytes[methodEnd] == UInt8(ascii: " ") else {
      throw .badRequest("The request line is not of the form: GET /status HTTP/1.1")
    }
    let start = line.startIndex
    switch String(decoding: line[(start + targetEnd + 1)...], as: UTF8.self) {
    case "HTTP/1.1": isVersion10 = false
    case "HTTP/1.0": isVersion10 = true
    case let version where version.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil:
      throw .badRequest("The app speaks HTTP/1.1, not \(version).", status: 505)
    default:
      throw .badRequest("The request line does not end with a version: GET /status HTTP/1.1")
    }
    let target = try HTTPTarget(line[start + methodEnd + 1..<start + targetEnd])
    request.method = String(decoding: line[..<(start + methodEnd)], as: UTF8.self)
    request.path = target.path
    request.query = target.query
    request.keepsAlive = !isVersion10
  }

  mutating func read(fieldLine line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    guard let byte = line.first, !Self.isBlank(byte) else {
      throw .badRequest("A header field is folded over two lines. Write it on one.")
    }
    let bytes = line.span
    let nameEnd = Self.endOfToken(bytes)
    guard nameEnd > 0, nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: ":") else {
      throw .badRequest("A header field is not of the form: Name: value")
    }
    guard request.headers.fields.count < HTTPRequestParser.maximumFields else {
      throw .tooLarge(
        "The request has more than \(HTTPRequestParser.maximumFields) header fields.", status: 431)
    }
    var first = nameEnd + 1
    var end = bytes.count
    while first < end, Self.isBlank(bytes[first]) { first += 1 }
    while first < end, Self.isBlank(bytes[end - 1]) { end -= 1 }
    let start = line.startIndex
    request.headers.append(
      String(decoding: line[..<(start + nameEnd)], as: UTF8.self),
      String(decoding: line[start + first..<start + end], as: UTF8.self))
  }

  /// Judges the head as a whole, and returns the length of the body.
  mutating func finish() throws(HTTPRefusal) -> Int {
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
    return length
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

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// How many bytes at the beginning can be those of a method or of a field's name.
  private static func endOfToken(_ bytes: Span<UInt8>) -> Int {
    var end = 0
    while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
    return end
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
