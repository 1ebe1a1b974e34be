#if DEBUG
/// An answer of the app, as bytes.
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
package struct ResponseParser {
  static let longestHead = 32_768
  static let longestBody = 64 * 1_048_576

  private struct Head {
    var status: Int
    var length: Int
    var keepsAlive: Bool
    var size: Int
  }

  private var bytes: [UInt8] = []
  private var head: Head?

  package init() {}

  /// Whether nothing has come yet.
  package var isEmpty: Bool { bytes.isEmpty }

  /// Takes the next bytes, and returns the answer once it is whole.
  package mutating func take(_ more: [UInt8]) throws(MalformedResponseError) -> ControlResponse? {
    let searched = max(0, bytes.count - 3)
    bytes += more
    if head == nil { head = try readHead(from: searched) }
    guard let head else { return nil }
    let end = head.size + head.length
    guard bytes.count >= end else { return nil }
    guard bytes.count == end else { throw problem("\(bytes.count - end) bytes follow the body") }
    return ControlResponse(
      status: head.status, body: Array(bytes[head.size..<end]), keepsAlive: head.keepsAlive)
  }

  private func readHead(from start: Int) throws(MalformedResponseError) -> Head? {
    let mark = Array("\r\n\r\n".utf8)
    let limit = min(bytes.count, Self.longestHead)
    let found = (start..<max(start, limit - 3)).first { bytes[$0..<($0 + 4)].elementsEqual(mark) }
    guard let found else {
      guard bytes.count < Self.longestHead else {
        throw problem("the head is longer than \(Self.longestHead) bytes")
      }
      return nil
    }
    guard let text = String(validating: bytes[..<found], as: UTF8.self) else {
      throw problem("the head is not text")
    }
    // Compared by bytes: "\r\n" is one character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var words: [String] = []
    for (index, line) in lines.enumerated() {
      let isLast = index == lines.count - 1
      guard isLast || line.last == UInt8(ascii: "\r") else { throw problem("a line ends in a bare LF") }
      let content = isLast ? line : line.dropLast()
      guard !content.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw problem("a control character in the head")
      }
      words.append(String(Substring(content)))
    }
    return try readHead(words, size: found + 4)
  }

  private func readHead(_ lines: [String], size: Int) throws(MalformedResponseError) -> Head {
    guard let status = lines.first?.wholeMatch(of: /HTTP\/1\.1 ([1-5][0-9][0-9]) .*/),
      let code = Int(status.output.1)
    else { throw problem("the status line is \"\(lines.first ?? "")\"") }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let field = line.wholeMatch(of: /([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*(.*?)[ \t]*/) else {
        throw problem("the header \"\(line)\" has no name and value")
      }
      let name = field.output.1.lowercased()
      guard fields.updateValue(String(field.output.2), forKey: name) == nil else {
        throw problem("the header \"\(name)\" comes twice")
      }
    }
    if fields["transfer-encoding"] != nil { throw problem("the body comes in a transfer encoding") }
    guard let digits = fields["content-length"], digits.wholeMatch(of: /[0-9]{1,9}/) != nil,
      let length = Int(digits)
    else { throw problem("the Content-Length is \(fields["content-length"] ?? "missing")") }
    guard length <= Self.longestBody else { throw problem("a body of \(length) bytes is too long") }
    return Head(
      status: code, length: length, keepsAlive: fields["connection"]?.lowercased() != "close", size: size)
  }

  private func problem(_ what: String) -> MalformedResponseError { MalformedResponseError(problem: what) }
}
#endif
