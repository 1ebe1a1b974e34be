#if DEBUG
public import FeatureFlags

/// Why an automation flag cannot be used.
public enum AutomationFlagError: Error, Equatable, CustomStringConvertible {
  /// No feature of the app has a situation for the flag.
  case unknown(String, known: [String])
  /// The flag has a value of another type.
  case wrongType(String, expected: FlagType, found: FlagLiteral)

  public var description: String {
    switch self {
    case .unknown(let key, let known):
      "The automation flag \"\(key)\" is unknown to this app. "
        + (known.isEmpty ? "It has none." : "It knows \(known.map { "\"\($0)\"" }.joined(separator: ", ")).")
    case .wrongType(let key, let expected, let found):
      "The automation flag \"\(key)\" is a \(expected.rawValue), but is set to \(found)."
    }
  }
}
#endif
