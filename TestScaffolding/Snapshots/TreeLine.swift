#if DEBUG
import ElementTree

/// A line of a tree as text, in pieces: what is within its texts, and what is around them.
private enum LinePiece: Equatable {
  case around(Character)
  /// A character of a text, or what stands for one.
  case within(String)
  /// `*`: any characters of a text.
  case wildcard

  /// - Parameter isPattern: Whether `*` is a wildcard, and `\*` none.
  static func all(of line: String, isPattern: Bool) -> [Self] {
    var (pieces, isWithin, rest) = ([Self](), false, line[...])
    while let character = rest.popFirst() {
      switch character {
      // An identifier may have some.
      case "\"" where isWithin || pieces.last ?? .around(" ") == .around(" "):
        isWithin.toggle()
        pieces.append(.around(character))
      case "\\" where isWithin:
        let next = rest.popFirst().map(String.init) ?? ""
        pieces.append(.within(isPattern && next == "*" ? next : "\\" + next))
      case "*" where isWithin && isPattern: pieces.append(.wildcard)
      default: pieces.append(isWithin ? .within(String(character)) : .around(character))
      }
    }
    return pieces
  }
}

/// An element as the app shows it.
struct ShownLine {
  /// As a test says it that does not care for the keyboard.
  let text: String
  /// With what it says of the keyboard.
  let whole: String

  /// The elements of a tree, one a line.
  static func all(of tree: Element) -> [Self] {
    let texts = lines(of: tree.mapElements { $0.isFocused = false })
    return zip(texts, lines(of: tree)).map(Self.init)
  }

  private static func lines(of tree: Element) -> [String] {
    tree.treeDescription.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The line as a pattern that fits nothing else.
  func pattern(sayingFocus: Bool) -> String {
    let line = sayingFocus ? whole : text
    guard line.contains("*") else { return line }
    return LinePiece.all(of: line, isPattern: false).map { piece in
      switch piece {
      case .around(let character): String(character)
      case .within(let text): text == "*" ? "\\*" : text
      case .wildcard: "*"
      }
    }.joined()
  }
}

/// A line that a test expects.
struct ExpectedLine {
  let text: String
  /// Whether it stands for any lines.
  let isGap: Bool
  private let pieces: [LinePiece]?

  init(_ text: String) {
    self.text = text
    isGap = text.drop { $0 == " " || $0 == "\t" } == "…"
    pieces = text.contains("*") ? LinePiece.all(of: text, isPattern: true) : nil
  }

  func fits(_ line: ShownLine) -> Bool {
    if isGap { return false }
    guard let pieces else { return text == line.text || text == line.whole }
    return [line.text, line.whole].contains { shown in
      Wildcards.fit(
        pieces, LinePiece.all(of: shown, isPattern: false), isWildcard: { $0 == .wildcard },
        takes: { if case .within = $0 { true } else { false } }, isLike: ==)
    }
  }

  /// Whether the line is of the same element, whatever it says.
  func isOfSameElement(as line: ShownLine) -> Bool {
    !isGap && Self.name(in: text).elementsEqual(Self.name(in: line.text))
  }

  /// Whether the line has an identifier.
  var namesElement: Bool { Self.name(in: text).count > 1 }

  /// Whether the line has the role and the texts of another, which has another identifier.
  func saysTheSame(as line: ShownLine) -> Bool {
    guard !isGap, text.contains("\"") else { return false }
    func words(_ text: String) -> [Substring] {
      text.split(separator: " ", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
    }
    return words(text) == words(line.text) || words(text) == words(line.whole)
  }

  /// Whether the test cares that the element has the keyboard.
  var saysFocus: Bool {
    let around = LinePiece.all(of: text, isPattern: false).compactMap { piece in
      if case .around(let character) = piece { character } else { nil }
    }
    return around.split(separator: " ").contains { $0.elementsEqual("focused") }
  }

  /// The role and the identifier.
  private static func name(in line: String) -> [Substring] {
    let words = line.split(separator: " ", maxSplits: 2)
    return words.count > 1 && words[1].hasPrefix("#") ? Array(words[..<2]) : Array(words.prefix(1))
  }
}
#endif
