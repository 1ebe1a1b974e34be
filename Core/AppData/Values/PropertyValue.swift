import Foundation

/// One value of a property list, with its type.
enum PropertyValue: Hashable, Sendable {
  case string(String)
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case data(Data)
  case date(Date)
  case array([PropertyValue])
  case dictionary([String: PropertyValue])

  /// The type's name, for messages.
  var typeName: String {
    switch self {
    case .string: "string"
    case .bool: "boolean"
    case .integer: "integer"
    case .double: "number"
    case .data: "data"
    case .date: "date"
    case .array: "list"
    case .dictionary: "dictionary"
    }
  }

  // MARK: - Property lists

  /// Converts a value that Foundation read from a property list; nil for one that cannot be stored.
  init?(foundation value: Any) {
    switch value {
    case let value as NSNumber: self.init(value)
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as [Any]:
      let elements = value.compactMap(PropertyValue.init(foundation:))
      guard elements.count == value.count else { return nil }
      self = .array(elements)
    case let value as [String: Any]:
      let elements = value.compactMapValues(PropertyValue.init(foundation:))
      guard elements.count == value.count else { return nil }
      self = .dictionary(elements)
    default: return nil
    }
  }

  private init?(_ number: NSNumber) {
    // Foundation has exactly two boolean objects, so identity tells a boolean from a number.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
    } else if [UInt8(ascii: "f"), UInt8(ascii: "d")].contains(UInt8(bitPattern: number.objCType.pointee)) {
      self = .double(number.doubleValue)
    } else if let value = Int(exactly: number) {
      self = .integer(value)
    } else {
      return nil
    }
  }

  // MARK: - For a digest

  /// The value as bytes: the same in every run, and different for different values.
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
