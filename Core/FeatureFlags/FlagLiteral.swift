/// A flag's value together with its type, as it is written in files and arguments.
public enum FlagLiteral: Sendable, Hashable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)

  /// The type of the value.
  public var type: FlagType {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    }
  }

  /// Returns the literal as a value of the type, or nil if that would change its meaning.
  ///
  /// Only a whole number can be converted, to a `Double`, because JSON writes both alike.
  public func converted(to type: FlagType) -> FlagLiteral? {
    if self.type == type { return self }
    if case .int(let whole) = self, type == .double, let exact = Double(exactly: whole) {
      return .double(exact)
    }
    return nil
  }
}

extension FlagLiteral: CustomStringConvertible {
  /// The value as a person would write it.
  public var description: String {
    switch self {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): "\"\(value)\""
    }
  }
}

/// The types that a flag can have.
public enum FlagType: String, Sendable, CaseIterable {
  case bool = "Bool"
  case int = "Int"
  case double = "Double"
  case string = "String"
}

/// A type that a flag's value can have: `Bool`, `Int`, `Double` or `String`.
public protocol FlagValue: Sendable, Hashable {
  /// The value as a literal.
  var flagLiteral: FlagLiteral { get }
  /// Reads the value from a literal of the same type.
  init?(flagLiteral: FlagLiteral)
}

extension Bool: FlagValue {
  public var flagLiteral: FlagLiteral { .bool(self) }
  public init?(flagLiteral: FlagLiteral) {
    guard case .bool(let value) = flagLiteral else { return nil }
    self = value
  }
}

extension Int: FlagValue {
  public var flagLiteral: FlagLiteral { .int(self) }
  public init?(flagLiteral: FlagLiteral) {
    guard case .int(let value) = flagLiteral else { return nil }
    self = value
  }
}

extension Double: FlagValue {
  public var flagLiteral: FlagLiteral { .double(self) }
  public init?(flagLiteral: FlagLiteral) {
    guard case .double(let value) = flagLiteral.converted(to: .double) else { return nil }
    self = value
  }
}

extension String: FlagValue {
  public var flagLiteral: FlagLiteral { .string(self) }
  public init?(flagLiteral: FlagLiteral) {
    guard case .string(let value) = flagLiteral else { return nil }
    self = value
  }
}
