/// Turns bytes into scalars one by one; what is not UTF-8 becomes U+FFFD.
struct UTF8Decoder {
  private var pending: [UInt8] = []
  private var length = 0

  mutating func decode(_ byte: UInt8, _ take: (Unicode.Scalar) -> Void) {
    if byte < 0x80, pending.isEmpty { return take(Unicode.Scalar(byte)) }
    let isContinuation = byte & 0xC0 == 0x80
    if !isContinuation {
      abort(take)
      length =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    } else if pending.isEmpty {
      length = 1
    }
    pending.append(byte)
    if pending.count == length { emit(take) }
  }

  /// Gives up on a character that something else has interrupted.
  mutating func abort(_ take: (Unicode.Scalar) -> Void) {
    if !pending.isEmpty { emit(take) }
  }

  private mutating func emit(_ take: (Unicode.Scalar) -> Void) {
    String(decoding: pending, as: UTF8.self).unicodeScalars.forEach(take)
    pending = []
  }
}
