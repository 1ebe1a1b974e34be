#if DEBUG
/// What the heads of requests and of answers have in common.
enum HTTPSyntax {
  /// Takes a line such as `Host: localhost` apart; nothing if it has no name or no colon.
  static func field(_ line: UnsafeBufferPointer<UInt8>) -> HTTPHeaders.Field? {
    let nameEnd = endOfToken(line)
    guard nameEnd > 0, nameEnd < line.count, line[nameEnd] == UInt8(ascii: ":") else { return nil }
    var (first, end) = (nameEnd + 1, line.count)
    while first < end, isBlank(line[first]) { first += 1 }
    while first < end, isBlank(line[end - 1]) { end -= 1 }
    return HTTPHeaders.Field(name: text(line, 0, nameEnd), value: text(line, first, end))
  }

  static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// The number that a text of digits alone writes.
  static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// How many bytes at the beginning can be those of a method or of a field's name.
  static func endOfToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var end = 0
    while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
    return end
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E: true  // 0-9 A-Z ^_`a-z | ~
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true  // ! #$%&' * + - .
    default: false
    }
  }
}
#endif
