import Testing

@testable import TerminalUI

@Suite("The bytes between two frames")
struct FrameDiffTests {
  private func frame(_ lines: [StyledLine], columns: Int = 12, rows: Int = 3, cursor: Position? = nil)
    -> Frame
  {
    var buffer = CellBuffer(size: Size(columns: columns, rows: rows))
    for (row, line) in lines.enumerated() { buffer.write(line, at: Position(row: row, column: 0)) }
    return Frame(buffer: buffer, cursor: cursor)
  }

  private func frame(_ lines: String..., cursor: Position? = nil) -> Frame {
    frame(lines.map { StyledLine($0) }, cursor: cursor)
  }

  private func bytes(_ old: Frame?, _ new: Frame, inColour: Bool = true) -> String {
    String(decoding: FrameDiff.bytes(from: old, to: new, inColour: inColour), as: UTF8.self)
  }

  @Test("The first frame clears the terminal and writes what is not blank")
  func first() {
    #expect(bytes(nil, frame("one", "", " two")) == "\u{1B}[m\u{1B}[2J\u{1B}[Hone\u{1B}[3;2Htwo\u{1B}[?25l")
  }

  @Test("The next row is reached with a line end, the beginning of a row with a return")
  func lineEnds() {
    #expect(bytes(nil, frame("one", "two")) == "\u{1B}[m\u{1B}[2J\u{1B}[Hone\r\ntwo\u{1B}[?25l")
    let (start, end) = (Position(row: 1, column: 0), Position(row: 1, column: 4))
    #expect(bytes(frame("a", cursor: end), frame("a", cursor: start)) == "\r")
  }

  @Test("The same frame takes no bytes")
  func same() {
    #expect(bytes(frame("one"), frame("one")) == "")
    let cursor = Position(row: 0, column: 2)
    #expect(bytes(frame("one", cursor: cursor), frame("one", cursor: cursor)) == "")
  }

  @Test("Only cells that changed are written")
  func changed() {
    #expect(bytes(frame("one two"), frame("one tWo")) == "\u{1B}[1;6H\u{1B}[mW")
    #expect(bytes(frame("one two"), frame("One twO")) == "\u{1B}[H\u{1B}[mO\u{1B}[5CO")
  }

  @Test("A short gap is written again rather than jumped over")
  func shortGap() {
    #expect(bytes(frame("a-b"), frame("A-B")) == "\u{1B}[H\u{1B}[mA-B")
  }

  @Test("A row that became blank at its end is erased there")
  func erased() {
    #expect(bytes(frame("one two six"), frame("one")) == "\u{1B}[1;5H\u{1B}[m\u{1B}[K")
    #expect(bytes(frame("one1234"), frame("one")) == "\u{1B}[1;4H\u{1B}[m\u{1B}[K")
    #expect(bytes(frame("one123"), frame("one")) == "\u{1B}[1;4H\u{1B}[m   ")
  }

