import ElementTree

/// The words of a command line, read one after the other by what the tool declares.
package struct ToolWords {
  package enum Word: Equatable {
    /// The name of an option that is declared, and its value.
    case option(String, value: String?)
    case other(String)
  }

  /// Those that begin with a dash: the others stand for words that people choose.
  private let options: [ToolOption]
  private var rest: ArraySlice<String>
  /// The names of the options that were there.
  private var given: Set<String> = []

  package init(_ words: [String], for usage: ToolUsage) {
    (options, rest) = (usage.options.filter { $0.name.hasPrefix("-") }, words[...])
  }

  package mutating func next() throws(UsageError) -> Word? {
    guard let word = rest.popFirst() else { return nil }
    let parts = Self.parts(of: word)
    guard let option = options.first(where: { $0.name == parts.name }) else { return .other(word) }
    guard given.insert(option.name).inserted || option.repeats else {
      throw UsageError(description: "'\(option.name)' is given more than once. Keep one of them.")
    }
    guard option.value != nil else {
      guard parts.value == nil else { throw UsageError(description: "'\(option.name)' takes no value.") }
      return .option(option.name, value: nil)
    }
    let value = parts.value ?? (option.takesText ? nextWord() : nextValue())
    if value?.isEmpty != false, value == nil || !option.takesText {
      throw missing(option, isEmpty: value != nil)
    }
    return .option(option.name, value: value)
  }

  /// Whatever stands next.
  package mutating func nextWord() -> String? { rest.popFirst() }

  /// The next word, unless it is meant as an option.
  private mutating func nextValue() -> String? {
    guard let word = rest.first else { return nil }
    return Self.isOption(word) ? nil : rest.popFirst()
  }

  /// Whether a word is meant as an option. A number below zero is none.
  static func isOption(_ word: String) -> Bool { word.hasPrefix("-") && word != "-" && Int(word) == nil }

  /// What is wrong with an option that the tool does not have.
  package func unknown(_ word: String) -> UsageError {
    let name = Self.parts(of: word).name
    let meant = Self.nearest(to: name, in: options).map { " Did you mean '\($0)'?" } ?? ""
    return UsageError(description: "Unknown \(word.hasPrefix("-") ? "option" : "word") '\(name)'.\(meant)")
  }

  /// The option that somebody may have meant.
  package static func nearest(to name: String, in options: [ToolOption]) -> String? {
    guard name.hasPrefix("-") else { return nil }
    func bare(_ name: String) -> String { String(name.drop { $0 == "-" }) }
    let names = options.flatMap(\.longNames)
    return NearestIdentifiers.nearest(to: bare(name), in: names.map(bare), limit: 1).first.map { "--" + $0 }
  }

  private func missing(_ option: ToolOption, isEmpty: Bool) -> UsageError {
    let name = option.name
    let problem = isEmpty ? "The value after '\(name)' is empty" : "Missing value after '\(name)'"
    let next = isEmpty ? "" : rest.first ?? ""
    let mayBeValue = next.hasPrefix("-") && !next.hasPrefix("--") && !options.contains { $0.name == next }
    return UsageError(
      description: "\(problem): expected '\(name) \(option.example ?? "VALUE")'."
        + (mayBeValue ? " A value that begins with a dash is written '\(name)=\(next)'." : ""))
  }

  /// `--name=value`, or a name alone.
  package static func parts(of word: String) -> (name: String, value: String?) {
    guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<sign]), String(word[sign...].dropFirst()))
  }
}

/// Words that cannot be understood.
package struct UsageError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}

/// Why a tool has not done what was asked of it, and its exit status.
package struct ToolFailure: Error, Equatable, CustomStringConvertible {
  package let description: String
  package let status: Int32

  package init(_ description: String, status: Int32 = 1) {
    (self.description, self.status) = (description, status)
  }
}
