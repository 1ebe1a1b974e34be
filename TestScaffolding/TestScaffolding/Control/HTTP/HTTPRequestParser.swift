#if DEBUG
/// Reads requests from bytes that come in any pieces; strict, and bounded in what it keeps.
struct HTTPRequestParser: Sendable {
  /// What the bytes so far amount to.
  enum Step: Equatable {
    /// More bytes are needed.
    case incomplete
    /// A head has arrived, and its body has not, or not all of it; told once, to judge it by.
    case head(HTTPRequest, awaitsContinue: Bool)
    case request(HTTPRequest)
  }

  static let maximumRequestLine = 8 << 10
  static let maximumHeaders = 32 << 10
  static let maximumFields = 64
  static let maximumBody = 1 << 20

  private enum Stage {
    case requestLine
    case fields(HTTPHead, remaining: Int)
    case body(HTTPRequest, length: Int)
  }

  private var stage = Stage.requestLine
  private var buffer: [UInt8] = []
  /// Where the bytes begin that no step has consumed.
  private var start = 0
  /// Where the bytes begin that were not searched for the end of a line.
  private var searched = 0

  /// How many bytes wait that no step has consumed.
  var waiting: Int { buffer.count - start }

  /// Whether a request has begun to arrive and is not whole yet.
  var isInsideRequest: Bool {
    if case .requestLine = stage { waiting > 0 } else { true }
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next step; after an error the stream of bytes makes no sense any more.
  mutating func next() throws(HTTPRefusal) -> Step {
    while true {
      switch stage {
      case .requestLine:
        guard let line = try nextLine(limit: Self.maximumRequestLine, in: .requestLine) else {
          return .incomplete
        }
        stage = .fields(try HTTPHead(requestLine: buffer[line]), remaining: Self.maximumHeaders)
      case .fields(var head, let remaining):
        guard let line = try nextLine(limit: remaining, in: .fields) else { return .incomplete }
        if line.isEmpty {
          let (request, length) = try head.finish()
          stage = .body(request, length: length)
          if length > waiting {
            return .head(request, awaitsContinue: head.expectsContinue && waiting == 0)
          }
        } else {
          try head.add(fieldLine: buffer[line])
          stage = .fields(head, remaining: remaining - line.count - 2)
        }
      case .body(var request, let length):
        guard waiting >= length else { return .incomplete }
        if length > 0 { request.body = Array(buffer[start..<start + length]) }
        stage = .requestLine
        consume(to: start + length)
        return .request(request)
      }
    }
  }

  private mutating func consume(to end: Int) {
    if end == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.capacity <= 16 << 10)
    } else {
      buffer.removeSubrange(..<end)
    }
    start = 0
    searched = 0
  }

  private enum Part { case requestLine, fields }

  /// The next line without its CRLF; nothing while it has not arrived whole.
  private mutating func nextLine(limit: Int, in part: Part) throws(HTTPRefusal) -> Range<Int>? {
    guard let end = try endOfLine(limit: limit, in: part) else {
      searched = buffer.count
      return nil
    }
    let line = start..<end - 1
    start = end + 1
    searched = start
    return line
  }

  /// The position of the LF that ends the next line.
  private func endOfLine(limit: Int, in part: Part) throws(HTTPRefusal) -> Int? {
    let bytes = buffer.span
    let count = bytes.count
    var position = searched
    var followsReturn = position > start && bytes[position - 1] == 0x0D
    while position < count {
      let byte = bytes[position]
      if byte == 0x0A {
        if followsReturn { return position }
        throw .badRequest("A line of the request's head ends without CR before LF.")
      }
      if followsReturn { throw .badRequest("A CR in the request's head is not followed by LF.") }
      if byte < 0x20 && byte != 0x0D && byte != 0x09 || byte == 0x7F {
        throw .badRequest("The request's head has the control byte \(byte) in it. Is this plain HTTP/1.1?")
      }
      followsReturn = byte == 0x0D
      position += 1
      if position - start >= limit { throw Self.tooLong(part) }
    }
    return nil
  }

  private static func tooLong(_ part: Part) -> HTTPRefusal {
    switch part {
    case .requestLine:
      .tooLarge("The request line is longer than \(maximumRequestLine) bytes. Use the body.", status: 414)
    case .fields:
      .tooLarge("The header fields are longer than \(maximumHeaders) bytes together.", status: 431)
    }
  }
}
#endif
