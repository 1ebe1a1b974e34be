/// One name in a folder: the bytes that the file system holds, which need not be UTF-8.
package struct FileName: Hashable, Sendable {
  private let terminated: [CChar]

  package init(_ text: String) { terminated = Array(text.utf8CString) }

  init(terminatedBy pointer: UnsafePointer<CChar>, count: Int) {
    terminated = Array(UnsafeBufferPointer(start: pointer, count: count)) + [0]
  }

  func withCString<Result>(_ body: (UnsafePointer<CChar>) throws -> Result) rethrows -> Result {
    try terminated.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return try "".withCString(body) }
      return try body(start)
    }
  }

  package var bytes: [UInt8] { terminated.dropLast().map(UInt8.init(bitPattern:)) }

  package func hasPrefix(_ prefix: String) -> Bool {
    // Asked of each file at each reset, and `starts(with:)` is generic code, which a debug build runs slowly.
    var index = 0
    for byte in prefix.utf8 {
      if index == terminated.count - 1 || terminated[index] != CChar(bitPattern: byte) { return false }
      index += 1
    }
    return true
  }

  /// By bytes: as text, the first mark of the ending may belong to the character before it.
  package func hasSuffix(_ suffix: String) -> Bool { bytes.reversed().starts(with: suffix.utf8.reversed()) }

  package static func + (prefix: String, name: FileName) -> FileName {
    var bytes = prefix.utf8CString.dropLast() + name.terminated.dropLast()
    bytes.append(0)
    return FileName(terminated: Array(bytes))
  }

  private init(terminated: [CChar]) { self.terminated = terminated }
}

extension FileName: ExpressibleByStringLiteral {
  package init(stringLiteral value: String) { self.init(value) }
}

extension FileName: CustomStringConvertible {
  /// The name as text; bytes that are not UTF-8 appear as `\xNN`.
  package var description: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return bytes.reduce(into: "") { text, byte in
      if (0x20..<0x7F).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16)
        text += "\\x" + (byte < 16 ? "0" : "") + digits
      }
    }
  }
}
