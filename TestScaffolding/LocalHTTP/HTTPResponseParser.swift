#if DEBUG
/// An answer as a client reads it.
package struct ControlResponse: Sendable, Equatable {
  package var status: Int
  package var body: [UInt8]
  /// Whether the connection takes another request.
  package var keepsAlive: Bool
}

/// What a server sent that is not an answer as the wire has it.
package struct MalformedResponseError: Error, Equatable, CustomStringConvertible {
  package var problem: String
  package var description: String { "The answer is not sound HTTP: \(problem)." }
}

/// Reads one HTTP/1.1 answer from bytes that come in any pieces; strict, and bounded.
package struct HTTPResponseParser {
  static let mostHeaders = 64
  static let longestHead = 32_768
  static let longestBody = 64 * 1_048_576

  /// What is known of the answer since its head was whole.
  private struct Frame {
    var status: Int
    var keepsAlive: Bool
    var body: Range<Int>
  }

  private var bytes: [UInt8] = []
  private var frame: Frame?

  package init() {}

  /// Takes the next bytes, and returns the answer once it is whole.
  package mutating func take(_ more: [UInt8]) throws(MalformedResponseError) -> ControlResponse? {
    let searched = max(0, bytes.count - 3)
    if bytes.isEmpty { bytes = more } else { bytes += more }
    if frame == nil { frame = try readHead(from: searched) }
    guard let frame, bytes.count >= frame.body.upperBound else { return nil }
    guard bytes.count == frame.body.upperBound else {
      throw MalformedResponseError(problem: "\(bytes.count - frame.body.upperBound) bytes follow the body")
    }
    return ControlResponse(
      status: frame.status, body: Array(bytes[frame.body]), keepsAlive: frame.keepsAlive)
  }

  private func readHead(from start: Int) throws(MalformedResponseError) -> Frame? {
    try bytes.withUnsafeBufferPointer { bytes throws(MalformedResponseError) in
      guard let end = Self.endOfHead(in: bytes, from: start) else {
        guard bytes.count < Self.longestHead else {
          throw MalformedResponseError(problem: "the head is longer than \(Self.longestHead) bytes")
        }
        return nil
      }
      let text = UnsafeBufferPointer(rebasing: bytes[..<end])
      var lines = try Self.lines(of: text)[...]
      let status = try Self.status(of: lines.removeFirst())
      let headers = try Self.headers(of: lines)
      let length = try Self.bodyLength(headers)
      let keepsAlive = headers["connection"]?.lowercased() != "close"
      return Frame(status: status, keepsAlive: keepsAlive, body: end + 4..<end + 4 + length)
    }
  }

  private typealias Line = UnsafeBufferPointer<UInt8>

  private static func lines(of head: Line) throws(MalformedResponseError) -> [Line] {
    var lines: [Line] = []
    var start = 0
    for index in head.indices {
      let byte = head[index]
      guard byte < 0x20 && byte != 0x09 || byte == 0x7F else { continue }
      // The second half of a line's end.
      if byte == 0x0A, index + 1 == start { continue }
      guard byte == 0x0D, index + 1 < head.count, head[index + 1] == 0x0A else {
        throw problem(byte == 0x0A ? "a line ends in a bare LF" : "a control character in the head")
      }
      lines.append(Line(rebasing: head[start..<index]))
      start = index + 2
    }
    lines.append(Line(rebasing: head[min(start, head.count)...]))
    guard String(validating: head, as: UTF8.self) != nil else { throw problem("the head is not text") }
    return lines
  }

  private static func status(of line: Line) throws(MalformedResponseError) -> Int {
    let text = String(decoding: line, as: UTF8.self)
    let digits = text.utf8.dropFirst("HTTP/1.1 ".utf8.count).prefix(3)
    guard text.hasPrefix("HTTP/1.1 "),
      text.utf8.dropFirst("HTTP/1.1 200".utf8.count).first == UInt8(ascii: " "),
      let status = HTTPSyntax.number(String(Substring(digits))), (100..<600).contains(status)
    else { throw problem("the status line is \"\(text)\"") }
    return status
  }

  private static func headers(of lines: ArraySlice<Line>) throws(MalformedResponseError) -> HTTPHeaders {
    var headers: HTTPHeaders = [:]
    for line in lines {
      guard let field = HTTPSyntax.field(line) else {
        throw problem("the header \"\(String(decoding: line, as: UTF8.self))\" has no name and value")
      }
      guard headers.fields.count < mostHeaders else {
        throw problem("there are more than \(mostHeaders) headers")
      }
      guard headers[field.name] == nil else { throw problem("the header \"\(field.key)\" comes twice") }
      headers.append(field)
    }
    return headers
  }

  private static func bodyLength(_ headers: HTTPHeaders) throws(MalformedResponseError) -> Int {
    if headers["transfer-encoding"] != nil { throw problem("the body comes in a transfer encoding") }
    guard let text = headers["content-length"] else { throw problem("the Content-Length is missing") }
    guard !text.isEmpty, text.utf8.count <= 9, let length = HTTPSyntax.number(text) else {
      throw problem("the Content-Length is \(text)")
    }
    guard length <= longestBody else { throw problem("a body of \(length) bytes is too long") }
    return length
  }

  private static func problem(_ what: String) -> MalformedResponseError {
    MalformedResponseError(problem: what)
  }

  private static func endOfHead(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let limit = min(bytes.count, longestHead)
    var index = start
    while index + 3 < limit {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10 {
        return index
      }
      index += 1
    }
    return nil
  }
}
#endif
