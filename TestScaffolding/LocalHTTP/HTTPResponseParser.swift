#if DEBUG
/// An HTTP response, as a client reads it.
package struct ControlResponse: Sendable, Equatable {
  package var status: Int
  package var body: [UInt8]
  /// Whether the connection can be used for another request.
  package var keepsAlive: Bool
}

/// Parses one HTTP/1.1 response from bytes that arrive in pieces. It accepts only strict HTTP, and limits the size.
package struct HTTPResponseParser {
  private static let longestBody = 64 << 20

  private enum Stage {
    case statusLine
    case fields(status: Int)
    case body(status: Int, length: Int, keepsAlive: Bool)
  }

  private var stage = Stage.statusLine
  private var reader = HTTPMessageReader()

  package init() {}

  /// Adds bytes, and returns the response once it is complete.
  package mutating func take(_ more: [UInt8]) throws(HTTPMessageError) -> ControlResponse? {
    more.withUnsafeBytes { reader.append($0) }
    while true {
      switch stage {
      case .statusLine:
        guard let line = try reader.line() else { return nil }
        stage = .fields(status: try Self.status(of: String(decoding: line, as: UTF8.self)))
      case .fields(let status):
        guard let headers = try reader.fields() else { return nil }
        stage = .body(
          status: status, length: try Self.bodyLength(headers),
          keepsAlive: headers["connection"]?.lowercased() != "close")
      case .body(let status, let length, let keepsAlive):
        guard let body = reader.body(length) else { return nil }
        guard reader.waiting == 0 else { throw .notSound("\(reader.waiting) bytes follow the body") }
        return ControlResponse(status: status, body: body, keepsAlive: keepsAlive)
      }
    }
  }

  private static func status(of line: String) throws(HTTPMessageError) -> Int {
    let text = line.utf8
    let digits = String(Substring(text.dropFirst("HTTP/1.1 ".utf8.count).prefix(3)))
    guard line.hasPrefix("HTTP/1.1 "), text.dropFirst("HTTP/1.1 200".utf8.count).first == UInt8(ascii: " "),
      digits.isAllDigits, let status = Int(digits), (100..<600).contains(status)
    else { throw .notSound("the status line is \"\(line)\"") }
    return status
  }

  private static func bodyLength(_ headers: HTTPHeaders) throws(HTTPMessageError) -> Int {
    var names: Set<String> = []
    if let twice = headers.fields.first(where: { !names.insert($0.key).inserted }) {
      throw .notSound("the header \"\(twice.key)\" comes twice")
    }
    if names.contains("transfer-encoding") { throw .notSound("the body comes in a transfer encoding") }
    guard let text = headers["content-length"] else { throw .notSound("the Content-Length is missing") }
    guard text.utf8.count <= 9, text.isAllDigits, let length = Int(text) else {
      throw .notSound("the Content-Length is \(text)")
    }
    guard length <= longestBody else { throw .tooLarge("a body of \(length) bytes is too long") }
    return length
  }
}
#endif
