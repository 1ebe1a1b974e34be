import TestSupport
import Testing

@Suite struct ScreenTextTests {
  @Test("Characters survive being cut into single bytes")
  func splitCharacters() {
    var whole = ScreenEmulator(columns: 20, rows: 2)
    var pieces = whole
    let bytes = Array("\u{1B}[1mé€😀\u{1B}]0;title\u{1B}\\x\u{1B}[0m".utf8)
    whole.feed(bytes)
    for byte in bytes { pieces.feed([byte]) }
    #expect(whole.screen.lines == ["é€😀x", ""])
    #expect(pieces.screen == whole.screen)
    #expect(pieces.unknownSequences == [])
  }

  @Test("Bytes that are not UTF-8 show as U+FFFD and take nothing else with them")
  func invalidBytes() {
    var emulator = ScreenEmulator(columns: 10, rows: 1)
    emulator.feed([0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE2, 0x82, 0x1B, 0x5B, 0x43, 0x80, 0x64])
    #expect(emulator.screen.lines == ["a\u{FFFD}b\u{FFFD}c\u{FFFD} \u{FFFD}d"])
  }

  @Test("A wide character takes two cells")
  func wideCharacters() {
    let screen = emulator("日本😀x").screen
    #expect(screen.lines[0] == "日本😀x")
    #expect(screen.cursor.column == 7)
    #expect(screen[0, 0].text == "日")
    #expect(screen[0, 1].text == "")
    #expect(screen.position(of: "x") == .init(row: 0, column: 6))
  }

  @Test("A wide character that does not fit goes to the next row")
  func wideCharacterAtTheEdge() {
    #expect(emulator(columns: 3, rows: 2, "ab日").screen.lines == ["ab", "日"])
    #expect(emulator(columns: 3, rows: 2, "\u{1B}[?7lab日").screen.lines == ["a日", ""])
  }

  @Test("A wide character that loses a half loses the other")
  func halvedCharacters() {
    #expect(emulator("日\u{1B}[1Gx").screen.lines[0] == "x")
    #expect(emulator("日本\u{1B}[2Gx").screen.lines[0] == " x本")
    #expect(emulator("日本\u{1B}[3G\u{1B}[1K.").screen.lines[0] == "  .")
  }

  @Test("Combining marks join the cell before")
  func combiningMarks() {
    let screen = emulator("e\u{301}x日\u{301}").screen
    #expect(screen[0, 0].text == "e\u{301}")
    #expect(screen[0, 2].text == "日\u{301}")
    #expect(screen.cursor.column == 4)
    #expect(emulator("\u{301}a").screen.lines[0] == "a")
    #expect(emulator(columns: 1, rows: 1, "e\u{301}").screen[0, 0].text == "e\u{301}")
  }

  @Test("Cancel and substitute abort a sequence without a trace")
  func abortedSequences() {
    let emulator = emulator("a\u{1B}[12\u{18}b\u{1B}]0;t\u{1A}c\u{1B}\u{18}d")
    #expect(emulator.screen.text == "abcd")
    #expect(emulator.unknownSequences == [])
  }

  @Test("A new escape replaces an unfinished sequence, and controls within one take effect")
  func interruptedSequences() {
    #expect(emulator("a\u{1B}[1\u{1B}[Cb").screen.text == "a b")
    #expect(emulator("ab\u{1B}[\r2Cc").screen.text == "abc")
    #expect(emulator("a\u{1B}]0;t\u{1B}[Cb").screen.text == "a b")
  }

  @Test("Titles have no effect, whichever way they end")
  func titles() {
    let emulator = emulator("\u{1B}]0;one\u{7}a\u{1B}]2;zwölf\u{1B}\\b")
    #expect(emulator.screen.text == "ab")
    #expect(emulator.unknownSequences == [])
  }

  @Test("Unknown sequences leave no trace on the screen and are listed once each")
  func unknownSequences() {
    let emulator = emulator(
      "a\u{1B}[?1;25h\u{1B}[5n\u{1B}[5n\u{1B}(B\u{1B}c\u{1B}]52;;x\u{7}\u{1B}Pq\u{1B}\\\u{1B}[>1u\u{1B}[9Kb")
    #expect(emulator.screen.text == "ab")
    #expect(
      emulator.unknownSequences == [
        "\u{1B}[?1h", "\u{1B}[5n", "\u{1B}(B", "\u{1B}c", "\u{1B}]52;;x\u{1B}\\", "\u{1B}Pq\u{1B}\\",
        "\u{1B}[>1u", "\u{1B}[9K",
      ])
  }
}
