#if DEBUG
/// The answer to a request.
package struct HTTPResponse: Sendable, Equatable {
  package var status: Int
  /// The fields to send; the server itself writes those that frame the message.
  package var headers: HTTPHeaders
  package var body: [UInt8]

  package init(status: Int = 200, headers: HTTPHeaders = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The bytes that travel; the answer to `HEAD` tells the length of the body and leaves it out.
  func serialized(toHead: Bool = false, keepsAlive: Bool = true) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    for field in headers.fields where !Self.framing.contains(field.key) {
      head += "\(Self.oneLine(field.name)): \(Self.oneLine(field.value))\r\n"
    }
    let mayHaveBody = status != 204 && status != 304
    if mayHaveBody { head += "Content-Length: \(body.count)\r\n" }
    if !keepsAlive { head += "Connection: close\r\n" }
    head += "\r\n"
    var bytes = Array(head.utf8)
    if mayHaveBody && !toHead { bytes += body }
    return bytes
  }

  static let continuation = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let framing: Set<String> = ["content-length", "transfer-encoding", "connection"]

  /// A value with a line end in it would start a field, or an answer, of its own.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return text }
    return String(decoding: text.utf8.map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
  }

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 417: "Expectation Failed"
    case 422: "Unprocessable Content"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Status \(status)"
    }
  }
}
#endif
