/// Lines of a page, and the places of the elements in them.
struct Block {
  typealias Target = ScreenSurvey.Place

  var lines: [StyledLine] = []
  var targets: [Target] = []
  /// Where the other elements are that have an identifier.
  var others: [Target] = []
  var cursor: Position?

  var columns: Int { lines.map(\.columns).max() ?? 0 }

  mutating func append(_ block: Block, gap: Int = 0) {
    for _ in 0..<gap { lines.append(StyledLine()) }
    adopt(block, at: Position(row: lines.count, column: 0))
    lines += block.lines
  }

  /// Puts another block to the right of everything, from the column on.
  mutating func appendBeside(_ block: Block, column: Int) {
    adopt(block, at: Position(row: 0, column: column))
    for (row, line) in block.lines.enumerated() {
      if row == lines.count { lines.append(StyledLine()) }
      lines[row].pad(to: column)
      lines[row].append(line)
    }
  }

  func indented(by indent: Int) -> Block {
    var result = Block()
    result.adopt(self, at: Position(row: 0, column: indent))
    result.lines = lines.map { $0.indented(by: indent) }
    return result
  }

  /// The part of the block in the given rows.
  func window(_ rows: Range<Int>) -> Block {
    var result = Block()
    result.lines = Array(lines[rows.clamped(to: lines.indices)])
    func inside(_ target: Target) -> Target? {
      guard target.rows.overlaps(rows) else { return nil }
      let held = target.rows.clamped(to: rows)
      let start = held.lowerBound - rows.lowerBound
      return Target(
        identifier: target.identifier, rows: start..<(start + held.count), columns: target.columns)
    }
    (result.targets, result.others) = (targets.compactMap(inside), others.compactMap(inside))
    if let cursor, rows.contains(cursor.row) {
      result.cursor = Position(row: cursor.row - rows.lowerBound, column: cursor.column)
    }
    return result
  }

  /// The rows in which something can be pressed.
  var pressableRows: Set<Int> { Set(targets.flatMap(\.rows)) }

  /// The block in at most so many lines: those in which something can be pressed and, of the others, the first, with a
  /// sign that more were there.
  func shortened(to height: Int, columns: Int) -> Block {
    guard lines.count > height else { return self }
    let pressable = pressableRows
    let texts = lines.indices.filter { !pressable.contains($0) }.prefix(max(0, height - pressable.count))
    let rows = (texts + pressable).sorted().prefix(height)
    var result = Block()
    result.lines = rows.map { $0 == texts.last ? lines[$0].ending(with: "…", columns: columns) : lines[$0] }
    func inside(_ target: Target) -> Target? {
      let held = rows.indices.filter { target.rows.contains(rows[$0]) }
      guard let first = held.first else { return nil }
      return Target(
        identifier: target.identifier, rows: first..<(first + held.count), columns: target.columns)
    }
    (result.targets, result.others) = (targets.compactMap(inside), others.compactMap(inside))
    if let cursor, let row = rows.firstIndex(of: cursor.row) {
      result.cursor = Position(row: row, column: cursor.column)
    }
    return result
  }

  private mutating func adopt(_ block: Block, at origin: Position) {
    targets += block.targets.map { $0.moved(by: origin) }
    others += block.others.map { $0.moved(by: origin) }
    if let inner = block.cursor {
      cursor = Position(row: inner.row + origin.row, column: inner.column + origin.column)
    }
  }
}
