/// How far the parts of a page are scrolled.
struct ScrollState: Equatable {
  var page = 0
  /// What had the keyboard when the page was drawn; nil before that.
  var followed: String?
  /// How many lines stood between that and the next element.
  var behind = 0
  /// How many of them are in sight with it: all since they have become more, as they may be the answer to a key.
  var answer = 0
  var alert = 0
  var lists: [String: Int] = [:]
  /// Whether the page scrolls to the element that has the keyboard.
  var followsFocus = true
  /// Whether lists scroll to the row that has the keyboard.
  var followsInLists = true

  mutating func note(linesBehind count: Int, of focused: String?) {
    if followed != focused || count < behind {
      answer = 0
    } else if count > behind {
      answer = count
    }
    (followed, behind) = (focused, count)
  }
}

enum Scrolling {
  /// Returns the offset nearest to the current one that shows the target.
  ///
  /// The first and the last target also bring what stands before or after them into sight, if there is room: the
  /// keyboard could not reach it otherwise. Of a target that is taller than what is visible, the line with the cursor is.
  ///
  /// - Parameter answer: How many lines behind the target come into sight with it, if there is room.
  static func offset(
    showing identifier: String?, of block: Block, visible: Int, current: Int, answer: Int = 0
  ) -> Int {
    let total = block.lines.count
    let furthest = max(0, total - visible)
    let held = min(max(current, 0), furthest)
    guard let target = block.targets.first(where: { $0.identifier == identifier }) else { return held }
    var rows = target.rows
    let start = target == block.targets.first ? 0 : rows.lowerBound
    let end = target == block.targets.last ? total : min(total, rows.upperBound + answer)
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

  /// How many lines stand between the target and the next one.
  static func linesBehind(_ identifier: String?, in block: Block) -> Int {
    guard let target = block.targets.first(where: { $0.identifier == identifier }) else { return 0 }
    let next = block.targets.map(\.rows.lowerBound).filter { $0 >= target.rows.upperBound }.min()
    return (next ?? block.lines.count) - target.rows.upperBound
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
