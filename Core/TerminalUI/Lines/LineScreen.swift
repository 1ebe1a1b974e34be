import ElementTree

/// A tree as lines of plain text, for pipes and for screen readers.
struct LineScreen: Equatable {
  private(set) var lines: [String] = []
  /// The identifiers of the elements that can be acted on; the first has the number 1.
  private(set) var actions: [String] = []

  init(_ tree: Element) {
    if let screen = tree.screen {
      lines.append(Self.named("== \(screen.visibleLabel) ==", screen))
    }
    let active = tree.activeElement
    if active.role == .alert {
      lines.append(Self.named("-- \(active.mark)\(active.visibleLabel) --", active))
      for child in active.children + tree.reachableFloats { add(child) }
      if tree.wayBack != nil { lines.append("  back  closes this question") }
    } else {
      add(tree)
      if tree.wayBack != nil { lines.append("  back  returns to the screen before") }
    }
  }

  var text: String { lines.map { $0 + "\n" }.joined() }

  private mutating func add(_ element: Element) {
    switch element.role {
    case .alert: return
    case .window, .screen, .tabBar: break
    case .group, .list:
      if !element.label.isEmpty { lines.append(Self.named("\(element.visibleLabel):", element)) }
    case .text: addText(element)
    case .progress:
      let label = element.label.isEmpty ? "Progress" : element.visibleLabel
      let state = element.visibleValue.isEmpty ? " ..." : ": \(element.visibleValue)"
      lines.append(Self.named(element.mark + label + state, element))
    case .image: lines.append(Self.named("[Image: \(element.visibleLabel)]", element))
    case .button, .textField, .secureField, .toggle, .radioButton, .cell, .tab: addAction(element)
    }
    for child in element.children { add(child) }
  }

  private mutating func addText(_ element: Element) {
    guard !element.label.isEmpty else { return }
    let label = VisibleText.lines(element.label)
    let indent = element.mark.isEmpty ? "" : "  "
    for (index, line) in label.enumerated() {
      let text = index == 0 ? indent + element.mark + line : indent + line
      lines.append(index == label.count - 1 ? Self.named(text, element) : text)
    }
  }

  private mutating func addAction(_ element: Element) {
    var line = "  "
    if let identifier = element.identifier {
      actions.append(identifier)
      line += "\(actions.count). "
    }
    line += element.mark + Self.face(of: element)
    if let identifier = element.identifier { line += "  \(VisibleText.line(identifier))" }
    let states = Self.states(of: element)
    if !states.isEmpty { line += "  (\(states.joined(separator: ", ")))" }
    lines.append(line)
  }

  private static func face(of element: Element) -> String {
    let label = element.visibleLabel
    let value = element.visibleValue
    switch element.role {
    case .button: return "[\(label)]"
    case .toggle: return "[\(element.isSelected ? "x" : " ")] \(label)"
    case .radioButton: return "(\(element.isSelected ? "•" : " ")) \(label)"
    case .textField, .secureField:
      let hint = value.isEmpty ? element.placeholder.map { " (\(VisibleText.line($0)))" } ?? "" : ""
      return "\(label): \"\(value)\"\(hint)"
    default: return value.isEmpty ? label : "\(label) - \(value)"
    }
  }

  private static func states(of element: Element) -> [String] {
    var states: [String] = []
    if element.role == .tab { states.append("tab") }
    if element.isSelected, element.role != .toggle, element.role != .radioButton { states.append("selected") }
    if !element.isEnabled { states.append("disabled") }
    return states
  }

  private static func named(_ text: String, _ element: Element) -> String {
    element.identifier.map { "\(text)  (\(VisibleText.line($0)))" } ?? text
  }
}
