/// The words of a command line, read by what a tool declares: its options, and the words that are none.
package struct GivenWords: Sendable {
  private var values: [String: [String]] = [:]
  /// The words that are no options.
  package private(set) var operands: [String] = []
  /// The words after the one that ends the tool's own.
  package private(set) var rest: [String] = []

  /// - Parameters:
  ///   - end: The word that ends the tool's own.
  ///   - takes: Whether a word that is no option is one of the operands.
  package init(
    _ words: [String], for usage: ToolUsage, until end: String? = nil,
    takes: (String) -> Bool = { _ in false }
  ) throws(UsageError) {
    var words = ToolWords(words, for: usage)
    while let word = try words.next() {
      switch word {
      case .option(let name, let value): values[name, default: []].append(value ?? "")
      case .other(let word) where word == end: while let word = words.nextWord() { rest.append(word) }
      case .other(let word) where takes(word): operands.append(word)
      case .other(let word): throw words.unknown(word)
      }
    }
  }

  /// Reads the words after a verb, and throws unless they are as many as it declares.
  ///
  /// - Parameters:
  ///   - call: The verb with its operands, as its help has them.
  ///   - operands: `ID`, `[TEXT]` if it may be missing, `KEY…` if there may be more.
  package init(
    _ words: [String], for usage: ToolUsage, call: String, operands expected: [String]
  ) throws(UsageError) {
    try self.init(words, for: usage, until: "--") { !$0.hasPrefix("--") }
    if expected.last?.hasSuffix("TEXT]") == true || expected.last?.hasSuffix("TEXT") == true {
      // A text may look like an option.
      operands += rest
      rest = []
    }
    let required = expected.filter { !$0.hasPrefix("[") }
    guard operands.count >= required.count else {
      throw UsageError(description: "Missing \(required[operands.count]): expected '\(call)'.")
    }
    for (word, name) in zip(operands, expected) where word.isEmpty && !name.contains("TEXT") {
      throw UsageError(description: "\(name) is empty: expected '\(call)'.")
    }
    let takesMore = expected.last?.contains("…") == true
    guard takesMore || operands.count <= expected.count else {
      throw UsageError(
        description: "'\(operands[expected.count])' is one word too many: expected '\(call)'. "
          + "Words that belong together need quotes.")
    }
  }

  package func has(_ option: String) -> Bool { values[option] != nil }
  package func value(of option: String) -> String? { values[option]?.first }
  package func values(of option: String) -> [String] { values[option] ?? [] }

  /// The number after the option.
  package func number(of option: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
    guard let text = value(of: option) else { return nil }
    guard let number = Double(text), range.contains(number) else {
      throw UsageError(
        description:
          "'\(option) \(text)' is no number of seconds: expected one from \(Int(range.lowerBound)) to "
          + "\(Int(range.upperBound)).")
    }
    return number
  }
}
