import ElementTree

/// What was typed in a list, so that it shows only the rows that match.
struct ListFilter: Equatable {
  /// The identifier of the list.
  var list: String
  var text: String

  /// Returns the tree with only the matching rows in the list, and the headings above them.
  func applied(to tree: Element) -> Element {
    tree.mapElements { element in
      if element.role == .list, element.identifier == list { element.children = matching(element.children) }
    }
  }

  private func matching(_ elements: [Element]) -> [Element] {
    var kept: [Element] = []
    var heading: Element?
    for element in elements {
      if element.role == .text {
        heading = element.traits.contains(.heading) ? element : nil
      } else if let found = match(element) {
        kept += [heading, found].compactMap(\.self)
        heading = nil
      }
    }
    return kept
  }

  private func match(_ element: Element) -> Element? {
    guard !element.isFocusable else { return matches(element) ? element : nil }
    var container = element
    container.children = matching(element.children)
    return container.children.isEmpty ? nil : container
  }

  /// Whether label, value and identifier contain every word that was typed.
  private func matches(_ element: Element) -> Bool {
    let row = [element.label, element.value ?? "", element.identifier ?? ""].joined(separator: " ")
      .lowercased()
    return text.lowercased().split(separator: " ").allSatisfy { row.contains($0) }
  }
}
