import ElementTree

/// The elements that can have the keyboard, in reading order.
struct FocusOrder {
  struct Stop: Equatable {
    var element: Element
    var identifier: String
    /// The number of the row that the element stands in; nil if it stands in none.
    var row: Int?
    /// Whether the element floats above the screen: Tab leads to it, and no other key.
    var floats = false
  }

  private(set) var stops: [Stop] = []
  private var rows = 0

  init(_ tree: Element) {
    for part in tree.reachableParts { collect(part, row: nil, floats: false) }
  }

  /// The element that has the keyboard; if the app has given it to none, the first that does not float.
  var current: Stop? { focused ?? stops.first { !$0.floats } }

  /// The element that the app has given the keyboard to.
  var focused: Stop? { stops.first { $0.element.isFocused } }

  /// The element `distance` places after the current one; after the last comes the first.
  func cycled(by distance: Int) -> Stop? { Self.cycled(in: stops, from: current, by: distance) }

  /// The element that Enter in a field leads to, which never floats.
  var afterField: Stop? { Self.cycled(in: stops.filter { !$0.floats }, from: current, by: 1) }

  private static func cycled(in stops: [Stop], from current: Stop?, by distance: Int) -> Stop? {
    guard let index = stops.firstIndex(where: { $0.identifier == current?.identifier }) else {
      return distance > 0 ? stops.first : stops.last
    }
    return stops[(index + distance + stops.count) % stops.count]
  }

  /// The first element of the line below or above the current one.
  func onNextLine(_ direction: Int) -> Stop? {
    guard let start = currentIndex else { return nil }
    var index = start
    while stops.indices.contains(index), index == start || isSameRow(index, start) { index += direction }
    guard stops.indices.contains(index), !stops[index].floats else { return nil }
    while index > 0, isSameRow(index, index - 1) { index -= 1 }
    return stops[index]
  }

  /// The element beside the current one, in the same row.
  func inRow(_ direction: Int) -> Stop? {
    guard let index = currentIndex, stops.indices.contains(index + direction) else { return nil }
    return isSameRow(index, index + direction) ? stops[index + direction] : nil
  }

  /// The button that Enter presses in this field: the primary one, if no other field follows.
  func buttonAfterLastField(_ field: Element) -> Element? {
    guard let last = stops.last(where: { $0.element.role.isEditable }),
      last.identifier == field.identifier
    else { return nil }
    return stops.first { $0.element.role == .button && $0.element.traits.contains(.primary) }?.element
  }

  private var currentIndex: Int? {
    current.flatMap { current in stops.firstIndex { $0.identifier == current.identifier } }
  }

  private func isSameRow(_ one: Int, _ other: Int) -> Bool {
    stops[one].row != nil && stops[one].row == stops[other].row
  }

  private mutating func collect(_ element: Element, row: Int?, floats: Bool) {
    let floats = floats || element.traits.contains(.floating)
    if element.isFocusable, let identifier = element.identifier {
      stops.append(Stop(element: element, identifier: identifier, row: row, floats: floats))
    }
    var inner: Int?
    if element.traits.contains(.row) {
      rows += 1
      inner = rows
    }
    for child in element.children { collect(child, row: inner, floats: floats) }
  }
}
