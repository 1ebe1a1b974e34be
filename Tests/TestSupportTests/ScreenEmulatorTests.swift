import TestSupport
import Testing

/// Returns the emulator after it was fed the chunks.
func emulator(columns: Int = 10, rows: Int = 4, _ chunks: String...) -> ScreenEmulator {
  var emulator = ScreenEmulator(columns: columns, rows: rows)
  for chunk in chunks { emulator.feed(chunk.utf8) }
  return emulator
}

@Suite struct ScreenEmulatorTests {
  @Test("Text, line ends, tabs and backspaces land where a terminal puts them")
  func textAndControls() {
    let screen = emulator("ab\r\ncd\nef\r\tg\u{8}h").screen
    #expect(screen.lines == ["ab", "cd", "  ef    h", ""])
    #expect(screen.text == "ab\ncd\n  ef    h")
    #expect(screen.cursor == .init(row: 2, column: 9))
    #expect(screen.contains("cd"))
    #expect(!screen.contains("dc"))
  }

  @Test("A full row wraps only when another character comes")
  func pendingWrap() {
    var emulator = emulator(columns: 3, rows: 2, "abc")
    #expect(emulator.screen.cursor == .init(row: 0, column: 2))
    emulator.feed("d".utf8)
    #expect(emulator.screen.lines == ["abc", "d"])
    emulator.feed("\u{1B}[?7l\r\n12345".utf8)
    #expect(emulator.screen.lines == ["d", "125"])
    #expect(emulator.unknownSequences == [])
  }

  @Test("The cursor goes where it is sent and stops at the edges")
  func cursorMoves() {
    let moves: [(String, Int, Int)] = [
      ("\u{1B}[3;4H", 2, 3), ("\u{1B}[2;2f", 1, 1), ("\u{1B}[H", 0, 0), ("\u{1B}[99;99H", 3, 9),
      ("\u{1B}[3;4H\u{1B}[A", 1, 3), ("\u{1B}[3;4H\u{1B}[9A", 0, 3), ("\u{1B}[2B", 2, 0),
      ("\u{1B}[99B", 3, 0), ("\u{1B}[5C", 0, 5), ("\u{1B}[99C", 0, 9), ("abc\u{1B}[2D", 0, 1),
      ("abc\u{1B}[99D", 0, 0), ("\u{1B}[7G", 0, 6), ("abc\u{1B}[3d", 2, 3),
      ("\u{1B}[2;2H\u{1B}7\u{1B}[H\u{1B}8", 1, 1), ("ab\u{1B}D", 1, 2), ("ab\u{1B}E", 1, 0),
      ("\u{1B}[3;4H\u{1B}M", 1, 3),
    ]
    for (bytes, row, column) in moves {
      let emulator = emulator(bytes)
      #expect(emulator.screen.cursor == .init(row: row, column: column), "\(bytes.debugDescription)")
      #expect(emulator.unknownSequences == [])
    }
  }

  @Test("Erasing takes the part of the row or of the screen that it names")
  func erasing() {
    let filled = "aaaa\r\nbbbb\r\ncccc\u{1B}[2;3H"
    let results: [(String, [String])] = [
      ("\u{1B}[K", ["aaaa", "bb", "cccc"]), ("\u{1B}[1K", ["aaaa", "   b", "cccc"]),
      ("\u{1B}[2K", ["aaaa", "", "cccc"]), ("\u{1B}[J", ["aaaa", "bb", ""]),
      ("\u{1B}[1J", ["", "   b", "cccc"]), ("\u{1B}[2J", ["", "", ""]),
      ("\u{1B}[3J", ["aaaa", "bbbb", "cccc"]),
    ]
    for (bytes, lines) in results {
      let emulator = emulator(columns: 4, rows: 3, filled, bytes)
      #expect(emulator.screen.lines == lines, "\(bytes.debugDescription)")
      #expect(emulator.screen.cursor == .init(row: 1, column: 2))
      #expect(emulator.unknownSequences == [])
    }
  }

  @Test("Scrolling stays within its region")
  func scrollRegion() {
    let filled = "a\r\nb\r\nc\r\nd"
    #expect(emulator(filled, "\r\ne").screen.lines == ["b", "c", "d", "e"])
    #expect(emulator(filled, "\u{1B}[H\u{1B}M").screen.lines == ["", "a", "b", "c"])
    #expect(emulator(filled, "\u{1B}[2;3r\u{1B}[3;1H\ne").screen.lines == ["a", "c", "e", "d"])
    #expect(emulator(filled, "\u{1B}[2;3r\u{1B}[2;1H\u{1B}Me").screen.lines == ["a", "e", "b", "d"])
    #expect(emulator(filled, "\u{1B}[2;3r\u{1B}[4;1H\ne").screen.lines == ["a", "b", "c", "e"])
    #expect(emulator(filled, "\u{1B}[2;3r\u{1B}[r\u{1B}[4;1H\ne").screen.lines == ["b", "c", "d", "e"])
  }

  @Test("The cursor keeps to the region it starts in, and outside passes no edge of it")
  func movesWithinRegion() {
    #expect(emulator("\u{1B}[2;3r\u{1B}[3;1H\u{1B}[9A").screen.cursor.row == 1)
    #expect(emulator("\u{1B}[2;3r\u{1B}[2;1H\u{1B}[9B").screen.cursor.row == 2)
    #expect(emulator("\u{1B}[2;3r\u{1B}[1;1H\u{1B}[9A").screen.cursor.row == 0)
  }

  @Test("The alternate screen starts empty and gives the main one back as it was")
  func alternateScreen() {
    var emulator = emulator("main\u{1B}[?1049h")
    #expect(emulator.screen.isAlternate)
    #expect(emulator.screen.text == "")
    emulator.feed("\u{1B}[1;31m\u{1B}[2;1Hother".utf8)
    #expect(emulator.screen.lines == ["", "other", "", ""])
    #expect(emulator.screen.mainLines == ["main", "", "", ""])
    emulator.feed("\u{1B}[?1049l!".utf8)
    #expect(!emulator.screen.isAlternate)
    #expect(emulator.screen.text == "main!")
    #expect(emulator.screen[0, 4].style == Style())
  }

  @Test("The modes for the cursor and for pastes are kept")
  func modes() {
    var emulator = emulator("\u{1B}[?25;2004h")
    #expect(emulator.screen.isCursorVisible)
    #expect(emulator.screen.bracketsPastes)
    emulator.feed("\u{1B}[?25l\u{1B}[?2004l".utf8)
    #expect(!emulator.screen.isCursorVisible)
    #expect(!emulator.screen.bracketsPastes)
    #expect(emulator.unknownSequences == [])
  }

  @Test("Another size keeps the upper left part of both screens")
  func resizing() {
    var emulator = emulator("abcdef\r\n123456\u{1B}[?1049h\u{1B}[4;10H")
    emulator.resize(columns: 4, rows: 1)
    #expect(emulator.screen.cursor == .init(row: 0, column: 3))
    #expect(emulator.screen.mainLines == ["abcd"])
    emulator.resize(columns: 6, rows: 2)
    emulator.feed("\u{1B}[?1049l".utf8)
    #expect(emulator.screen.lines == ["abcd", ""])
    #expect((emulator.screen.columns, emulator.screen.rows) == (6, 2))
  }

  @Test("The description frames the screen and names the cursor")
  func description() {
    let expected = """
      +---+
      |ab |
      |   |
      +---+
      main screen, cursor at row 0, column 2, hidden
      """
    #expect(emulator(columns: 3, rows: 2, "ab\u{1B}[?25l").screen.description == expected)
  }
}
