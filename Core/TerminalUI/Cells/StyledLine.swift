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
