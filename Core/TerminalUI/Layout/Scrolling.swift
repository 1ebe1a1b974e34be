/// How far the parts of a page are scrolled.
struct ScrollState: Equatable {
  var page = 0
  var alert = 0
  var lists: [String: Int] = [:]
  /// Whether the page moves so that the focused element is in sight.
  var followsFocus = true
}

enum Scrolling {
  /// Returns the offset nearest to the current one that shows the target.
  ///
  /// With the first and the last target, what stands before and after them comes into sight too, if there is
  /// room: otherwise nobody could get there with the keyboard.
  static func offset(showing identifier: String?, of block: Block, visible: Int, current: Int) -> Int {
    let total = block.lines.count
    let furthest = max(0, total - visible)
    let held = min(max(current, 0), furthest)
    guard let target = block.targets.first(where: { $0.identifier == identifier }) else { return held }
    var rows = target.rows
    let start = target == block.targets.first ? 0 : rows.lowerBound
    let end = target == block.targets.last ? total : rows.upperBound
    if end - start <= visible {
      rows = start..<end
    } else if end - rows.lowerBound <= visible {
      rows = rows.lowerBound..<end
    } else if rows.upperBound - start <= visible {
      rows = start..<rows.upperBound
    }
    if rows.lowerBound < held { return rows.lowerBound }
    if rows.upperBound > held + visible { return min(rows.upperBound - visible, furthest) }
    return held
  }

  /// The column beside a part that does not fit: a thumb that stands where the visible rows are.
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
