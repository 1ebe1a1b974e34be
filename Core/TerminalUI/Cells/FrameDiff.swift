/// Turns the difference between two frames into as few bytes as is reasonable.
struct FrameDiff {
  private let old: Frame?
  private let new: Frame
  private let inColour: Bool
  private var output = ""
  /// The position of the terminal's cursor; nil when it is not known for certain.
  private var position: Position?
  private var style: Style?

  /// Returns the bytes that turn the old frame on a terminal into the new one; without an old frame, draws all of it.
  static func bytes(from old: Frame?, to new: Frame, inColour: Bool) -> [UInt8] {
    let comparable = old?.buffer.size == new.buffer.size ? old : nil
    var diff = FrameDiff(old: comparable, new: new, inColour: inColour)
    diff.run(hidesCursor: old?.cursor != nil)
    return Array(diff.output.utf8)
  }

  private init(old: Frame?, new: Frame, inColour: Bool) {
    self.old = old
    self.new = new
    self.inColour = inColour
    position = old?.cursor
  }

  private mutating func run(hidesCursor: Bool) {
    if old == nil {
      output += "\u{1B}[m\u{1B}[2J"
      style = .plain
    }
    for row in 0..<new.buffer.size.rows { writeRow(row) }
    if let style, style != .plain { change(to: .plain) }
    if let cursor = new.cursor {
      move(to: cursor)
      if old?.cursor == nil { output += "\u{1B}[?25h" }
    } else if hidesCursor || old == nil {
      output += "\u{1B}[?25l"
    }
  }

  private mutating func writeRow(_ row: Int) {
    let columns = new.buffer.size.columns
    // Most rows of most frames are as before.
    if let old, old.buffer.row(row) == new.buffer.row(row) { return }
    guard var end = (0..<columns).last(where: { isChanged(row, $0) }) else { return }
    let textEnd = (0..<columns).last { new.buffer[row, $0] != .blank }.map { $0 + 1 } ?? 0
    var isErased = false
    func needsWriting(_ column: Int) -> Bool {
      isErased ? new.buffer[row, column] != .blank : isChanged(row, column)
    }
    var column = 0
    while column <= end {
      if column >= textEnd, end - column >= 3 {
        guard let first = (column...end).first(where: needsWriting) else { return }
        erase(row, from: first)
        return
      }
      if needsWriting(column) {
        write(row, column)
        let next = column + width(row, column)
        if new.buffer[row, column].text.unicodeScalars.count > 1, next < columns {
          // A terminal that draws the scalars one by one has overwritten the cells that follow.
          erase(row, from: next)
          (isErased, end) = (true, textEnd - 1)
        }
      }
      column += 1
    }
  }

  private mutating func erase(_ row: Int, from column: Int) {
    move(to: Position(row: row, column: column))
    change(to: .plain)
    output += "\u{1B}[K"
  }

  private func width(_ row: Int, _ column: Int) -> Int {
    column + 1 < new.buffer.size.columns && new.buffer[row, column + 1].text.isEmpty ? 2 : 1
  }

  /// A wide character counts as changed when either half has changed.
  private func isChanged(_ row: Int, _ column: Int) -> Bool {
    guard let old else { return new.buffer[row, column] != .blank }
    if old.buffer[row, column] != new.buffer[row, column] { return true }
    let next = column + 1
    return next < new.buffer.size.columns && new.buffer[row, next].text.isEmpty
      && old.buffer[row, next] != new.buffer[row, next]
  }

  private mutating func write(_ row: Int, _ column: Int) {
    let cell = new.buffer[row, column]
    guard !cell.text.isEmpty else { return }
    move(to: Position(row: row, column: column))
    change(to: cell.style)
    output += cell.text
    // Terminals disagree on how wide some characters are, and on where the cursor stands after the last column.
    let isCertain = cell.text.utf8.count == 1 || cell.text.isBoxDrawing
    let isInside = column + 1 < new.buffer.size.columns
    position = isCertain && isInside ? Position(row: row, column: column + 1) : nil
  }

  private mutating func move(to target: Position) {
    guard target != position else { return }
    output += movement(to: target)
    position = target
  }

  private mutating func movement(to target: Position) -> String {
    let absolute =
      target.column == 0
      ? (target.row == 0 ? "\u{1B}[H" : "\u{1B}[\(target.row + 1)H")
      : "\u{1B}[\(target.row + 1);\(target.column + 1)H"
    guard let position else { return absolute }
    if position.row == target.row, target.column > position.column {
      let gap = position.column..<target.column
      let forward = gap.count == 1 ? "\u{1B}[C" : "\u{1B}[\(gap.count)C"
      let between = gap.map { new.buffer[target.row, $0] }
      let canRewrite = between.allSatisfy { $0.text.utf8.count == 1 && $0.style == (style ?? .plain) }
      if canRewrite, style != nil, gap.count <= forward.utf8.count { return between.map(\.text).joined() }
      return forward.utf8.count < absolute.utf8.count ? forward : absolute
    }
    if target.column == 0, target.row == position.row { return "\r" }
    if target.column == 0, target.row == position.row + 1 { return "\r\n" }
    return absolute
  }

  private mutating func change(to wanted: Style) {
    guard style != wanted else { return }
    if style?.link != wanted.link { output += wanted.linkSequence }
    output += wanted.sequence(inColour: inColour)
    style = wanted
  }
}

extension String {
  fileprivate var isBoxDrawing: Bool {
    unicodeScalars.count == 1 && unicodeScalars.allSatisfy { (0x2500...0x259F).contains($0.value) }
  }
}
