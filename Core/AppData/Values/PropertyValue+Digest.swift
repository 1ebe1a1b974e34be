import Foundation

extension PropertyValue {
  /// The value in bytes that are the same in every run and differ for every other value.
  var canonicalBytes: [UInt8] {
    switch self {
    case .string(let value): tagged("s", Array(value.utf8))
    case .bool(let value): tagged("b", [value ? 1 : 0])
    case .integer(let value): tagged("i", Self.bytes(UInt64(bitPattern: Int64(value))))
    case .double(let value): tagged("d", Self.bytes(value.bitPattern))
    case .data(let value): tagged("x", Array(value))
    case .date(let value): tagged("t", Self.bytes(value.timeIntervalSinceReferenceDate.bitPattern))
    case .array(let values): tagged("a", values.flatMap(\.canonicalBytes))
    case .dictionary(let values):
      tagged(
        "m",
        values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap { key, value in
          PropertyValue.string(key).canonicalBytes + value.canonicalBytes
        })
    }
  }

  private func tagged(_ tag: Unicode.Scalar, _ bytes: [UInt8]) -> [UInt8] {
    [UInt8(ascii: tag)] + Self.bytes(UInt64(bytes.count)) + bytes
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
