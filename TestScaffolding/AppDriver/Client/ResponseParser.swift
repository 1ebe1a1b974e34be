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

  // Written with plain loops: pattern matching costs half a millisecond a head in a debug build.
  private func readHead(from start: Int) throws(MalformedResponseError) -> Head? {
    guard let end = endOfHead(from: start) else {
      guard bytes.count < Self.longestHead else {
        throw problem("the head is longer than \(Self.longestHead) bytes")
      }
      return nil
    }
    var lines: [String] = []
    var line: [UInt8] = []
    for index in 0..<end {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        guard line.popLast() == UInt8(ascii: "\r") else { throw problem("a line ends in a bare LF") }
        lines.append(try text(line))
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(byte)
      }
    }
    return try readHead(lines + [try text(line)], size: end + 4)
  }

  private func endOfHead(from start: Int) -> Int? {
    let limit = min(bytes.count, Self.longestHead)
    return bytes.withUnsafeBufferPointer { bytes in
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

  private func text(_ line: [UInt8]) throws(MalformedResponseError) -> String {
    for byte in line where byte < 0x20 && byte != 0x09 || byte == 0x7F {
      throw problem("a control character in the head")
    }
    guard let text = String(validating: line, as: UTF8.self) else { throw problem("the head is not text") }
    return text
  }

  private func readHead(_ lines: [String], size: Int) throws(MalformedResponseError) -> Head {
    let status = lines.first ?? ""
    let words = status.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 3, words[0] == "HTTP/1.1", words[1].utf8.count == 3, let code = Int(words[1]),
      (100..<600).contains(code)
    else { throw problem("the status line is \"\(status)\"") }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[0].isEmpty, sides[0].utf8.allSatisfy(Self.isNameByte) else {
        throw problem("the header \"\(line)\" has no name and value")
      }
      let name = sides[0].lowercased()
      guard fields.updateValue(Self.trimmed(sides[1]), forKey: name) == nil else {
        throw problem("the header \"\(name)\" comes twice")
      }
    }
    if fields["transfer-encoding"] != nil { throw problem("the body comes in a transfer encoding") }
    guard let digits = fields["content-length"], (1...9).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(digits)
    else { throw problem("the Content-Length is \(fields["content-length"] ?? "missing")") }
    guard length <= Self.longestBody else { throw problem("a body of \(length) bytes is too long") }
    return Head(
      status: code, length: length, keepsAlive: fields["connection"]?.lowercased() != "close", size: size)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+.^_`|~-".utf8.contains(byte)
    }
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while rest.first == " " || rest.first == "\t" { rest.removeFirst() }
    while rest.last == " " || rest.last == "\t" { rest.removeLast() }
    return String(rest)
  }

  private func problem(_ what: String) -> MalformedResponseError { MalformedResponseError(problem: what) }
}
#endif
