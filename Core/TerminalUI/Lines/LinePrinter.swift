import OperatingSystem

/// Prints lines of text for people and pipes.
package struct LinePrinter {
  let output: Descriptor
  /// Whether the output may have characters other than ASCII.
  let usesUnicode: Bool

  /// Prints text; returns why nothing more can be printed, if that is so.
  func print(_ text: String) -> TerminalExit? {
    let columns = output.terminalSize?.columns
    let text = usesUnicode ? text : ASCIIText.spelledOut(text)
    let wrapped = columns.map { Self.wrapped(text, columns: $0) } ?? text
    do {
      let bytes = Array((usesUnicode ? wrapped : ASCIIText.like(wrapped)).utf8)
      return try output.writeAll(bytes) { true } ? nil : .terminalGone
    } catch {
      return .cannotWrite(reason: error.reason)
    }
  }

  /// Breaks lines that are too long between words. What belongs to a line is indented under it. A longer word, such as an
  /// address, is left to the terminal, from which it can then be copied.
  package static func wrapped(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { lines(of: String($0), columns: columns) }
      .joined(separator: "\n")
  }

  private static func lines(of line: String, columns: Int) -> [String] {
    guard TextWidth.columns(of: line) > columns else { return [line] }
    let margin = String(line.prefix { $0 == " " })
    let text = line.dropFirst(margin.count)
    let first = WordWrap.lines(String(text), columns: max(10, columns - margin.count), keepsWords: true)[0]
    let rest = text.dropFirst(first.count).drop { $0 == " " }
    if rest.isEmpty { return [margin + first] }
    let others = WordWrap.lines(String(rest), columns: max(10, columns - margin.count - 2), keepsWords: true)
    return [margin + first] + others.map { "\(margin)  \($0)" }
  }
}
