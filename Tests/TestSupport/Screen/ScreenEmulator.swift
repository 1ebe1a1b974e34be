/// The part of an xterm that full-screen programs use: bytes in, a screen out.
package struct ScreenEmulator: Sendable {
  package private(set) var screen: Screen
  /// The sequences that had no effect because the emulator does not know them, each once.
  package private(set) var unknownSequences: [String] = []
  private var parser = TerminalParser()

  package init(columns: Int, rows: Int) { screen = Screen(columns: columns, rows: rows) }

  /// Takes in what a program wrote, in chunks of any size.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    var parser = parser
    parser.parse(bytes) { apply($0) }
    self.parser = parser
  }

  package mutating func resize(columns: Int, rows: Int) { screen.resize(columns: columns, rows: rows) }

  private mutating func apply(_ token: TerminalToken) {
    switch token {
    case .print(let scalar): screen.put(scalar)
    case .control(let byte): apply(control: byte)
    case .escape(let text): apply(escape: text)
    case .sequence(let sequence): apply(sequence)
    case .string(let text):
      if !isUnseen(text) { record("\u{1B}\(text)\u{1B}\\") }
    }
  }

  private mutating func apply(control: UInt8) {
    switch control {
    case 0x08: screen.move(toColumn: screen.cursor.column - 1)
    case 0x09: screen.moveToNextTab()
    case 0x0A, 0x0B, 0x0C: screen.index()
    case 0x0D: screen.carriageReturn()
    default: break
    }
  }

  private mutating func apply(escape: String) {
    switch escape {
    case "7": screen.saveCursor()
    case "8": screen.restoreCursor()
    case "D": screen.index()
    case "E":
      screen.carriageReturn()
      screen.index()
    case "M": screen.reverseIndex()
    case "\\": break
    default: record("\u{1B}\(escape)")
    }
  }

  private mutating func apply(_ sequence: ControlSequence) {
    switch sequence.command {
    case "A": screen.move(rows: -sequence.count())
    case "B": screen.move(rows: sequence.count())
    case "C": screen.move(toColumn: screen.cursor.column + sequence.count())
    case "D": screen.move(toColumn: screen.cursor.column - sequence.count())
    case "G": screen.move(toColumn: sequence.count() - 1)
    case "d": screen.move(toRow: sequence.count() - 1)
    case "H", "f": screen.move(toRow: sequence.count(0) - 1, toColumn: sequence.count(1) - 1)
    case "J": if !screen.eraseDisplay(sequence.mode()) { record(sequence.text()) }
    case "K": if !screen.eraseLine(sequence.mode()) { record(sequence.text()) }
    case "r":
      let bottom = sequence.mode(1) == 0 ? screen.rows : sequence.mode(1)
      screen.setScrollRegion(top: sequence.count(0) - 1, bottom: bottom - 1)
    case "m":
      let parameters = sequence.parameters.isEmpty ? [[0]] : sequence.parameters
      for code in screen.style.apply(parameters) { record(sequence.text(parameters: [[code]])) }
    case "?h", "?l":
      for mode in sequence.parameters where !screen.set(mode: mode[0], to: sequence.final == "h") {
        record(sequence.text(parameters: [mode]))
      }
    default: record(sequence.text())
    }
  }

  /// Whether it sets a title or begins or ends a link, which changes nothing on the screen.
  private func isUnseen(_ text: String) -> Bool {
    ["]0;", "]1;", "]2;", "]8;"].contains { text.hasPrefix($0) }
  }

  private mutating func record(_ sequence: String) {
    if !unknownSequences.contains(sequence) { unknownSequences.append(sequence) }
  }
}
