/// Reads and writes the values of one layer as JSON text: `{"onboarding.shortTour": true}`.
///
/// Foundation's decoder takes `1.0` for a whole number, keeps one of two equal names without an error, and does not
/// say where a text is wrong. So flags have a reader of their own.
public enum FlagText {
  /// Reads the values from one JSON object of names and plain values; errors name the source.
  public static func parse(_ text: String, source: String) throws(FlagError) -> [String: FlagLiteral] {
    var reader = FlagTextReader(text: text, source: source)
    return try reader.readDocument()
  }

  /// Writes the values as one JSON object, sorted by name.
  public static func format(_ values: [String: FlagLiteral]) -> String {
    let members = values.sorted { $0.key < $1.key }.map { "\(quote($0.key)):\(format($0.value))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func format(_ literal: FlagLiteral) -> String {
    if case .string(let value) = literal { quote(value) } else { "\(literal)" }
  }

  private static func quote(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x10: "\\u000" + String(scalar.value, radix: 16)
      case _ where scalar.value < 0x20: "\\u00" + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(scalars.joined())\""
  }
}

/// Reads one flat JSON object, and says where the text is wrong.
private struct FlagTextReader {
  private let text: String
  private let source: String
  private var rest: Substring.UnicodeScalarView

  init(text: String, source: String) {
    self.text = text
    self.source = source
    rest = text[...].unicodeScalars
  }

  mutating func readDocument() throws(FlagError) -> [String: FlagLiteral] {
    var values: [String: FlagLiteral] = [:]
    try expect("{")
    if !takes("}") {
      repeat {
        let key = try readString()
        try expect(":")
        if values.updateValue(try readValue(), forKey: key) != nil {
          throw .duplicateKey(key, source: source)
        }
      } while takes(",")
      guard takes("}") else { throw problem("no \",\" or \"}\" after a value") }
    }
    skipSpace()
    guard rest.isEmpty else { throw problem("text after the end of the object") }
    return values
  }

  private mutating func readValue() throws(FlagError) -> FlagLiteral {
    skipSpace()
    switch rest.first {
    case "\"": return .string(try readString())
    case "{", "[": throw problem("a list or an object where a plain value should be")
    case nil: throw problem("the end of the text where a value should be")
    default: break
    }
    let word = String(rest.prefix { !" \t\r\n,}".unicodeScalars.contains($0) })
    guard let value = Self.value(word) else {
      throw problem("\"\(word)\", which is \(Self.objection(to: word)),")
    }
    rest = rest.dropFirst(word.unicodeScalars.count)
    return value
  }

  private static func value(_ word: String) -> FlagLiteral? {
    if let value = Bool(word) { return .bool(value) }
    guard isNumber(word) else { return nil }
    if isWhole(word) { return Int(word).map(FlagLiteral.int) }
    return Double(word).flatMap { $0.isFinite ? .double($0) : nil }
  }

  private static func objection(to word: String) -> String {
    guard isNumber(word) else { return "neither true, false, a number nor a string" }
    let largest = Double.greatestFiniteMagnitude
    return isWhole(word)
      ? "too large (whole numbers go from \(Int.min) to \(Int.max))"
      : "too large (numbers go from -\(largest) to \(largest))"
  }

  private static func isNumber(_ word: String) -> Bool {
    word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
  }

  private static func isWhole(_ word: String) -> Bool { !word.contains { ".eE".contains($0) } }

  /// Reads a string as UTF-16 units, because that is what JSON's escapes stand for.
  private mutating func readString() throws(FlagError) -> String {
    guard takes("\"") else {
      let isBare = !text.contains("\"") && rest.first?.properties.isAlphabetic == true
      let way = isBare ? " (a shell takes them away, unless single quotes are around it all)" : ""
      throw problem("no string in quotation marks\(way)")
    }
    var units: [UInt16] = []
    while let scalar = rest.first, scalar != "\"" {
      guard scalar.value >= 0x20 else { throw problem("a control character in a string") }
      if scalar == "\\" {
        units.append(try readEscape())
      } else {
        units += String(scalar).utf16
        rest.removeFirst()
      }
    }
    guard !rest.isEmpty else { throw problem("a string without its closing quotation mark") }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw problem("half of a pair of escapes before the end of a string")
    }
    rest.removeFirst()
    return string
  }

  private mutating func readEscape() throws(FlagError) -> UInt16 {
    let escape = rest.prefix(6)
    if escape.dropFirst().first == "u" {
      let digits = String(escape.dropFirst(2))
      guard digits.wholeMatch(of: /[0-9a-fA-F]{4}/) != nil, let unit = UInt16(digits, radix: 16) else {
        throw problem("a \\u without four hexadecimal digits")
      }
      rest = rest.dropFirst(6)
      return unit
    }
    let meanings: [Unicode.Scalar: UInt16] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 0x8, "f": 0xC, "n": 0xA, "r": 0xD, "t": 0x9,
    ]
    guard let unit = escape.dropFirst().first.flatMap({ meanings[$0] }) else {
      throw problem("an escape that JSON does not know")
    }
    rest = rest.dropFirst(2)
    return unit
  }

  private mutating func skipSpace() { rest = rest.drop { " \t\r\n".unicodeScalars.contains($0) } }

  /// Skips space, and takes the next scalar if it is this one.
  private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func expect(_ scalar: Unicode.Scalar) throws(FlagError) {
    guard takes(scalar) else { throw problem("no \"\(scalar)\"") }
  }

  private func problem(_ what: String) -> FlagError {
    .malformed(
      source: source, problem: what, offset: text.utf8.distance(from: text.startIndex, to: rest.startIndex))
  }
}
