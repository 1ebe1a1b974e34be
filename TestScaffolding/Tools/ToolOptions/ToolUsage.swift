/// An option of a tool, or a word of another kind, declared once: the words of the command line are read by it, the help is
/// made from it, and what somebody may have meant who mistyped one is found among these.
package struct ToolOption: Sendable, Equatable {
  /// `--junit`, or `DIRECTORY…` for what is no option.
  package let name: String
  /// What stands for the value in the help; nil if it has none. `TEXT` is any word.
  package let value: String?
  /// A value that somebody could mean.
  package let example: String?
  package let help: String
  /// Whether it may be given more than once.
  package let repeats: Bool

  package init(
    _ name: String, _ value: String? = nil, example: String? = nil, help: String, repeats: Bool = false
  ) {
    (self.name, self.value, self.example, self.help) = (name, value, example ?? value, help)
    self.repeats = repeats
  }

  /// `--help` of `-h, --help`; none of what is no option.
  package var longNames: [String] {
    name.split(separator: ", ").map(String.init).filter { $0.hasPrefix("--") }
  }
  var label: String { [name, value].compactMap(\.self).joined(separator: " ") }
  /// Whether any word is a value: an empty one, and one that looks like an option.
  var takesText: Bool { value == "TEXT" }
}

/// What a tool does and what words it takes, as its help says it.
package struct ToolUsage: Sendable, Equatable {
  /// `swift run cleanslate merge DIRECTORY… [options]`.
  let call: String
  let about: [String]
  package let options: [ToolOption]
  let notes: [String]

  /// - Parameters:
  ///   - call: How the tool is called.
  ///   - about: Paragraphs before the options.
  ///   - notes: Paragraphs after them.
  package init(
    _ call: String, about: [String] = [], options: [ToolOption], notes: [String] = []
  ) {
    (self.call, self.about, self.notes) = (call, about, notes)
    self.options = options + [ToolOption("-h, --help", help: "Shows this help and ends.")]
  }

  /// The help, in lines of at most 80 columns.
  package var text: String {
    let width = options.map(\.label.count).filter { $0 <= 22 }.max() ?? 0
    let list = options.flatMap { option in
      Self.wrapped(option.help, after: "  " + option.label, indent: width + 4)
    }
    let parts =
      [["USAGE: \(call)"]] + about.map { Self.wrapped($0) } + [list] + notes.map { Self.wrapped($0) }
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func wrapped(_ text: String, after label: String = "", indent: Int = 0) -> [String] {
    // An example has lines of its own.
    if text.contains("\n") { return [text] }
    let margin = String(repeating: " ", count: indent)
    var (lines, line) = ([String](), label)
    if !label.isEmpty {
      if label.count > indent - 2 {
        lines.append(label)
        line = margin
      } else {
        line += margin.dropFirst(label.count)
      }
    }
    var isBegin = true
    for word in text.split(separator: " ") {
      if !isBegin, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = margin + word
      } else {
        line += (isBegin ? "" : " ") + word
      }
      isBegin = false
    }
    return lines + [line]
  }
}
