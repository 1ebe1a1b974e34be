import ElementTree

/// The elements that can have the keyboard, in reading order.
struct FocusOrder {
  struct Stop: Equatable {
    var element: Element
    var identifier: String
    /// The number of the row that the element stands in; nil if it stands in none.
    var row: Int?
    /// The identifier of the list that the element is a row of; nil outside of lists.
    var list: String?
    /// Whether the element floats above the screen: Tab leads to it, and no other key.
    var floats = false
  }

  private(set) var stops: [Stop] = []
  private var rows = 0

  init(_ tree: Element) {
    for part in tree.reachableParts { collect(part, row: nil, list: nil, floats: false) }
  }

  /// The element that has the keyboard; if the app has given it to none, the first that does not float.
  var current: Stop? { focused ?? stops.first { !$0.floats } }

  /// The element that the app has given the keyboard to.
  var focused: Stop? { stops.first { $0.element.isFocused } }

  /// The element that Tab leads to, or Shift-Tab with `-1`; after the last comes the first.
  ///
  /// A list is one stop for all of its rows: the row that had the keyboard last, else the chosen one, else the first.
  func tabbed(by distance: Int, lastRows: [String: String]) -> Stop? {
    let groups = groups
    guard groups.count > 1, let current, let index = groups.firstIndex(where: { $0.contains(current) }) else {
      return cycled(by: distance)
    }
    return Self.entry(of: groups[(index + distance + groups.count) % groups.count], lastRows)
  }

  /// The row that Tab leads to in the rows of a list.
  static func entry(of group: [Stop], _ lastRows: [String: String] = [:]) -> Stop? {
    let last = group.first?.list.flatMap { lastRows[$0] }
    return group.first { $0.identifier == last } ?? group.first(where: \.element.isSelected) ?? group.first
  }

  private func cycled(by distance: Int) -> Stop? {
    guard let index = currentIndex else { return distance > 0 ? stops.first : stops.last }
    return stops[(index + distance + stops.count) % stops.count]
  }

  /// The stops, with the rows of each list together.
  var groups: [[Stop]] {
    stops.reduce(into: []) { groups, stop in
      if let list = stop.list, groups.last?.last?.list == list {
        groups[groups.count - 1].append(stop)
      } else {
        groups.append([stop])
      }
    }
  }

  /// The rows of the list with the identifier.
  func rows(of list: String) -> [Stop] { stops.filter { $0.list == list } }

  /// The row of the current list that is `distance` rows away, or the last one on the way there; nil outside of lists
  /// and at the list's end.
  func rowInList(by distance: Int) -> Stop? {
    guard let current, let list = current.list else { return nil }
    let rows = rows(of: list)
    guard let index = rows.firstIndex(of: current) else { return nil }
    let wanted =
      distance < 0
      ? max(0, index + max(distance, -index)) : min(rows.count - 1, index + min(distance, rows.count))
    return wanted == index ? nil : rows[wanted]
  }

  /// The first element of the line below or above the current one.
  func onNextLine(_ direction: Int) -> Stop? {
    currentIndex.flatMap { onNextLine(direction, from: $0) }
  }

  func onNextLine(_ direction: Int, from start: Int) -> Stop? {
    var index = start
    while stops.indices.contains(index), index == start || isSameRow(index, start) { index += direction }
    guard stops.indices.contains(index), !stops[index].floats else { return nil }
    while index > 0, isSameRow(index, index - 1) { index -= 1 }
    return stops[index]
  }

  /// The element beside the current one, in the same row.
  func inRow(_ direction: Int) -> Stop? {
    currentIndex.flatMap { inRow(direction, from: $0) }
  }

  func inRow(_ direction: Int, from index: Int) -> Stop? {
    stops.indices.contains(index + direction) && isSameRow(index, index + direction)
      ? stops[index + direction] : nil
  }

  private var currentIndex: Int? {
    current.flatMap { current in stops.firstIndex { $0.identifier == current.identifier } }
  }

  private func isSameRow(_ one: Int, _ other: Int) -> Bool {
    stops[one].row != nil && stops[one].row == stops[other].row
  }

  private mutating func collect(_ element: Element, row: Int?, list: String?, floats: Bool) {
    let floats = floats || element.traits.contains(.floating)
    if element.isFocusable, let identifier = element.identifier {
      stops.append(Stop(element: element, identifier: identifier, row: row, list: list, floats: floats))
    }
    var inner: Int?
    if element.traits.contains(.row) {
      rows += 1
      inner = rows
    }
    let list = element.role == .list ? element.identifier : list
    for child in element.children { collect(child, row: inner, list: list, floats: floats) }
  }
}
