#if DEBUG
import Foundation
import OperatingSystem

/// Parses requests from bytes that arrive in pieces. It accepts only strict HTTP, and limits what it keeps.
struct HTTPRequestParser: Sendable {
  /// The result of parsing the bytes so far.
  enum Step: Equatable {
    /// More bytes are needed.
    case incomplete
    /// A head has arrived, but its body is not complete. Reported once per request, so that it can be refused early.
    case head(HTTPRequest, awaitsContinue: Bool)
    case request(HTTPRequest)
  }

  static let maximumRequestLine = 8 << 10
  static let maximumBody = 1 << 20

  private enum Stage {
    case requestLine
    case fields(HTTPRequest)
    case body(HTTPRequest, length: Int)
  }

  private var stage = Stage.requestLine
  private var reader = HTTPMessageReader()
  /// Whether the latest request asks for no body. An answer that refuses it has none either, however little has arrived.
  private(set) var isForHead = false

  /// The number of bytes that have arrived and not been consumed.
  var waiting: Int { reader.waiting }

  /// Whether a request has begun to arrive and is not complete yet.
  var isInsideRequest: Bool {
    if case .requestLine = stage { waiting > 0 } else { true }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { reader.append(bytes) }

  /// Returns the next step. After an error the input cannot be parsed any further.
  mutating func next() throws(HTTPRefusal) -> Step {
    while true {
      switch stage {
      case .requestLine:
        isForHead = reader.begins(with: "HEAD ")
        guard let line = try requestLine() else { return .incomplete }
        stage = .fields(try HTTPRequest(requestLine: line))
      case .fields(var request):
        guard let headers = try fields() else { return .incomplete }
        request.headers = headers
        let (length, expectsContinue) = try request.judgeHead()
        stage = .body(request, length: length)
        if length > waiting { return .head(request, awaitsContinue: expectsContinue && waiting == 0) }
      case .body(var request, let length):
        guard let body = reader.body(length) else { return .incomplete }
        request.body = body
        stage = .requestLine
        return .request(request)
      }
    }
  }

  private mutating func requestLine() throws(HTTPRefusal) -> ArraySlice<UInt8>? {
    do throws(HTTPMessageError) {
      return try reader.line(atMost: Self.maximumRequestLine)
    } catch {
      guard error.isTooLarge else { throw .init(error) }
      let limit = Self.maximumRequestLine
      throw .tooLarge("The request line is longer than \(limit) bytes. Use the body.", status: 414)
    }
  }

  private mutating func fields() throws(HTTPRefusal) -> HTTPHeaders? {
    do throws(HTTPMessageError) { return try reader.fields() } catch { throw .init(error) }
  }
}

extension HTTPRefusal {
  fileprivate init(_ error: HTTPMessageError) {
    self =
      error.isTooLarge
      ? .tooLarge("The request is too large: \(error.problem).", status: 431)
      : .badRequest("The request is not valid HTTP/1.1: \(error.problem).")
  }
}

extension HTTPRequest {
  /// Parses a line such as `GET /tap?id=go HTTP/1.1`.
  fileprivate init(requestLine: ArraySlice<UInt8>) throws(HTTPRefusal) {
    let parts = requestLine.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].isHTTPToken else {
      throw .badRequest("The request line is not of the form: GET /status HTTP/1.1")
    }
    let version = String(decoding: parts[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw version.wholeMatch(of: /HTTP\/[0-9]\.[0-9]/) != nil
        ? .badRequest("The app speaks HTTP/1.1, not \(version).", status: 505)
        : .badRequest("The request line does not end with a version: GET /status HTTP/1.1")
    }
    guard parts[1].first == UInt8(ascii: "/") else {
      throw .badRequest("The request's target does not begin with \"/\". Ask for a path, such as /status.")
    }
    guard parts[1].allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }) else {
      throw .badRequest("The request's target has a byte in it that must be percent-encoded.")
    }
    let target = String(decoding: parts[1], as: UTF8.self)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(
      method: String(decoding: parts[0], as: UTF8.self), path: try Self.unescaped(target[0]),
      query: try Self.query(target.dropFirst().first ?? ""))
    keepsAlive = version == "HTTP/1.1"
  }

  private static func query(_ text: Substring) throws(HTTPRefusal) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      // HTML forms encode a space as a plus sign.
      let parts = pair.replacing("+", with: " ")
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let key = try unescaped(parts[0])
      guard query.updateValue(try unescaped(parts.dropFirst().first ?? ""), forKey: key) == nil else {
        throw .badRequest("The request names the parameter \"\(key)\" twice. Name it once.")
      }
    }
    return query
  }

  private static func unescaped(_ text: Substring) throws(HTTPRefusal) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    guard let plain = text.withoutPercentEscapes, !plain.utf8.contains(0) else {
      throw .badRequest(
        "The request's target has a \"%\" that two hexadecimal digits do not follow, or escapes what is no text."
      )
    }
    return plain
  }

  /// Checks the head as a whole. Returns the length of the body, and whether the client waits for a `100 Continue`.
  fileprivate mutating func judgeHead() throws(HTTPRefusal) -> (length: Int, expectsContinue: Bool) {
    let isVersion10 = !keepsAlive
    let hosts = headers.values("host").count
    guard hosts == 1 || isVersion10 && hosts == 0 else {
      throw .badRequest(
        hosts == 0 ? "The request has no Host field." : "The request has more than one Host field.")
    }
    if headers.values("connection").contains(where: Self.namesClose) { keepsAlive = false }
    let lengths = headers.values("content-length")
    if let coding = headers["transfer-encoding"] {
      guard lengths.isEmpty, !isVersion10 else {
        throw .badRequest("The request frames its body by Transfer-Encoding where it must not.")
      }
      throw coding.lowercased() == "chunked"
        ? .badRequest("The app takes no chunked body. Send its Content-Length.", status: 411)
        : .badRequest("The app does not know the Transfer-Encoding \"\(coding)\".", status: 501)
    }
    let length = try Self.bodyLength(lengths)
    guard !isVersion10, let expectation = headers["expect"] else { return (length, false) }
    guard expectation.lowercased() == "100-continue" else {
      throw .badRequest("The app cannot meet the expectation \"\(expectation)\".", status: 417)
    }
    return (length, true)
  }

  private static func bodyLength(_ lengths: [String]) throws(HTTPRefusal) -> Int {
    guard let text = lengths.first else { return 0 }
    guard lengths.count == 1 else { throw .badRequest("The request has more than one Content-Length.") }
    guard !text.isEmpty, text.isAllDigits else {
      throw .badRequest("The Content-Length \"\(text)\" is not a number of bytes.")
    }
    let limit = HTTPRequestParser.maximumBody
    guard let length = Int(text), length <= limit else {
      throw .tooLarge(
        "The body of \(text) bytes is larger than the \(limit) that the app takes.", status: 413)
    }
    return length
  }

  private static func namesClose(_ list: String) -> Bool {
    list.lowercased().split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == "close" }
  }
}
#endif
