import Testing

@testable import TerminalUI

@Suite("Decoding keys")
struct KeyDecoderTests {
  private static let table: [(String, [Key])] = [
    ("abc", [.text("abc")]),
    ("a\rb", [.text("a"), .enter, .text("b")]),
    ("\n", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
    ("\u{1}", [.control("a")]), ("\u{3}", [.control("c")]), ("\u{1A}", [.control("z")]), ("\0", []),
    ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]), ("\u{1B}[D", [.left]),
    ("\u{1B}OA", [.up]), ("\u{1B}OB", [.down]), ("\u{1B}OH", [.home]), ("\u{1B}OF", [.end]),
    ("\u{1B}OM", [.enter]), ("\u{1B}[Z", [.backTab]), ("\u{1B}[H", [.home]), ("\u{1B}[F", [.end]),
    ("\u{1B}[1~", [.home]), ("\u{1B}[7~", [.home]), ("\u{1B}[4~", [.end]), ("\u{1B}[8~", [.end]),
    ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
    ("\u{1B}[1;5C", [.right]), ("\u{1B}[3;5~", [.delete]), ("\u{1B}[A\u{1B}[B", [.up, .down]),
    ("é料🍜", [.text("é料🍜")]), ("£", [.text("£")]), ("ก", [.text("ก")]), ("\u{10FFFF}", [.text("\u{10FFFF}")]),
    ("\u{1B}[200~one\ntwo\u{1B}[31m\u{1B}[201~x", [.paste("one\ntwo\u{1B}[31m"), .text("x")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[200~a\u{1B}\u{1B}[201~", [.paste("a\u{1B}")]),
    ("\u{1B}[200~a\u{3}\nrm b\u{1B}[201~", [.paste("a\u{3}\nrm b")]),
    ("\u{1B}\u{1B}[A", [.escape, .up]),
    ("\u{1B}xy", [.text("y")]),
    ("\u{1B}[15~\u{1B}[?1;2c\u{1B}[99Xa", [.text("a")]),
    ("\u{1B}OP", [.help]), ("\u{1B}[11~", [.help]),
    ("\u{1B}[[A", [.help]), ("\u{1B}[[Ea", [.text("a")]),
    ("\u{1B}[<0;5;3M\u{1B}[<0;5;3ma", [.click(Position(row: 2, column: 4)), .text("a")]),
    ("\u{1B}[<64;1;1M", [.wheel(-3, Position(row: 0, column: 0))]),
    ("\u{1B}[<65;9;2M", [.wheel(3, Position(row: 1, column: 8))]),
    ("\u{1B}[<2;5;3M\u{1B}[<0;0;3M\u{1B}[<0;5M\u{1B}[<0;99999999999999999999;3Ma", [.text("a")]),
    ("\u{1B}[201~a", [.text("a")]), ("\u{1B}[1 qa", [.text("a")]), ("\u{1B}[@a", [.text("a")]),
  ]

  @Test("Bytes that arrive together become keys", arguments: table)
  func together(bytes: String, keys: [Key]) {
    let decoder = Keyboard()
    #expect(decoder.decode(bytes.utf8) == keys)
  }

  @Test("Bytes that arrive one by one become the same keys", arguments: table)
  func oneByOne(bytes: String, keys: [Key]) {
    let decoder = Keyboard()
    #expect(Self.joined(bytes.utf8.flatMap { decoder.decode([$0]) }) == keys)
  }

  @Test("Bytes that arrive in two pieces become the same keys, wherever the cut is", arguments: table)
  func twoPieces(bytes: String, keys: [Key]) {
    let all = Array(bytes.utf8)
    for cut in 0...all.count {
      let decoder = Keyboard()
      #expect(Self.joined(decoder.decode(all[..<cut]) + decoder.decode(all[cut...])) == keys)
    }
  }

  @Test("An escape byte is the escape key once a pause follows it")
  func loneEscape() {
    let decoder = Keyboard()
    #expect(decoder.decode([0x1B]) == [])
    #expect(decoder.pause() == [.escape])
    #expect(decoder.pause() == [])
    #expect(decoder.decode("[A".utf8) == [.text("[A")])
  }

  @Test("A pause inside of a sequence, a character or a paste changes nothing")
  func pauseInside() {
    let decoder = Keyboard()
    #expect(decoder.decode([0x1B, 0x5B]) + decoder.pause() + decoder.decode([0x41]) == [.up])
    #expect(decoder.decode([0xC3]) + decoder.pause() + decoder.decode([0xA9]) == [.text("é")])
    #expect(decoder.decode("\u{1B}[200~a".utf8) + decoder.pause() == [])
    #expect(decoder.decode("b\u{1B}[201~".utf8) == [.paste("ab")])
  }

  @Test(
    "Ctrl-C is never swallowed by what is broken before it",
    arguments: [("\u{1B}[12", false), ("\u{1B}O", false), ("\u{1B}[M", false), ("\u{1B}[200~x", true)])
  func brokenBeforeControl(bytes: String, pauses: Bool) {
    let decoder = Keyboard()
    #expect(decoder.decode(bytes.utf8) == [])
    if pauses { #expect(decoder.pause() == []) }
    #expect(decoder.decode([3]) == [.control("c")])
    #expect(decoder.decode("a".utf8) == [.text("a")])
  }

  @Test("Bytes that are no text are left out")
  func invalidText() {
    let decoder = Keyboard()
    #expect(decoder.decode([0x61, 0xFF, 0xC3, 0x62, 0x80, 0xED, 0xA0, 0x80, 0x63]) == [.text("abc")])
  }

  @Test("A sequence without end is read to its end and means nothing")
  func endlessSequence() {
    let decoder = Keyboard()
    #expect(decoder.decode("\u{1B}[".utf8) + decoder.decode(Array(repeating: 0x31, count: 100_000)) == [])
    #expect(decoder.decode("~a".utf8) == [.text("a")])
  }

  @Test("A paste that is too long is cut between characters, and says so")
  func endlessPaste() {
    let decoder = Keyboard()
    let bytes = Array("\u{1B}[200~".utf8) + Array(repeating: 0x61, count: 100_000) + Array("\u{1B}[201~".utf8)
    #expect(decoder.decode(bytes) == [.paste(String(repeating: "a", count: 65536)), .pasteWasCut])
    let wide = "a" + String(repeating: "é", count: 40_000)
    let kept = "a" + String(repeating: "é", count: 32_767)
    #expect(decoder.decode("\u{1B}[200~\(wide)\u{1B}[201~".utf8) == [.paste(kept), .pasteWasCut])
    let whole = String(repeating: "é", count: 32_768)
    #expect(decoder.decode("\u{1B}[200~\(whole)\u{1B}[201~".utf8) == [.paste(whole)])
  }

  private static let reports: [([UInt8], [Key])] = [
    ([32, 37, 35], [.click(Position(row: 2, column: 4))]),
    // The button is let go of, and one that means nothing is pressed.
    ([35, 37, 35], []), ([34, 37, 35], []),
    ([96, 33, 33], [.wheel(-3, Position(row: 0, column: 0))]),
    ([97, 41, 34], [.wheel(3, Position(row: 1, column: 8))]),
    // Beyond what is ASCII, a control byte, the beginning of another sequence, and what is too far for a byte.
    ([32, 255, 0xC3], [.click(Position(row: 162, column: 222))]), ([32, 3, 127], []), ([32, 0x1B, 0x5B], []),
    ([32, 0, 0], []),
  ]

  @Test("A mouse report in its oldest form is read whole, in pieces as well", arguments: reports)
  func oldMouse(report: [UInt8], keys: [Key]) {
    let bytes = Array("a\u{1B}[M".utf8) + report + Array("b".utf8)
    let expected = Self.joined([.text("a")] + keys + [.text("b")])
    for cut in 0...bytes.count {
      let decoder = Keyboard()
      #expect(Self.joined(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...])) == expected)
    }
    let decoder = Keyboard()
    #expect(Self.joined(bytes.flatMap { decoder.decode([$0]) }) == expected)
  }

  @Test("No bytes at all make it fail")
  func junk() {
    var generator = Xorshift(state: 42)
    let decoder = Keyboard()
    for _ in 0..<200_000 {
      let byte = generator.next()
      _ = decoder.decode([byte % 3 == 0 ? 0x1B : byte % 5 == 0 ? 0x5B : byte])
      if byte == 7 { _ = decoder.pause() }
    }
    #expect(decoder.decode([3]).last == .control("c"))
  }

  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let one) = result.last, case .text(let other) = key {
        result[result.count - 1] = .text(one + other)
      } else {
        result.append(key)
      }
    }
  }
}

/// A decoder that can be asked in the middle of an expectation.
private final class Keyboard {
  private var decoder = KeyDecoder()
  func decode(_ bytes: some Sequence<UInt8>) -> [Key] { decoder.decode(bytes) }
  func pause() -> [Key] { decoder.pause() }
}

private struct Xorshift {
  var state: UInt64
  mutating func next() -> UInt8 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return UInt8(truncatingIfNeeded: state)
  }
}
