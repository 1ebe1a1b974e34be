#if DEBUG
/// The identifier of a beep in letters that are good in a file name, whatever it was before.
struct BeepName: Equatable {
  /// With it, the path of a socket fits into what the kernel takes.
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

  /// Returns whether the file is a socket of somebody who listens to this name.
  func owns(file: String) -> Bool { file.hasPrefix(text + "@") }

  /// The name of a new socket, like no other.
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
