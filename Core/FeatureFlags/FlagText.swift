/// Reads and writes the values of one layer as JSON text: `{"onboarding.shortTour": true}`.
///
/// The reader keeps what general JSON readers lose: `1` and `true` stay apart, and a name that stands twice
/// is an error.
public enum FlagText {
  /// Reads the values from one JSON object of names and plain values; errors name the source.
  public static func parse(_ text: String, source: String) throws(FlagError) -> [String: FlagLiteral] {
    var reader = FlagTextReader(text, source: source)
    return try reader.readDocument()
  }

  /// Writes the values as one JSON object, sorted by name.
  public static func format(_ values: [String: FlagLiteral]) -> String {
    let members = values.sorted { $0.key < $1.key }.map { "\(quote($0.key)):\(format($0.value))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func format(_ literal: FlagLiteral) -> String {
    switch literal {
    case .bool(let value): value ? "true" : "false"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): quote(value)
    }
  }

  private static func quote(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
