#if DEBUG
/// What a request asks for, read from the bytes between method and version: `/tap?id=go`.
struct HTTPTarget: Equatable {
  var path: String
  var query: [String: String]

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(HTTPRefusal) {
    guard bytes.count > 0, bytes[0] == UInt8(ascii: "/") else {
      throw .badRequest("The request's target does not begin with \"/\". Ask for a path, such as /status.")
    }
    var end = bytes.count
    var isPlain = true
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      guard byte > 0x20, byte < 0x7F, byte != UInt8(ascii: "#") else {
        throw .badRequest("The request's target has a byte in it that must be percent-encoded.")
      }
      if byte == UInt8(ascii: "?"), end == bytes.count { end = index }
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { isPlain = false }
      index += 1
    }
    let pathBytes = UnsafeBufferPointer(rebasing: bytes[..<end])
    path =
      isPlain
      ? String(decoding: pathBytes, as: UTF8.self) : try Self.decode(Array(pathBytes)[...], isForm: false)
    query = [:]
    guard end < bytes.count else { return }
    for pair in Array(bytes[(end + 1)...]).split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let key = try Self.decode(name, isForm: true)
      let value = try Self.decode(pair.dropFirst(name.count + 1), isForm: true)
      guard query.updateValue(value, forKey: key) == nil else {
        throw .badRequest("The request names the parameter \"\(key)\" twice. Name it once.")
      }
    }
  }

  /// Resolves the percent escapes and, where a form may have written it, `+` for a space.
  private static func decode(_ bytes: ArraySlice<UInt8>, isForm: Bool) throws(HTTPRefusal) -> String {
    var plain: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "+"), isForm {
        plain.append(UInt8(ascii: " "))
      } else if byte == UInt8(ascii: "%") {
        guard let high = rest.popFirst().flatMap(hexValue), let low = rest.popFirst().flatMap(hexValue) else {
          throw .badRequest("The request's target has a \"%\" that two hexadecimal digits do not follow.")
        }
        plain.append(high << 4 | low)
      } else {
        plain.append(byte)
      }
    }
    guard let text = String(validating: plain, as: UTF8.self), !plain.contains(0) else {
      throw .badRequest("The request's target has percent escapes that are not UTF-8 text.")
    }
    return text
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
#endif
