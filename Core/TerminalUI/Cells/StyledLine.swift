/// A colour of the terminal's palette, with the number that its escape sequences have for it.
package enum Colour: Int, Sendable {
  case normal = 0
  case red = 31
  case green = 32
  case yellow = 33
  case cyan = 36
}

/// How a cell of the terminal looks.
struct Style: Hashable, Sendable {
  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let reverse = Attributes(rawValue: 4)
  }

  var colour = Colour.normal
  var attributes: Attributes = []
  /// The address that terminals open when the text is clicked; of visible ASCII characters only.
  var link: String?

  static let plain = Style()
  static let bold = Style(attributes: .bold)
  static let dim = Style(attributes: .dim)

  func with(_ more: Attributes) -> Style {
    Style(colour: colour, attributes: attributes.union(more), link: link)
  }

  /// The escape sequence that begins this style's link, or ends the one before.
  var linkSequence: String { "\u{1B}]8;;\(link ?? "")\u{1B}\\" }

  /// The escape sequence that sets this style, whatever the style before it.
  func sequence(inColour: Bool) -> String {
    var parameters: [String] = []
    if attributes.contains(.bold) { parameters.append("1") }
    if attributes.contains(.dim) { parameters.append("2") }
    if attributes.contains(.reverse) { parameters.append("7") }
    if inColour, colour != .normal { parameters.append(String(colour.rawValue)) }
    return parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters.joined(separator: ";"))m"
  }
}

/// One line of text in which the style may change; the text is safe to show.
struct StyledLine: Equatable {
  struct Span: Equatable {
    var text: String
    var style: Style
  }

  private(set) var spans: [Span] = []
  private(set) var columns = 0

  init() {}

  init(_ text: String, _ style: Style = .plain) { append(text, style) }

  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    spans.append(Span(text: text, style: style))
    columns += TextWidth.columns(of: text)
  }

  mutating func append(_ line: StyledLine) {
    spans += line.spans
    columns += line.columns
  }

  /// The line with a sign at its end, for which the last characters make room where they have to.
  func ending(with sign: String, columns: Int) -> StyledLine {
    var line = self
    let room = columns - TextWidth.columns(of: sign)
    while line.columns > room, let last = line.spans.popLast() {
      line.columns -= TextWidth.columns(of: last.text)
      var text = last.text
      while !text.isEmpty, line.columns + TextWidth.columns(of: text) > room { text.removeLast() }
      line.append(text, last.style)
      if !text.isEmpty { break }
    }
    line.append(sign, spans.last?.style ?? .plain)
    return line
  }

  mutating func pad(to width: Int, _ style: Style = .plain) {
    append(String(repeating: " ", count: max(0, width - columns)), style)
  }

  func indented(by indent: Int) -> StyledLine {
    var line = StyledLine()
    line.pad(to: indent)
    line.append(self)
    return line
  }
}
