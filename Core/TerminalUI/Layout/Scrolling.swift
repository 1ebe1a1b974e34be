/// How far the parts of a page are scrolled.
struct ScrollState: Equatable {
  var page = 0
  /// How many lines the page had; nil before it was drawn.
  var length: Int?
  var alert = 0
  var lists: [String: Int] = [:]
  /// Whether the page scrolls to the element that has the keyboard.
  var followsFocus = true
  /// Whether lists scroll to the row that has the keyboard.
  var followsInLists = true
}

enum Scrolling {
  /// Returns the offset nearest to the current one that shows the target.
  ///
  /// The first and the last target also bring what stands before or after them into sight, if there is room: the
  /// keyboard could not reach it otherwise. So do the lines behind a target by which the block has just grown: they may be the
  /// answer to a key. Of a target that is taller than what is visible, the line with the cursor is.
  static func offset(
    showing identifier: String?, of block: Block, visible: Int, current: Int, growth: Int = 0
  ) -> Int {
    let total = block.lines.count
    let furthest = max(0, total - visible)
    let held = min(max(current, 0), furthest)
    guard let target = block.targets.first(where: { $0.identifier == identifier }) else { return held }
    var rows = target.rows
    let start = target == block.targets.first ? 0 : rows.lowerBound
    let end = target == block.targets.last ? total : min(total, rows.upperBound + growth)
    if end - start <= visible {
      rows = start..<end
    } else if end - rows.lowerBound <= visible {
      rows = rows.lowerBound..<end
    } else if rows.upperBound - start <= visible {
      rows = start..<rows.upperBound
    }
    var offset = held
    if rows.lowerBound < held {
      offset = rows.lowerBound
    } else if rows.upperBound > held + visible {
      offset = min(rows.upperBound - visible, furthest)
    }
    guard let cursor = block.cursor?.row, target.rows.contains(cursor) else { return offset }
    return min(max(offset, cursor - visible + 1), cursor)
  }

  /// The scroll bar beside a part that does not fit; its thumb shows where the visible rows are.
  static func bar(visible: Int, total: Int, offset: Int) -> [StyledLine] {
    guard visible > 0, total > visible else { return [] }
    let length = max(1, visible * visible / total)
    let furthest = total - visible
    let start = (offset * (visible - length) + furthest / 2) / furthest
    return (0..<visible).map { row in
      (start..<(start + length)).contains(row) ? StyledLine("┃") : StyledLine("│", .dim)
    }
  }
}
