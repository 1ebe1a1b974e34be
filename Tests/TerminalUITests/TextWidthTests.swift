import Testing

@testable import TerminalUI

@Suite("The width of text")
struct TextWidthTests {
  @Test(
    "Every kind of character takes the columns that terminals give it",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("料", 2), ("ｶ", 1), ("カ", 2), ("한", 2), ("ᄒ\u{1161}\u{11AB}", 2),
      ("🍜", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇨🇭", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("│", 1), ("…", 1), ("क्ष", 2),
      ("\u{200B}", 0), ("", 0), ("\u{1160}", 0), ("\u{11FF}", 0), ("！", 2), ("｠", 2),
    ])
  func columns(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test(
    "What a terminal might obey is replaced by something to see",
    arguments: [
      ("plain", "plain"), ("\u{1B}[31mred", "␛[31mred"), ("a\u{7F}b", "a␡b"), ("a\tb", "a    b"),
      ("a\nb\r\nc", "a b c"), ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{202E}b", "a\u{FFFD}b"), ("nul\0", "nul␀"),
      ("a\u{200B}b", "ab"), ("a\u{1F}b", "a␟b"), ("a\u{80}b", "a\u{FFFD}b"), ("a\u{2066}b", "a\u{FFFD}b"),
      ("\u{301}", ""), ("Zoë 料理", "Zoë 料理"),
    ])
  func visible(text: String, shown: String) {
    #expect(VisibleText.line(text) == shown)
  }

  @Test("A character with endless marks is cut short")
  func manyMarks() {
    let character = "e" + String(repeating: "\u{301}", count: 1000)
    #expect(VisibleText.line(character).unicodeScalars.count == 16)
  }

  @Test("Each line of a text is made safe by itself")
  func lines() {
    #expect(VisibleText.lines("one\n\ntwo\r\nthree\u{1B}") == ["one", "", "two", "three␛"])
  }
}

@Suite("Breaking lines")
struct WordWrapTests {
  @Test(
    "Lines break at spaces, inside of long words, and beside wide characters",
    arguments: [
      ("", 10, [""]),
      ("short", 10, ["short"]),
      ("the quick brown fox", 9, ["the quick", "brown fox"]),
      ("the quick brown fox", 10, ["the quick", "brown fox"]),
      ("hello   world", 5, ["hello", "world"]),
      ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("a abcdefghij", 4, ["a", "abcd", "efgh", "ij"]),
      ("料理を食べる", 5, ["料理", "を食", "べる"]),
      ("eat 料理 now", 7, ["eat 料", "理 now"]),
      ("  indented", 20, ["  indented"]),
      ("料", 1, ["料"]),
    ])
  func wrap(text: String, columns: Int, lines: [String]) {
    #expect(WordWrap.lines(text, columns: columns) == lines)
  }

  @Test(
    "What is too long ends in an ellipsis",
    arguments: [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("料理店", 5, "料理…"), ("料理店", 4, "料…"), ("ab", 0, ""),
      ("ab", 1, "…"),
    ])
  func truncated(text: String, columns: Int, shown: String) {
    #expect(WordWrap.truncated(text, columns: columns) == shown)
  }
}
