#if DEBUG
/// Writes text as Swift source.
enum SwiftText {
  /// Returns the text as a string literal.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case _ where scalar.properties.generalCategory == .control || scalar.properties.isBidiControl:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a list of texts as an array literal.
  static func literal(_ texts: [String]) -> String {
    "[" + texts.map(literal).joined(separator: ", ") + "]"
  }

  /// Returns texts by name as a dictionary literal, sorted by name.
  static func literal(_ texts: [String: String]) -> String {
    guard !texts.isEmpty else { return "[:]" }
    return "["
      + texts.sorted { $0.key < $1.key }.map { "\(literal($0.key)): \(literal($0.value))" }
      .joined(separator: ", ") + "]"
  }
}

/// Assigns a unique name to each thing.
struct UniqueNames {
  private var names: [String: String] = [:]
  private var taken: Set<String> = []

  /// Returns the name for the thing: the preferred one or, if another thing has that, the same with a number.
  mutating func name(for thing: String, preferred: String) -> String {
    if let name = names[thing] { return name }
    var name = preferred
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(preferred)_\(number)"
      number += 1
    }
    names[thing] = name
    return name
  }
}
#endif
