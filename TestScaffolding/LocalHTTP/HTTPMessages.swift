#if DEBUG
import ControlProtocol

/// The header fields of a message, in order. Names are compared without regard to case.
package struct HTTPHeaders: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package let name: String
    package let value: String
    /// The name in lower case, so that a lookup needs only one comparison per field.
    let key: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
      key = name.lowercased()
    }
  }

  package private(set) var fields: [Field] = []

  package init(dictionaryLiteral fields: (String, String)...) {
    self.fields = fields.map { Field(name: $0.0, value: $0.1) }
  }

  /// Appends a field, even if there is already one of that name.
  package mutating func append(_ field: Field) { fields.append(field) }

  /// The values of all fields of that name.
  package func values(_ name: String) -> [String] {
    let key = name.lowercased()
    return fields.filter { $0.key == key }.map(\.value)
  }

  /// The value of the first field of that name.
  package subscript(name: String) -> String? {
    let key = name.lowercased()
    return fields.first { $0.key == key }?.value
  }
}

/// A complete and well-formed request.
package struct HTTPRequest: Sendable, Equatable {
  /// The method, as it was written: `GET`.
  package var method: String
  /// The path, with percent-encoding removed: `/tap`.
  package var path: String
  /// The query parameters, with percent-encoding removed.
  package var query: [String: String] = [:]
  package var headers: HTTPHeaders = [:]
  package var body: [UInt8] = []
  /// Whether the connection stays open after the answer.
  var keepsAlive = true

  /// What the request asks for: the answer to HEAD is that to GET, sent without its body.
  package var verb: String { method == "HEAD" ? "GET" : method }
}

/// The answer to a request.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// The fields to send. The server adds those that describe the framing of the message.
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates an answer with a value as JSON. A value that cannot be encoded becomes a 500 that says so.
  package static func json(_ value: some Encodable, status: Int = 200) -> HTTPResponse {
    do {
      return HTTPResponse(
        status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
        body: try WireJSON.encode(value))
    } catch {
      // An error reply contains only text, which can always be encoded, so this recurses only once.
      let message = "The answer, a \(type(of: value)), cannot be written as JSON: \(error)"
      return .json(ErrorReply(.failed, message), status: 500)
    }
  }

  /// Returns the bytes to send. The answer to `HEAD` states the length of the body but leaves the body out.
  func serialized(toHead: Bool = false, keepsAlive: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reasons[status] ?? "Status \(status)")\r\n"
    for field in headers.fields where !Self.framing.contains(field.key) {
      head += "\(Self.oneLine(field.name)): \(Self.oneLine(field.value))\r\n"
    }
    let mayHaveBody = status != 204 && status != 304
    if mayHaveBody { head += "Content-Length: \(body.count)\r\n" }
    if !keepsAlive { head += "Connection: close\r\n" }
    return Array((head + "\r\n").utf8) + (mayHaveBody && !toHead ? body : [])
  }

  static let continuation = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let framing: Set<String> = ["content-length", "transfer-encoding", "connection"]

  /// Replaces control characters: a line end in a value could forge another field or answer.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }

  private static let reasons = [
    200: "OK", 204: "No Content", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden",
    404: "Not Found", 405: "Method Not Allowed", 408: "Request Timeout", 409: "Conflict",
    411: "Length Required", 413: "Content Too Large", 414: "URI Too Long", 417: "Expectation Failed",
    422: "Unprocessable Content", 431: "Request Header Fields Too Large", 500: "Internal Server Error",
    501: "Not Implemented", 503: "Service Unavailable", 504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
  ]
}

/// Why a request is not served.
struct HTTPRefusal: Error, Equatable {
  var status: Int
  var code: ErrorReply.Code
  var message: String

  static func badRequest(_ message: String, status: Int = 400) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .badRequest, message: message)
  }

  static func tooLarge(_ message: String, status: Int) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .tooLarge, message: message)
  }

  static func forbidden(_ message: String, status: Int = 403) -> HTTPRefusal {
    HTTPRefusal(status: status, code: .forbidden, message: message)
  }

  static func unavailable(_ message: String) -> HTTPRefusal {
    HTTPRefusal(status: 503, code: .failed, message: message)
  }

  var response: HTTPResponse {
    var response = HTTPResponse.json(ErrorReply(code, message), status: status)
    if status == 401 { response.headers.append(.init(name: "WWW-Authenticate", value: "Bearer")) }
    return response
  }
}
#endif
