/// Cuts a stream of bytes into lines.
struct LineSplitter {
  enum Line: Equatable {
    case text(String)
    /// The line cannot be a command, for the reason.
    case refused(String)
  }

  static let longestLine = 64 * 1024

  private var pending: [UInt8] = []
  private var isTooLong = false

  /// Returns the lines that the bytes complete.
  mutating func split(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(takeLine())
      } else if pending.count < Self.longestLine {
        pending.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }

  /// Returns the last line, if it has no line end.
  mutating func finish() -> Line? { pending.isEmpty ? nil : takeLine() }

  private mutating func takeLine() -> Line {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong { return .refused("The line is longer than \(Self.longestLine) bytes; nothing was done.") }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    guard let text = String(validating: pending, as: UTF8.self) else {
      return .refused("The line is not UTF-8 text; nothing was done.")
    }
    if text.unicodeScalars.contains("\0") {
      return .refused("The line contains a NUL; nothing was done.")
    }
    return .text(text)
  }
}
