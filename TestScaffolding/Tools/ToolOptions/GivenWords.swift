/// The words of a command line, read by what a tool declares: its options, and the words that are none.
package struct GivenWords: Sendable {
  private var values: [String: [String]] = [:]
  /// The words that are no options.
  package private(set) var operands: [String] = []
  /// The words after two dashes, where a tool declares `WORDS…`.
  package private(set) var rest: [String] = []

  /// Declares that words after two dashes are for something else.
  package static let furtherWords = "WORDS…"

  /// Reads the words, and throws unless those that are no options are as many as are expected.
  ///
  /// - Parameters:
  ///   - call: The tool with its operands, as its help has them; nil if every word has to be an option.
  ///   - expected: `ID`, `[TEXT]` if it may be missing, `KEY…` if there may be more.
  package init(
    _ words: [String], for usage: ToolUsage, call: String? = nil, operands expected: [String] = []
  ) throws(UsageError) {
    // A text may look like an option, and behind two dashes any word may.
    let takesText = expected.last?.hasSuffix("TEXT]") == true || expected.last?.hasSuffix("TEXT") == true
    var words = ToolWords(words, for: usage)
    while let word = try words.next() {
      switch word {
      case .option(let name, let value): values[name, default: []].append(value ?? "")
      case .other("--") where call != nil: while let word = words.nextWord() { rest.append(word) }
      case .other(let word) where call != nil && !ToolWords.isOption(word): operands.append(word)
      case .other(let word) where takesText && !word.hasPrefix("--"): operands.append(word)
      case .other(let word): throw words.unknown(word)
      }
    }
    guard let call else { return }
    if !usage.options.contains(where: { $0.name == Self.furtherWords }) {
      operands += rest
      rest = []
    }
    let required = expected.filter { !$0.hasPrefix("[") }
    guard operands.count >= required.count else {
      throw UsageError(description: "Missing \(required[operands.count]): expected '\(call)'.")
    }
    let takesMore = expected.last?.contains("…") == true
    let others = takesMore ? Array(repeating: expected.last ?? "", count: operands.count) : []
    for (word, name) in zip(operands, expected + others) where word.isEmpty && !name.contains("TEXT") {
      throw UsageError(description: "\(name) is empty: expected '\(call)'.")
    }
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
