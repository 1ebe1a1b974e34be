import ElementTree

/// A key that was pressed, or text that was typed or pasted.
enum Key: Equatable, Sendable {
  /// Characters that were typed, all that arrived together.
  case text(String)
  /// Text that was pasted, unchanged.
  case paste(String)
  /// The paste before this was longer than anybody takes: it holds only the beginning.
  case pasteWasCut
  /// A letter that was typed while the control key was down.
  case control(Character)
  case enter, tab, backTab, escape, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// F1, which asks for help.
  case help
  /// The left button of the mouse was pressed.
  case click(Position)
  /// The wheel of the mouse was turned, by so many rows towards the end.
  case wheel(Int, Position)
}

extension Key {
  /// The key in the form in which it is offered to listeners before the app.
  var stroke: KeyStroke { if case .control(let letter) = self { .control(letter) } else { .other } }
}

/// Turns the bytes of a terminal into keys, even if a sequence arrives in pieces.
struct KeyDecoder {
  private enum State: Equatable {
    case ground
    /// After an escape byte: it is the escape key, or the beginning of a sequence.
    case escape
    /// Inside a control sequence, with the parameters so far.
    case sequence([UInt8])
    /// After `ESC O`.
    case singleShift
    /// After `ESC [ [`, with which F1 to F5 begin on the console of Linux.
    case consoleKey
    /// After `ESC [ M`, with what came of the three bytes of a mouse report in its oldest form.
    case mouse([UInt8])
    /// Between the marks around a paste; `ending` counts the bytes that may belong to the end mark.
    case paste(ending: Int)
  }

  private static let longestSequence = 32
  static let longestPaste = 64 * 1024
  private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

  private var state = State.ground
  private var character: [UInt8] = []
  private var pasted: [UInt8] = []
  private var pasteIsTooLong = false
  /// Whether the terminal paused within a paste: what comes then may be typed.
  private var pasteHasPaused = false
  private var keys: [Key] = []

