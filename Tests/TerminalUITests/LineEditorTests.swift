import Testing

@testable import TerminalUI

@Suite("Editing a line")
struct LineEditorTests {
  /// The text with a bar where the cursor is, after the keys.
  private func edited(_ text: String, _ keys: Key...) -> String {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false)
    var editor = LineEditor(text: parts.joined(), cursor: parts[0].count)
    for key in keys {
      let isUnderstood = editor.handle(key)
      #expect(isUnderstood)
    }
    let characters = Array(editor.text)
    return String(characters[..<editor.cursor]) + "|" + String(characters[editor.cursor...])
  }

  @Test("Typing inserts at the cursor")
  func insert() {
    #expect(edited("|", .text("Ada")) == "Ada|")
    #expect(edited("A|a", .text("d")) == "Ad|a")
  }

  @Test("The cursor moves by characters and stays in the text")
  func motion() {
    #expect(edited("ab|", .left) == "a|b")
    #expect(edited("👩‍👩‍👧|", .left, .left) == "|👩‍👩‍👧")
    #expect(edited("|e\u{301}x", .right) == "e\u{301}|x")
    #expect(edited("ab|", .right) == "ab|")
    #expect(edited("a|b", .home) == "|ab")
    #expect(edited("a|b", .end) == "ab|")
    #expect(edited("a|b", .control("a")) == "|ab")
    #expect(edited("a|b", .control("e")) == "ab|")
  }

  @Test("Deleting takes whole characters and stops at the ends")
  func deletion() {
    #expect(edited("a👍🏽|b", .backspace) == "a|b")
    #expect(edited("|ab", .backspace) == "|ab")
    #expect(edited("a|🇨🇭b", .delete) == "a|b")
    #expect(edited("ab|", .delete) == "ab|")
    #expect(edited("ab|cd", .control("k")) == "ab|")
    #expect(edited("ab|cd", .control("u")) == "|cd")
    #expect(edited("one two  |x", .control("w")) == "one |x")
    #expect(edited("|x", .control("w")) == "|x")
  }

  @Test("A combining mark joins the character before it")
  func combining() {
    #expect(edited("e|x", .text("\u{301}")) == "e\u{301}|x")
  }

  @Test("A paste becomes one line without control characters")
  func paste() {
    #expect(edited("|", .paste("one\r\ntwo\tthree\u{1B}[31m\0\n\n")) == "one two three[31m|")
  }

  @Test(
    "Other keys mean nothing in a field", arguments: [Key.enter, .tab, .up, .down, .escape, .control("x")])
  func otherKeys(key: Key) {
    var editor = LineEditor(text: "a", cursor: 0)
    let isUnderstood = editor.handle(key)
    #expect(!isUnderstood)
    #expect(editor == LineEditor(text: "a", cursor: 0))
  }

  @Test("A cursor beyond the text is held at its end")
  func heldCursor() {
    #expect(LineEditor(text: "abc", cursor: 9).cursor == 3)
    #expect(LineEditor(text: "abc", cursor: -1).cursor == 0)
  }
}
