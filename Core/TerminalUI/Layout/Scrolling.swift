/// How far the parts of a page are scrolled.
struct ScrollState: Equatable {
  var page = 0
  /// What stood behind each element when the page was drawn last without an alert; empty before that.
  var gaps: [String: Gap] = [:]
  /// Behind which element more lines have come, which may be the answer to a key.
  var answered: String?
  var alert = 0
  var lists: [String: Int] = [:]
  /// Whether the page scrolls to the element that has the keyboard.
  var followsFocus = true
  /// Whether lists scroll to the row that has the keyboard.
  var followsInLists = true

  /// The lines between an element and the next one.
  struct Gap: Equatable {
    var next: String?
    var lines: Int
  }

  /// Finds out whether the page is an answer to what was done to the element that has the keyboard now.
  mutating func note(_ block: Block, focused: String?) {
    let before = gaps
    gaps = Scrolling.gaps(in: block)
    guard let focused, let gap = gaps[focused] else { return answered = nil }
    let known = before[focused].flatMap { $0.next == gap.next ? $0.lines : nil }
    if let known, gap.lines > known {
      answered = focused
    } else if answered != focused || known.map({ gap.lines < $0 }) == true {
      answered = nil
    }
  }

  /// How many lines are the answer, and what stood there before.
  var answer: Int { answered.flatMap { gaps[$0]?.lines } ?? 0 }
}

enum Scrolling {
  /// Returns the offset nearest to the current one that shows the target.
  ///
  /// The first and the last target also bring what stands before or after them into sight, if there is room: the
  /// keyboard could not reach it otherwise. Of a target that is taller than what is visible, the line with the cursor is.
  ///
  /// - Parameter answer: How many lines behind the target come into sight with it, as far as there is room.
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
    } else if answer > 0, rows.count < visible {
      rows = rows.lowerBound..<(rows.lowerBound + visible)
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

  static func gaps(in block: Block) -> [String: ScrollState.Gap] {
    let targets = block.targets.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    return targets.enumerated().reduce(into: [:]) { gaps, place in
      let target = place.element
      let next = targets[(place.offset + 1)...].first { $0.rows.lowerBound >= target.rows.upperBound }
      let end = next?.rows.lowerBound ?? block.lines.count
      gaps[target.identifier] = .init(next: next?.identifier, lines: end - target.rows.upperBound)
    }
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
