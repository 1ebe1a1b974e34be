import ElementTree

/// Turns elements into lines.
struct ElementPainter {
  /// The element that has the keyboard.
  var focused: String?
  /// Where the cursor stands in the text of the focused field.
  var cursor = 0
  /// Whether there is too little room for empty lines.
  var isCompact = false
  /// The rows that there are for the page.
  var visibleRows = Int.max
  /// The most rows that a list may take before it scrolls by itself.
  var listLimit = Int.max
  /// How far the lists are scrolled.
  var listOffsets: [String: Int] = [:]
  /// How many rows the lists would take that were painted so far.
  var listHeights: [Int] = []
  /// How many columns the labels of fields below one another take.
  var labelColumns = 0

  mutating func paint(_ element: Element, columns: Int) -> Block {
    var block: Block
    switch element.role {
    case .alert: return Block()  // Stands in front of the page, not in it.
    case .window, .screen: return stack(element.children, columns: columns)
    case .group: return group(element, columns: columns)
    case .list: return list(element, columns: columns)
    case .tabBar: return tabBar(element, columns: columns)
    case .text: block = text(element, columns: columns)
    case .button: block = button(element, columns: columns)
    case .toggle: block = toggle(element, columns: columns)
    case .textField, .secureField: block = field(element, columns: columns)
    case .cell: block = cell(element, columns: columns)
    case .tab: block = tab(element, columns: columns)
    case .progress: block = progress(element, columns: columns)
    case .image: block = image(element, columns: columns)
    }
    if element.isFocusable, let identifier = element.identifier {
      block.targets.append(.init(identifier: identifier, rows: 0..<block.lines.count))
    }
    if !element.children.isEmpty {
      block.append(stack(element.children, columns: columns - 2).indented(by: 2))
    }
    return block
  }

  func isFocused(_ element: Element) -> Bool { element.isFocusable && element.identifier == focused }

  /// The look of something to press, which the focus turns around.
  func pressableStyle(_ element: Element) -> Style {
    isFocused(element) ? element.look.with(.reverse) : element.look
  }
}
