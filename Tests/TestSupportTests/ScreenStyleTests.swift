import TestSupport
import Testing

@Suite struct ScreenStyleTests {
  private func style(_ change: (inout Style) -> Void) -> Style {
    var style = Style()
    change(&style)
    return style
  }

  @Test("Each attribute is switched on and off")
  func attributes() {
    let results: [(String, Style)] = [
      ("1", style { $0.isBold = true }), ("2", style { $0.isDim = true }),
      ("3", style { $0.isItalic = true }), ("4", style { $0.isUnderlined = true }),
      ("4:3", style { $0.isUnderlined = true }), ("7", style { $0.isReversed = true }),
      ("1;2;22", Style()), ("3;23", Style()), ("4;24", Style()), ("4;4:0", Style()), ("7;27", Style()),
      ("1;31;44;0", Style()),
      ("1;31;44", style { ($0.isBold, $0.foreground, $0.background) = (true, .indexed(1), .indexed(4)) }),
      ("1;", Style()),
    ]
    for (parameters, style) in results {
      let emulator = emulator("\u{1B}[\(parameters)mx")
      #expect(emulator.screen[0, 0].style == style, "\(parameters)")
      #expect(emulator.unknownSequences == [])
    }
    #expect(emulator("\u{1B}[1m\u{1B}[mx").screen[0, 0].style == Style())
  }

  @Test("Colors come as names, as numbers and as red, green and blue")
  func colors() {
    let results: [(String, Style.Color)] = [
      ("30", .indexed(0)), ("37", .indexed(7)), ("90", .indexed(8)), ("97", .indexed(15)),
      ("38;5;208", .indexed(208)), ("38:5:208", .indexed(208)), ("38;2;1;2;3", .rgb(1, 2, 3)),
      ("38:2:1:2:3", .rgb(1, 2, 3)), ("38:2::1:2:3", .rgb(1, 2, 3)), ("31;39", .standard),
    ]
    for (parameters, color) in results {
      let front = emulator("\u{1B}[\(parameters);7mx")
      #expect(
        front.screen[0, 0].style == style { ($0.foreground, $0.isReversed) = (color, true) }, "\(parameters)")
      #expect(front.unknownSequences == [])
    }
    let backgrounds: [(String, Style.Color)] = [
      ("40", .indexed(0)), ("47", .indexed(7)), ("100", .indexed(8)), ("107", .indexed(15)),
      ("48;5;17", .indexed(17)), ("48;2;255;0;9", .rgb(255, 0, 9)), ("41;49", .standard),
    ]
    for (parameters, color) in backgrounds {
      #expect(
        emulator("\u{1B}[\(parameters)mx").screen[0, 0].style == style { $0.background = color },
        "\(parameters)")
    }
  }

  @Test("An unknown attribute is listed alone and the others still count")
  func unknownAttributes() {
    let emulator = emulator("\u{1B}[1;53;7mx")
    #expect(emulator.screen[0, 0].style == style { ($0.isBold, $0.isReversed) = (true, true) })
    #expect(emulator.unknownSequences == ["\u{1B}[53m"])
  }

  @Test("Erased cells take the background and nothing else")
  func erasedCells() {
    let screen = emulator("\u{1B}[1;7;44m\u{1B}[2J").screen
    #expect(screen[3, 9].style == style { $0.background = .indexed(4) })
    #expect(screen[3, 9].text == " ")
  }

  @Test("The style of a text is that of its first cell")
  func styleOfText() {
    let screen = emulator("日e\u{301} \u{1B}[7mNext\u{1B}[m").screen
    #expect(screen.position(of: "Next") == .init(row: 0, column: 4))
    #expect(screen.style(of: "Next") == style { $0.isReversed = true })
    #expect(screen.style(of: "日") == Style())
    #expect(screen.style(of: "Back") == nil)
  }

  @Test("Saving the cursor saves the style")
  func savedStyle() {
    let screen = emulator("\u{1B}[1m\u{1B}7\u{1B}[m\u{1B}8x").screen
    #expect(screen[0, 0].style == style { $0.isBold = true })
  }
}
