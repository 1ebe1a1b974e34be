extension PseudoTerminal {
  /// The size of the terminal from a place in the transcript on.
  struct SizeChange: Sendable, Equatable {
    var offset: Int
    var columns: Int
    var rows: Int
  }

  /// Returns what the screen showed when the program had written so many bytes.
  package func screen(afterBytes count: Int) -> Screen {
    let state = state.current
    let bytes = state.transcript.bytes.prefix(count)
    var emulator = ScreenEmulator(columns: state.sizes[0].columns, rows: state.sizes[0].rows)
    var position = 0
    for size in state.sizes.dropFirst() where size.offset <= count {
      emulator.feed(bytes[position..<size.offset])
      emulator.resize(columns: size.columns, rows: size.rows)
      position = size.offset
    }
    emulator.feed(bytes[position...])
    return emulator.screen
  }
}
