#if DEBUG
/// The identifier of a beep, rewritten so that it can be part of a file name.
struct BeepName: Equatable {
  /// The longest name; with it, the path of a socket is still short enough for the kernel.
  static let limit = 64

  let text: String

  init(_ identifier: String) throws(BeepError) {
    var text = ""
    for byte in identifier.utf8 {
      if Self.isPlain(byte), !(text.isEmpty && byte == UInt8(ascii: ".")) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        text += byte < 0x10 ? "%0\(digits)" : "%\(digits)"
      }
    }
    guard (1...Self.limit).contains(text.utf8.count) else {
      throw .unusableIdentifier(identifier, limit: Self.limit)
    }
    self.text = text
  }

  /// Returns whether the file is the socket of a registration for this name.
  func owns(file: String) -> Bool { file.hasPrefix(text + "@") }

  /// Returns a new random name for a socket.
  func newFile() -> String { "\(text)@\(String(UInt64.random(in: .min ... .max), radix: 16))" }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}
#endif
