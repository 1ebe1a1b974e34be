/// Splits a stream of bytes into lines.
struct LineSplitter {
  enum Line: Equatable {
    case text(String)
    /// The line cannot be a command; the text says why.
    case refused(String)

    /// The line as messages quote it.
    var quoted: String {
      guard case .text(let text) = self else { return "" }
      return " (\(WordWrap.truncated(VisibleText.line(text), columns: 40)))"
    }
  }

  static let longestLine = 64 * 1024

  private var pending: [UInt8] = []
  private var isTooLong = false

  /// Returns the lines that the bytes complete.
  mutating func split(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(takeLine())
      } else if pending.count < Self.longestLine {
        pending.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }

  /// Returns the last line, if it did not end with a line break.
  mutating func finish() -> Line? { pending.isEmpty ? nil : takeLine() }

  private mutating func takeLine() -> Line {
    defer { (pending, isTooLong) = ([], false) }
    if isTooLong { return .refused("The line is longer than \(Self.longestLine) bytes; nothing was done.") }
    if pending.last == UInt8(ascii: "\r") { pending.removeLast() }
    guard let text = String(validating: pending, as: UTF8.self) else {
      return .refused("The line is not UTF-8 text; nothing was done.")
    }
    if text.unicodeScalars.contains("\0") {
      return .refused("The line contains a NUL; nothing was done.")
    }
    return .text(text)
  }
}

/// What a line asks for.
enum LineCommand: Equatable {
  case tap(String)
  case type(String, text: String)
  /// Enter in the field with the identifier or the number.
  case enter(String)
  /// The action with the number, and the text after it.
  case number(Int, text: String?)
  case back, help, quit
  /// An empty line: shows the screen again.
  case show
  /// Anything else; the text says what would be right.
  case unknown(String)

  init(_ line: String) {
    let trimmed = line.drop { $0 == " " || $0 == "\t" }
    let word = trimmed.prefix { $0 != " " }
    let rest = trimmed.dropFirst(word.count)
    let argument = rest.first == " " ? rest.dropFirst() : rest
    let name = String(argument.prefix { $0 != " " })
    switch word {
    case "": self = .show
    case "back" where argument.allSatisfy(\.isWhitespace): self = .back
    case "help" where argument.allSatisfy(\.isWhitespace): self = .help
    case "quit" where argument.allSatisfy(\.isWhitespace): self = .quit
    case "tap":
      let target = argument.trimmingSpaces
      self = target.isEmpty ? .unknown("Say what to tap: tap ID.") : .tap(target)
    case "type":
      guard !name.isEmpty else {
        self = .unknown("Say where to type and what: type ID TEXT.")
        return
      }
      self = .type(name, text: String(argument.dropFirst(name.count + 1)))
    case "enter":
      let target = argument.trimmingSpaces
      self = target.isEmpty ? .unknown("Say in which field: enter ID.") : .enter(target)
    default:
      if let number = Int(word), word.allSatisfy(\.isNumber) {
        self = .number(number, text: rest.isEmpty ? nil : String(argument))
      } else {
        let shown = WordWrap.truncated(VisibleText.line(trimmed), columns: 40)
        self = .unknown("There is no command \"\(shown)\". \(Self.summary)")
      }
    }
  }

  static let summary =
    "Commands: tap ID, type ID TEXT, enter ID, back, help, quit, or the number of an action."

  static let explanation =
    PlainCommands.all.map { command, effect in
      command + String(repeating: " ", count: PlainCommands.column - command.count) + effect + "\n"
    }.joined() + "An empty line prints the screen again.\n"
}

/// What can be typed where an app is shown line by line.
package enum PlainCommands {
  /// Every command with its effect, for people.
  package static let all: [(command: String, effect: String)] = [
    ("tap ID", "presses something"),
    ("type ID TEXT", "makes TEXT the whole text of a field; without TEXT, empties it"),
    ("enter ID", "goes on from a field, as the Enter key does: to its button or to what is next"),
    ("N", "presses the action with the number N"),
    ("N TEXT", "replaces the text of the field with the number N"),
    ("back", "returns to the screen before, or closes a question"),
    ("help", "shows these commands"),
    ("quit", "ends the program"),
  ]

  fileprivate static let column = 2 + (all.map(\.command.count).max() ?? 0)
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
