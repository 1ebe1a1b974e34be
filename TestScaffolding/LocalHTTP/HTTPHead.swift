#if DEBUG
/// The head of a request while it is read, line by line.
struct HTTPHead: Sendable {
  /// The request so far, without its body.
  private(set) var request = HTTPRequest(method: "", path: "")
  private(set) var expectsContinue = false
  private var isVersion10 = false

  mutating func read(requestLine line: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    let methodEnd = HTTPSyntax.endOfToken(line)
    var targetEnd = methodEnd + 1
    while targetEnd < line.count, line[targetEnd] != UInt8(ascii: " ") { targetEnd += 1 }
    guard methodEnd > 0, targetEnd < line.count, line[methodEnd] == UInt8(ascii: " ") else {
      throw .badRequest("The request line is not of the form: GET /status HTTP/1.1")
    }
    try read(version: UnsafeBufferPointer(rebasing: line[(targetEnd + 1)...]))
    let target = try HTTPTarget(UnsafeBufferPointer(rebasing: line[methodEnd + 1..<targetEnd]))
    request.method = HTTPSyntax.text(line, 0, methodEnd)
    request.path = target.path
    request.query = target.query
    request.keepsAlive = !isVersion10
  }

  private mutating func read(version bytes: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    switch HTTPSyntax.text(bytes, 0, bytes.count) {
    case "HTTP/1.1": isVersion10 = false
    case "HTTP/1.0": isVersion10 = true
    case let version where version.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil:
      throw .badRequest("The app speaks HTTP/1.1, not \(version).", status: 505)
    default:
      throw .badRequest("The request line does not end with a version: GET /status HTTP/1.1")
    }
  }

  mutating func read(fieldLine line: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    guard line.count > 0, !HTTPSyntax.isBlank(line[0]) else {
      throw .badRequest("A header field is folded over two lines. Write it on one.")
    }
    guard let field = HTTPSyntax.field(line) else {
      throw .badRequest("A header field is not of the form: Name: value")
    }
    guard request.headers.fields.count < HTTPRequestParser.maximumFields else {
      throw .tooLarge(
        "The request has more than \(HTTPRequestParser.maximumFields) header fields.", status: 431)
    }
    request.headers.append(field)
  }

  /// Judges the head as a whole, and returns the length of the body.
  mutating func finish() throws(HTTPRefusal) -> Int {
    var hosts = 0
    var lengths: [String] = []
    var coding: String?
    var expectation: String?
    for field in request.headers.fields {
      switch field.key {
      case "host": hosts += 1
      case "content-length": lengths.append(field.value)
      case "transfer-encoding": coding = coding ?? field.value
      case "expect": expectation = expectation ?? field.value
      case "connection" where Self.names("close", in: field.value): request.keepsAlive = false
      default: break
      }
    }
    guard hosts == 1 || isVersion10 && hosts == 0 else {
      throw .badRequest(
        hosts == 0 ? "The request has no Host field." : "The request has more than one Host field.")
    }
    if let coding { throw refusal(ofCoding: coding, hasLength: !lengths.isEmpty) }
    let length = try Self.bodyLength(lengths)
    if !isVersion10, let expectation {
      guard expectation.lowercased() == "100-continue" else {
        throw .badRequest("The app cannot meet the expectation \"\(expectation)\".", status: 417)
      }
      expectsContinue = true
    }
    return length
  }

  private func refusal(ofCoding coding: String, hasLength: Bool) -> HTTPRefusal {
    guard !hasLength, !isVersion10 else {
      return .badRequest("The request frames its body by Transfer-Encoding where it must not.")
    }
    guard coding.lowercased() == "chunked" else {
      return .badRequest("The app does not know the Transfer-Encoding \"\(coding)\".", status: 501)
    }
    return .badRequest("The app takes no chunked body. Send its Content-Length.", status: 411)
  }

  private static func bodyLength(_ lengths: [String]) throws(HTTPRefusal) -> Int {
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1 else { throw .badRequest("The request has more than one Content-Length.") }
    guard !text.isEmpty, text.utf8.allSatisfy(HTTPSyntax.isDigit) else {
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
}
#endif
