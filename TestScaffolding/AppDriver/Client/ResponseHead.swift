#if DEBUG
import Glibc

/// The head of an answer, judged where its bytes lie: text is made of them only to complain.
struct ResponseHead {
  static let mostHeaders = 64

  private(set) var status = 0
  private(set) var length = 0
  private(set) var keepsAlive = true

  private let bytes: UnsafeBufferPointer<UInt8>
  private var names: [UnsafeBufferPointer<UInt8>] = []
  private var lengthText: UnsafeBufferPointer<UInt8>?

  /// Reads the bytes of a head, without the empty line that ends it.
  ///
  /// Written with plain loops: pattern matching and collections cost a hundred times as much in a debug build.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(MalformedResponseError) {
    self.bytes = bytes
    var end = try endOfLine(from: 0)
    try read(statusLine: line(0, end))
    while end < bytes.count {
      let start = end + 2
      end = try endOfLine(from: start)
      try read(header: line(start, end))
    }
    length = try bodyLength()
  }

  private func line(_ start: Int, _ end: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[start..<end])
  }

  /// Returns the position of the CRLF behind the line, or of the end of the head.
  private func endOfLine(from start: Int) throws(MalformedResponseError) -> Int {
    var isASCII = true
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 && byte != 0x09 || byte == 0x7F {
        if byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A { break }
        throw problem(byte == 0x0A ? "a line ends in a bare LF" : "a control character in the head")
      }
      if byte >= 0x80 { isASCII = false }
      index += 1
    }
    guard isASCII || String(validating: line(start, index), as: UTF8.self) != nil else {
      throw problem("the head is not text")
    }
    return index
  }

  private mutating func read(statusLine line: UnsafeBufferPointer<UInt8>) throws(MalformedResponseError) {
    let start: StaticString = "HTTP/1.1 "
    let digits = start.utf8CodeUnitCount
    guard line.count > digits + 3, let text = line.baseAddress, memcmp(text, start.utf8Start, digits) == 0,
      let code = Self.number(line, from: digits, to: digits + 3), code >= 100, code < 600,
      line[digits + 3] == UInt8(ascii: " ")
    else { throw problem("the status line is \"\(Self.text(line))\"") }
    status = code
  }

  private mutating func read(header line: UnsafeBufferPointer<UInt8>) throws(MalformedResponseError) {
    var colon = 0
    while colon < line.count, Self.isNameByte(line[colon]) { colon += 1 }
    guard colon > 0, colon < line.count, line[colon] == UInt8(ascii: ":") else {
      throw problem("the header \"\(Self.text(line))\" has no name and value")
    }
    let name = UnsafeBufferPointer(rebasing: line[..<colon])
    guard names.count < Self.mostHeaders else {
      throw problem("there are more than \(Self.mostHeaders) headers")
    }
    var index = 0
    while index < names.count {
      guard !Self.areSame(names[index], name.baseAddress, name.count) else {
        throw problem("the header \"\(Self.text(name).lowercased())\" comes twice")
      }
      index += 1
    }
    names.append(name)
    var first = colon + 1
    var end = line.count
    while first < end, Self.isBlank(line[first]) { first += 1 }
    while first < end, Self.isBlank(line[end - 1]) { end -= 1 }
    try take(UnsafeBufferPointer(rebasing: line[first..<end]), named: name)
  }

  private mutating func take(
    _ value: UnsafeBufferPointer<UInt8>, named name: UnsafeBufferPointer<UInt8>
  ) throws(MalformedResponseError) {
    if Self.areSame(name, "content-length") {
      lengthText = value
    } else if Self.areSame(name, "connection") {
      keepsAlive = !Self.areSame(value, "close")
    } else if Self.areSame(name, "transfer-encoding") {
      throw problem("the body comes in a transfer encoding")
    }
  }

  private func bodyLength() throws(MalformedResponseError) -> Int {
    guard let lengthText else { throw problem("the Content-Length is missing") }
    guard lengthText.count <= 9, let length = Self.number(lengthText, from: 0, to: lengthText.count) else {
      throw problem("the Content-Length is \(Self.text(lengthText))")
    }
    guard length <= ResponseParser.longestBody else { throw problem("a body of \(length) bytes is too long") }
    return length
  }

  private func problem(_ what: String) -> MalformedResponseError { MalformedResponseError(problem: what) }
}

/// Bytes
extension ResponseHead {
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true  // 0-9 A-Z ^_`a-z | ~
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true  // ! #$%&' * + - .
    default: false
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The number that the digits write; nil if they are none.
  private static func number(_ digits: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> Int? {
    guard start < end else { return nil }
    var number = 0
    var index = start
    while index < end {
      let byte = digits[index]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      index += 1
    }
    return number
  }

  private static func areSame(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    areSame(text, word.utf8Start, word.utf8CodeUnitCount)
  }

  /// Whether both are the same, whatever the case of their letters.
  private static func areSame(
    _ text: UnsafeBufferPointer<UInt8>, _ word: UnsafePointer<UInt8>?, _ count: Int
  ) -> Bool {
    guard text.count == count else { return false }
    guard count > 0, let left = text.baseAddress, let right = word else { return true }
    return left.withMemoryRebound(to: CChar.self, capacity: count) { left in
      right.withMemoryRebound(to: CChar.self, capacity: count) { strncasecmp(left, $0, count) == 0 }
    }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
#endif
