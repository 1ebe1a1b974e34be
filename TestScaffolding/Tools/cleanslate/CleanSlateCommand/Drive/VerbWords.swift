#if DEBUG
import ToolOptions

/// The words after a verb, read by what it declares: its options, and the words that have to follow it.
struct VerbWords {
  private var values: [String: [String]] = [:]
  /// The words that are no options.
  private(set) var operands: [String] = []
  /// The words after `--`.
  private(set) var rest: [String] = []

  /// - Parameters:
  ///   - call: The verb with its operands, as its help has them.
  ///   - operands: `ID`, `[TEXT]` if it may be missing, `KEY…` if there may be more.
  init(_ words: [String], for usage: ToolUsage, call: String, operands expected: [String]) throws(UsageError)
  {
    var words = ToolWords(words, for: usage)
    while let word = try words.next() {
      switch word {
      case .option(let name, let value): values[name, default: []].append(value ?? "")
      case .other("--"): while let word = words.nextWord() { rest.append(word) }
      case .other(let word) where word.hasPrefix("--"): throw words.unknown(word)
      case .other(let word): operands.append(word)
      }
    }
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

  func has(_ option: String) -> Bool { values[option] != nil }
  func value(of option: String) -> String? { values[option]?.first }
  func values(of option: String) -> [String] { values[option] ?? [] }

  /// The number after the option.
  func number(of option: String, in range: ClosedRange<Double>) throws(UsageError) -> Double? {
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
#endif