  @Test("Style is changed where it has to be, and is plain at the end")
  func styles() {
    var line = StyledLine("a", .bold)
    line.append("b", Style(colour: .red))
    line.append("c", Style(colour: .red))
    line.append("d")
    let old = frame("xxxxx")
    #expect(
      bytes(old, frame([line])) == "\u{1B}[H\u{1B}[0;1ma\u{1B}[0;31mbc\u{1B}[md ")
    #expect(bytes(frame("a"), frame([StyledLine("b", .dim)])) == "\u{1B}[H\u{1B}[0;2mb\u{1B}[m")
  }

  @Test("Without colour, weight and reversal remain")
  func noColour() {
    let line = StyledLine("a", Style(colour: .red, attributes: [.bold, .reverse]))
    #expect(bytes(frame(""), frame([line]), inColour: false) == "\u{1B}[H\u{1B}[0;1;7ma\u{1B}[m")
    #expect(bytes(frame(""), frame([line])) == "\u{1B}[H\u{1B}[0;1;7;31ma\u{1B}[m")
    #expect(
      bytes(frame("a"), frame([StyledLine("b", Style(colour: .red))]), inColour: false)
        == "\u{1B}[H\u{1B}[mb\u{1B}[m")
  }

  @Test("After a wide character the cursor is placed anew")
  func wide() {
    #expect(bytes(frame(""), frame("料x")) == "\u{1B}[H\u{1B}[m料\u{1B}[1;3Hx")
    #expect(bytes(frame(""), frame("─x")) == "\u{1B}[H\u{1B}[m─x")
    #expect(bytes(frame("料x"), frame("ab")) == "\u{1B}[H\u{1B}[mab ")
    #expect(bytes(frame("ab"), frame("料")) == "\u{1B}[H\u{1B}[m料")
  }

  @Test("After the last column the cursor is placed anew")
  func lastColumn() {
    let new = frame("123456789012", "x")
    #expect(bytes(frame("12345678901"), new) == "\u{1B}[1;12H\u{1B}[m2\u{1B}[2Hx")
    #expect(bytes(frame(""), frame("12345678901e\u{301}")) == "\u{1B}[H\u{1B}[m12345678901e\u{301}")
  }

  @Test("The cursor appears, moves and disappears")
  func cursor() {
    let here = Position(row: 1, column: 2)
    let there = Position(row: 1, column: 4)
    #expect(bytes(frame("a"), frame("a", cursor: here)) == "\u{1B}[2;3H\u{1B}[?25h")
    #expect(bytes(frame("a", cursor: here), frame("a", cursor: there)) == "\u{1B}[2C")
    #expect(bytes(frame("a", cursor: here), frame("a")) == "\u{1B}[?25l")
  }

  @Test("The cursor follows what was typed without a jump")
  func typing() {
    let old = frame("ab", cursor: Position(row: 0, column: 2))
    let new = frame("abc", cursor: Position(row: 0, column: 3))
    #expect(bytes(old, new) == "\u{1B}[mc")
  }

  @Test("What follows a character of several scalars is written again: it may have been written over")
  func severalScalars() {
    let family = "👩\u{200D}👩\u{200D}👧"
    #expect(
      bytes(frame("ab cdef"), frame("\(family) cdef"))
        == "\u{1B}[H\u{1B}[m\(family)\u{1B}[1;3H\u{1B}[K cdef")
    #expect(bytes(frame("\(family) cdef"), frame("\(family) cdeF")) == "\u{1B}[1;7H\u{1B}[mF")
    #expect(
      bytes(nil, frame("e\u{301}")) == "\u{1B}[m\u{1B}[2J\u{1B}[He\u{301}\u{1B}[1;2H\u{1B}[K\u{1B}[?25l")
  }

  @Test("Another size is painted from the beginning, and hides a cursor that was there")
  func resized() {
    let old = frame([StyledLine("a")], columns: 5, rows: 2, cursor: Position(row: 0, column: 0))
    #expect(bytes(old, frame("a")) == "\u{1B}[m\u{1B}[2J\u{1B}[Ha\u{1B}[?25l")
  }
}

@Suite("The grid of cells")
struct CellBufferTests {
  private func lines(_ writes: (String, Int)..., columns: Int = 6) -> [String] {
    var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
    for (text, column) in writes { buffer.write(StyledLine(text), at: Position(row: 0, column: column)) }
    return buffer.lines
  }

  @Test("What lies outside of the grid is left out")
  func clipped() {
    #expect(lines(("abcdefgh", 2)) == ["  abcd"])
    #expect(lines(("abc", 9)) == [""])
    var buffer = CellBuffer(size: Size(columns: 2, rows: 1))
    buffer.write(StyledLine("x"), at: Position(row: 5, column: 0))
    buffer.write(StyledLine("x"), at: Position(row: -1, column: 0))
    #expect(buffer.lines == [""])
  }

  @Test("A wide character that does not fit is left out as a whole")
  func wideAtEnd() {
    #expect(lines(("料理店", 1)) == [" 料理"])
  }

  @Test("Half of a wide character never remains")
  func halves() {
    #expect(lines(("料理", 0), ("x", 1)) == [" x理"])
    #expect(lines(("料理", 0), ("x", 0)) == ["x 理"])
    #expect(lines(("料理店", 0), ("食", 1)) == [" 食 店"])
  }

  @Test("A grid without cells takes anything")
  func empty() {
    var buffer = CellBuffer(size: Size(columns: 0, rows: 0))
    buffer.write(StyledLine("x"), at: Position(row: 0, column: 0))
    #expect(buffer.lines == [])
  }
}
