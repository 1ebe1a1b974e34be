/// A key that is not text.
package enum Key: Sendable, Equatable {
  case tab, backTab, enter, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// A letter, or one of `@[\]^_`, with the control key held down.
  case ctrl(Character)

  /// What an xterm sends for the key.
  package var bytes: [UInt8] {
    switch self {
    case .tab: [0x09]
    case .enter: [0x0D]
    case .escape: [0x1B]
    case .backspace: [0x7F]
    case .backTab: Array("\u{1B}[Z".utf8)
    case .delete: Array("\u{1B}[3~".utf8)
    case .up: Array("\u{1B}[A".utf8)
    case .down: Array("\u{1B}[B".utf8)
    case .right: Array("\u{1B}[C".utf8)
    case .left: Array("\u{1B}[D".utf8)
    case .home: Array("\u{1B}[H".utf8)
    case .end: Array("\u{1B}[F".utf8)
    case .pageUp: Array("\u{1B}[5~".utf8)
    case .pageDown: Array("\u{1B}[6~".utf8)
    case .ctrl(let character): [controlCode(of: character)]
    }
  }

  private func controlCode(of character: Character) -> UInt8 {
    guard let code = character.uppercased().first?.asciiValue, (0x40...0x5F).contains(code) else {
      preconditionFailure("No control code belongs to \"\(character)\"; letters and @[\\]^_ have one.")
    }
    return code & 0x1F
  }
}
