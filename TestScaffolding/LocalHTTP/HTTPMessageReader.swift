#if DEBUG
/// Why bytes are not a valid HTTP message, for the caller to report.
package struct HTTPMessageError: Error, Equatable {
  package let problem: String
  let isTooLarge: Bool

  static func notSound(_ problem: String) -> Self { Self(problem: problem, isTooLarge: false) }
  static func tooLarge(_ problem: String) -> Self { Self(problem: problem, isTooLarge: true) }
}

/// Reads an HTTP message from bytes that arrive in pieces: by line, by header or by body. It accepts only strict HTTP,
/// and limits the size of a head.
struct HTTPMessageReader: Sendable {
  static let maximumHead = 32 << 10
  static let maximumFields = 64

  private var buffer: [UInt8] = []
  /// The index of the first byte that has not been consumed.
  private var start = 0
  /// The index from which to search on for the end of a line.
  private var searched = 0
  private var headers: HTTPHeaders = [:]
  private var headerBytes = 0

  /// The number of bytes that have arrived and not been consumed.
  var waiting: Int { buffer.count - start }

  mutating func append(_ bytes: UnsafeRawBufferPointer) { buffer.append(contentsOf: bytes) }

  /// Whether the bytes that have not been consumed begin with this.
  func begins(with text: String) -> Bool { buffer[start...].starts(with: text.utf8) }

  /// Consumes a line and returns it without its CRLF; nil until it has arrived completely.
  mutating func line(atMost limit: Int = maximumHead) throws(HTTPMessageError) -> ArraySlice<UInt8>? {
    let end = min(buffer.count, start + limit)
    while searched < end {
      let byte = buffer[searched]
      let followsReturn = searched > start && buffer[searched - 1] == 0x0D
      searched += 1
      if byte == 0x0A {
        guard followsReturn else { throw .notSound("a line ends in a bare LF") }
        let line = buffer[start..<searched - 2]
        guard String(validating: line, as: UTF8.self) != nil else { throw .notSound("the head is not text") }
        start = searched
        return line
      }
      if followsReturn || byte < 0x20 && byte != 0x0D && byte != 0x09 || byte == 0x7F {
        throw .notSound("a control character in the head")
      }
    }
    if waiting >= limit { throw .tooLarge("the head is longer than \(Self.maximumHead) bytes") }
    return nil
  }

  /// Consumes header fields up to the empty line; nil until that line has arrived.
  mutating func fields() throws(HTTPMessageError) -> HTTPHeaders? {
    while let line = try line(atMost: Self.maximumHead - headerBytes) {
      if line.isEmpty {
        defer { (headers, headerBytes) = ([:], 0) }
        return headers
      }
      headerBytes += line.count + 2
      guard let field = HTTPHeaders.Field(line) else {
        throw .notSound("the header \"\(String(decoding: line, as: UTF8.self))\" has no name and value")
      }
      guard headers.fields.count < Self.maximumFields else {
        throw .tooLarge("there are more than \(Self.maximumFields) headers")
      }
      headers.append(field)
    }
    return nil
  }

  /// Consumes this number of bytes; nil until all have arrived.
  mutating func body(_ count: Int) -> [UInt8]? {
    guard waiting >= count else { return nil }
    let end = start + count
    let body = Array(buffer[start..<end])
    if end == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 16 << 10)
    } else {
      buffer.removeSubrange(..<end)
    }
    (start, searched) = (0, 0)
    return body
  }
}

extension HTTPHeaders.Field {
  /// Parses a line such as `Host: localhost`; nil without a name or colon.
  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    guard name.count < line.count, name.isHTTPToken else { return nil }
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    let rest = line[(name.endIndex + 1)...].drop(while: isBlank)
    let value = rest[...(rest.lastIndex { !isBlank($0) } ?? rest.startIndex - 1)]
    self.init(name: String(decoding: name, as: UTF8.self), value: String(decoding: value, as: UTF8.self))
  }
}

extension ArraySlice<UInt8> {
  /// Whether these bytes are valid as a method or the name of a field.
  var isHTTPToken: Bool {
    !isEmpty
      && allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true  // 0-9 A-Z ^_`a-z | ~
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true  // ! #$%&' * + - .
        default: false
        }
      }
  }
}

extension String {
  var isAllDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
#endif
