/// A SHA-256 fingerprint of contents.
public struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// The fingerprint's 32 bytes.
  public let bytes: [UInt8]

  /// The fingerprint in hexadecimal digits.
  public var description: String {
    let digits = Array("0123456789abcdef".unicodeScalars)
    var text = ""
    for byte in bytes {
      text.unicodeScalars.append(digits[Int(byte >> 4)])
      text.unicodeScalars.append(digits[Int(byte & 15)])
    }
    return text
  }

  /// Takes the fingerprint of contents.
  public init(of contents: some Sequence<UInt8>) {
    var hash = SHA256()
    hash.update(contents)
    self = hash.finish()
  }

  init(bytes: [UInt8]) { self.bytes = bytes }
}
