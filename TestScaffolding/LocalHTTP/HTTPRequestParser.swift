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

  private enum Stage { case requestLine, fields, body }

  private var stage = Stage.requestLine
  private var head = HTTPHead()
  private var headerBytes = 0
  private var bodyLength = 0
  private var buffer: [UInt8] = []
  /// Where the bytes begin that no step has consumed.
  private var start = 0
  /// Where the bytes begin that were not searched for the end of a line.
  private var searched = 0

  /// How many bytes wait that no step has consumed.
  var waiting: Int { buffer.count - start }

  /// Whether a request has begun to arrive and is not whole yet.
  var isInsideRequest: Bool {
    stage != .requestLine || waiting > 0
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    buffer.append(contentsOf: bytes)
  }

  /// Takes the next step; after an error the stream of bytes makes no sense any more.
  mutating func next() throws(HTTPRefusal) -> Step {
    while true {
      switch stage {
      case .requestLine:
        guard let line = try nextLine(limit: Self.maximumRequestLine) else { return .incomplete }
        head = HTTPHead()
        try withBytes(of: line) { head, bytes throws(HTTPRefusal) in try head.read(requestLine: bytes) }
        headerBytes = 0
        stage = .fields
      case .fields:
        guard let line = try nextLine(limit: Self.maximumHeaders - headerBytes) else { return .incomplete }
        headerBytes += line.count + 2
        if !line.isEmpty {
          try withBytes(of: line) { head, bytes throws(HTTPRefusal) in try head.read(fieldLine: bytes) }
          continue
        }
        bodyLength = try head.finish()
        stage = .body
        if bodyLength > waiting {
          return .head(head.request, awaitsContinue: head.expectsContinue && waiting == 0)
        }
      case .body:
        guard waiting >= bodyLength else { return .incomplete }
        var request = head.request
        if bodyLength > 0 { request.body = Array(buffer[start..<start + bodyLength]) }
        consume(to: start + bodyLength)
        stage = .requestLine
        return .request(request)
      }
    }
  }

  /// Lets the head read bytes where they lie.
  private mutating func withBytes(
    of line: Range<Int>, _ read: (inout HTTPHead, UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) -> Void
  ) throws(HTTPRefusal) {
    try buffer.withUnsafeBufferPointer { bytes throws(HTTPRefusal) in
      try read(&head, UnsafeBufferPointer(rebasing: bytes[line]))
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

  /// The next line without its CRLF; nothing while it has not arrived whole.
  private mutating func nextLine(limit: Int) throws(HTTPRefusal) -> Range<Int>? {
    guard let end = try endOfLine(limit: limit) else {
      searched = buffer.count
      return nil
    }
    let line = start..<end - 1
    start = end + 1
    searched = start
    return line
  }

  /// The position of the LF that ends the next line.
  private func endOfLine(limit: Int) throws(HTTPRefusal) -> Int? {
    try buffer.withUnsafeBufferPointer { (bytes) throws(HTTPRefusal) in
      var position = searched
      var followsReturn = position > start && bytes[position - 1] == 0x0D
      let end = min(bytes.count, start + limit)
      while position < end {
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
      }
      if end == start + limit { throw tooLong }
      return nil
    }
  }

  private var tooLong: HTTPRefusal {
    stage == .requestLine
      ? .tooLarge(
        "The request line is longer than \(Self.maximumRequestLine) bytes. Use the body.", status: 414)
      : .tooLarge("The header fields are longer than \(Self.maximumHeaders) bytes together.", status: 431)
  }
}
#endif
