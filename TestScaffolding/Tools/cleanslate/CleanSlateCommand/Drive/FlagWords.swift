#if DEBUG
import FeatureFlags
import ToolOptions

/// Flags as words of a command line: `KEY=VALUE`.
enum FlagWords {
  static func values(_ words: [String]) throws(UsageError) -> [String: FlagLiteral] {
    var values: [String: FlagLiteral] = [:]
    for word in words {
      guard let sign = word.firstIndex(of: "="), sign != word.startIndex else {
        throw UsageError(
          description: "'\(word)' is no flag: expected KEY=VALUE, as in 'shop.newCheckout=true'.")
      }
      let (key, text) = (String(word[..<sign]), String(word[sign...].dropFirst()))
      guard values.updateValue(literal(text), forKey: key) == nil else {
        throw UsageError(description: "The flag '\(key)' is given twice. Keep one of them.")
      }
    }
    return values
  }

  /// What JSON takes for one value is that; anything else is a text.
  private static func literal(_ text: String) -> FlagLiteral {
    let read = try? FlagText.parse("{\"value\":\(text)}", source: "a flag")
    guard let value = read?["value"], read?.count == 1 else { return .string(text) }
    return value
  }
}
#endif
