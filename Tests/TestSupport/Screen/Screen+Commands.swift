extension Screen {
  /// Erases below the cursor (0), above it (1) or everything (2); false when the mode means nothing.
  mutating func eraseDisplay(_ mode: Int) -> Bool {
    switch mode {
    case 0:
      _ = eraseLine(0)
      erase(rows: (cursor.row + 1)..<rows)
    case 1:
      _ = eraseLine(1)
      erase(rows: 0..<cursor.row)
    case 2: erase(rows: 0..<rows)
    case 3: break  // The lines that have scrolled away, of which none are kept.
    default: return false
    }
    return true
  }

  /// Erases the row from the cursor on (0), up to it (1) or all of it (2); false when the mode means nothing.
  mutating func eraseLine(_ mode: Int) -> Bool {
    switch mode {
    case 0: erase(row: cursor.row, cursor.column..<columns)
    case 1: erase(row: cursor.row, 0..<(cursor.column + 1))
    case 2: erase(row: cursor.row, 0..<columns)
    default: return false
    }
    isWrapPending = false
    return true
  }

  /// Sets a private mode; false when it is unknown.
  mutating func set(mode: Int, to isOn: Bool) -> Bool {
    switch mode {
    case 7:
      wraps = isOn
      isWrapPending = isWrapPending && isOn
    case 25: isCursorVisible = isOn
    case 1000: reportsMouse = isOn
    case 1006: break  // How the mouse is reported.
    case 1049: showAlternate(isOn)
    case 2004: bracketsPastes = isOn
    default: return false
    }
    return true
  }
}
