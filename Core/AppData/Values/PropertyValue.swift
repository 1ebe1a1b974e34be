import Foundation

/// One value of a property list, with its type kept.
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

  /// Takes a value that Foundation holds, or answers nil for one that no property list can hold.
  init?(foundation value: Any) {
    // A number object casts to any type that fits; the kind of number it is has to be asked first.
    if type(of: value) is NSNumber.Type, let number = value as? NSNumber {
      self.init(number)
      return
    }
    switch value {
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .integer(value)
    case let value as Double: self = .double(value)
    case let value as String: self = .string(value)
    case let value as Data: self = .data(value)
    case let value as Date: self = .date(value)
    case let value as URL: self = .string(value.absoluteURL.path)
    case let value as any BinaryInteger:
      guard let number = Int(exactly: value) else { return nil }
      self = .integer(number)
    case let value as any BinaryFloatingPoint: self = .double(Double(value))
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
    // There are only two boolean objects.
    if number === NSNumber(value: true) || number === NSNumber(value: false) {
      self = .bool(number.boolValue)
      return
    }
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "f"), UInt8(ascii: "d"): self = .double(number.doubleValue)
    default:
      guard let value = Int(exactly: number) else { return nil }
      self = .integer(value)
    }
  }

  /// The value as Foundation's property lists and user defaults hold it.
  var foundation: Any {
    switch self {
    case .string(let value): value
    case .bool(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.foundation)
    case .dictionary(let values): values.mapValues(\.foundation)
    }
  }
}
