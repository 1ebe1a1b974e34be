import ElementTree

/// The empty lines between elements that follow one another.
enum Spacing {
  static func gap(between one: Element, and other: Element) -> Int {
    if one.role == .text, one.traits.contains(.heading) { return 0 }
    if other.role == .text, other.traits.contains(.heading) { return 1 }
    switch (one.role, other.role) {
    case (.text, .text), (.button, .button), (.toggle, .toggle), (.cell, .cell), (.progress, .progress),
      (.progress, .text), (.cell, .text), (.text, .cell):
      return 0
    case (let role, .text) where role.isEditable || role == .toggle:
      return other.traits.isDisjoint(with: [.failure, .warning, .success, .secondary]) ? 1 : 0
    case (let one, let other) where one.isEditable && other.isEditable:
      return 0
    default:
      return 1
    }
  }
}