  /// Returns the keys that the bytes complete.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    for byte in bytes { take(byte) }
    return takeKeys()
  }

  /// Returns the key that a pause completes: an escape byte with nothing after it is the escape key.
  mutating func pause() -> [Key] {
    switch state {
    case .escape:
      state = .ground
      keys.append(.escape)
    case .singleShift, .consoleKey:
      state = .ground
    case .paste:
      pasteHasPaused = true
    case .ground, .sequence, .mouse:
      break
    }
    return takeKeys()
  }

  private mutating func takeKeys() -> [Key] {
    defer { keys = [] }
    return keys
  }

  private mutating func take(_ byte: UInt8) {
    if case .paste(let ending) = state { return takePasted(byte, ending: ending) }
    // Positions may be any byte, but a button is none that the control key gives.
    if case .mouse(let report) = state, !report.isEmpty || byte >= 0x20 {
      return takeMouse(byte, after: report)
    }
    if byte < 0x20 || byte == 0x7F { return takeControl(byte) }
    switch state {
    case .ground: takeCharacter(byte)
    case .escape: takeEscaped(byte)
    case .sequence(let parameters): takeSequence(byte, after: parameters)
    case .singleShift:
      state = .ground
      if byte == UInt8(ascii: "M") { keys.append(.enter) } else { appendMotion(byte) }
    case .consoleKey:
      state = .ground
      if byte == UInt8(ascii: "A") { keys.append(.help) }
    case .mouse, .paste: break
    }
  }

  /// Control bytes take effect at once, even inside of a sequence: a broken sequence never swallows Ctrl-C.
  private mutating func takeControl(_ byte: UInt8) {
    if state == .escape, byte == 0x1B { keys.append(.escape) }
    character = []
    state = .ground
    switch byte {
    case 0x1B: state = .escape
    case 0x09: keys.append(.tab)
    case 0x0A, 0x0D: keys.append(.enter)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Character(Unicode.Scalar(byte + 0x60))))
    default: break
    }
  }

  private mutating func takeEscaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["): state = .sequence([])
    case UInt8(ascii: "O"): state = .singleShift
    default: state = .ground  // A letter with the alt key, which means nothing here.
    }
  }

  private mutating func takeSequence(_ byte: UInt8, after parameters: [UInt8]) {
    if (0x20...0x3F).contains(byte) {
      // A sequence that is too long to be a key is read to its end and ignored.
      state = .sequence(parameters.count < Self.longestSequence ? parameters + [byte] : parameters)
      return
    }
    state = .ground
    guard parameters.count < Self.longestSequence else { return }
    if parameters.first == UInt8(ascii: "<") {
      if byte == UInt8(ascii: "M") { appendMouse(parameters.dropFirst()) }
      return
    }
    if parameters.isEmpty, byte == UInt8(ascii: "[") {
      state = .consoleKey
      return
    }
    if parameters.isEmpty, byte == UInt8(ascii: "M") {
      state = .mouse([])
      return
    }
    guard byte == UInt8(ascii: "~") else { return appendMotion(byte) }
    let number = parameters.prefix { $0 != UInt8(ascii: ";") }
    switch String(decoding: number, as: UTF8.self) {
    case "1", "7": keys.append(.home)
    case "3": keys.append(.delete)
    case "4", "8": keys.append(.end)
    case "5": keys.append(.pageUp)
    case "6": keys.append(.pageDown)
    case "11": keys.append(.help)
    case "200": (state, pasted, pasteIsTooLong, pasteHasPaused) = (.paste(ending: 0), [], false, false)
    default: break
    }
  }

  private mutating func appendMotion(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "A"): keys.append(.up)
    case UInt8(ascii: "B"): keys.append(.down)
    case UInt8(ascii: "C"): keys.append(.right)
    case UInt8(ascii: "D"): keys.append(.left)
    case UInt8(ascii: "F"): keys.append(.end)
    case UInt8(ascii: "H"): keys.append(.home)
    case UInt8(ascii: "P"): keys.append(.help)
    case UInt8(ascii: "Z"): keys.append(.backTab)
    default: break
    }
  }

  /// Reads button, column and row, counted from 1, of something that the mouse did.
  private mutating func appendMouse(_ parameters: some Collection<UInt8>) {
    let numbers = parameters.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2]
    else { return }
    appendMouse(button, column: column, row: row)
  }

  /// Reads a report of a terminal that knows no other: button, column and row, each as one byte and 32 more.
  private mutating func takeMouse(_ byte: UInt8, after report: [UInt8]) {
    let report = report + [byte]
    guard report.count == 3 else {
      state = .mouse(report)
      return
    }
    state = .ground
    appendMouse(Int(report[0]) - 32, column: Int(report[1]) - 32, row: Int(report[2]) - 32)
  }

  private mutating func appendMouse(_ button: Int, column: Int, row: Int) {
    guard column > 0, row > 0 else { return }
    let position = Position(row: row - 1, column: column - 1)
    switch button {
    case 0: keys.append(.click(position))
    case 64: keys.append(.wheel(-Self.wheelRows, position))
    case 65: keys.append(.wheel(Self.wheelRows, position))
    default: break
    }
  }

  private static var wheelRows: Int { 3 }

  private mutating func takeCharacter(_ byte: UInt8) {
    let isContinuation = byte & 0xC0 == 0x80
    if !isContinuation { character = [] }
    character.append(byte)
    guard let first = character.first, let length = Self.length(ofCharacterStartingWith: first) else {
      character = []
      return
    }
    guard character.count == length else { return }
    if let text = String(validating: character, as: UTF8.self) { append(text) }
    character = []
  }

  private static func length(ofCharacterStartingWith byte: UInt8) -> Int? {
    switch byte {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  private mutating func append(_ text: String) {
    if case .text(let before) = keys.last {
      keys[keys.count - 1] = .text(before + text)
    } else {
      keys.append(.text(text))
    }
  }

  private mutating func takePasted(_ byte: UInt8, ending: Int) {
    let isFirstAfterPause = pasteHasPaused
    pasteHasPaused = false
    // If the end mark is lost, Ctrl-C must still work. But as a part of what is pasted it would end the app, and leave the
    // rest to the shell, which would run it.
    if byte == 0x03, isFirstAfterPause {
      state = .ground
      keys.append(.control("c"))
      return
    }
    if byte == Self.pasteEnd[ending] {
      guard ending + 1 == Self.pasteEnd.count else {
        state = .paste(ending: ending + 1)
        return
      }
      state = .ground
      if pasteIsTooLong { dropBrokenCharacter() }
      keys.append(.paste(String(decoding: pasted, as: UTF8.self)))
      if pasteIsTooLong { keys.append(.pasteWasCut) }
      (pasted, pasteIsTooLong) = ([], false)
      return
    }
    let held = Self.pasteEnd.prefix(ending)
    let restarts = byte == Self.pasteEnd[0]
    state = .paste(ending: restarts ? 1 : 0)
    for byte in held + (restarts ? [] : [byte]) {
      if pasted.count < Self.longestPaste { pasted.append(byte) } else { pasteIsTooLong = true }
    }
  }

  /// Leaves out the character at the end of which only the beginning was kept.
  private mutating func dropBrokenCharacter() {
    let ending = pasted.reversed().prefix { $0 & 0b1100_0000 == 0b1000_0000 }.count
    guard ending < pasted.count, String(validating: pasted.suffix(ending + 1), as: UTF8.self) == nil else {
      return
    }
    pasted.removeLast(ending + 1)
  }
}
