/// Cuts a stream of bytes, in chunks of any size, into tokens.
struct TerminalParser {
  private enum Place {
    case text, escape, controlSequence, string, stringEscape
  }

  private var place = Place.text
  private var collected: [UInt8] = []
  private var decoder = UTF8Decoder()

  /// A string nobody ends must not fill the memory.
  private static let longestSequence = 4096

  mutating func parse(_ bytes: some Sequence<UInt8>, _ take: (TerminalToken) -> Void) {
    for byte in bytes { parse(byte, take) }
  }

  private mutating func parse(_ byte: UInt8, _ take: (TerminalToken) -> Void) {
    let cancel: UInt8 = 0x18, substitute: UInt8 = 0x1A, escape: UInt8 = 0x1B
    switch (place, byte) {
    case (_, cancel), (_, substitute):
      decoder.abort { take(.print($0)) }
      start(.text)
    case (.string, escape): place = .stringEscape
    case (_, escape):
      decoder.abort { take(.print($0)) }
      start(.escape)
    case (.string, _): parseString(byte, take)
    case (.stringEscape, UInt8(ascii: "\\")): finish(.string(text), take)
    case (.stringEscape, _):
      start(.escape)
      parse(byte, take)
    case (_, 0x00..<0x20):
      decoder.abort { take(.print($0)) }
      take(.control(byte))
    case (_, 0x7F): break
    case (.text, _): decoder.decode(byte) { take(.print($0)) }
    case (_, 0x80...):
      start(.text)
      parse(byte, take)
    case (.escape, _): parseEscape(byte, take)
    case (.controlSequence, _):
      collect(byte)
      if byte >= 0x40 { finish(.sequence(ControlSequence(collected)), take) }
    }
  }

  private mutating func parseEscape(_ byte: UInt8, _ take: (TerminalToken) -> Void) {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty: start(.controlSequence)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      if collected.isEmpty { place = .string }
      collect(byte)
      if place == .escape { finish(.escape(text), take) }
    default:
      collect(byte)
      if byte >= 0x30 { finish(.escape(text), take) }
    }
  }

  private mutating func parseString(_ byte: UInt8, _ take: (TerminalToken) -> Void) {
    let bell: UInt8 = 0x07
    if byte == bell, collected.first == UInt8(ascii: "]") {
      finish(.string(text), take)
    } else {
      collect(byte)
    }
  }

  private var text: String { String(decoding: collected, as: UTF8.self) }

  private mutating func collect(_ byte: UInt8) {
    if collected.count < Self.longestSequence { collected.append(byte) }
  }

  private mutating func finish(_ token: TerminalToken, _ take: (TerminalToken) -> Void) {
    start(.text)
    take(token)
  }

  private mutating func start(_ place: Place) {
    self.place = place
    collected = []
  }
}
