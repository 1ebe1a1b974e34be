extension PseudoTerminal {
  /// The size of the terminal from a place in the transcript on.
  struct SizeChange: Sendable, Equatable {
    var offset: Int
    var columns: Int
    var rows: Int
  }

  /// Returns what the screen showed each time the program had written so many bytes, fewest first.
  package func screens(afterBytes counts: [Int]) -> [Screen] {
    let state = state.current
    let bytes = state.transcript.bytes
    var emulator = ScreenEmulator(columns: state.sizes[0].columns, rows: state.sizes[0].rows)
    var (position, sizes) = (0, state.sizes.dropFirst())
    return counts.map { count in
      while let size = sizes.first, size.offset <= count {
        emulator.feed(bytes[position..<size.offset])
        emulator.resize(columns: size.columns, rows: size.rows)
        position = size.offset
        sizes.removeFirst()
      }
      emulator.feed(bytes[position..<count])
      position = count
      return emulator.screen
    }
  }
}
