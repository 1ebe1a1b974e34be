/// Something that can be put on a screen.
public protocol ElementConvertible {
  /// The element that it stands for.
  var element: Element { get }
}

extension Element: ElementConvertible {
  public var element: Element { self }
}

/// Builds the children of an element from statements, with `if`, `switch` and `for`.
@resultBuilder
public enum ElementBuilder {
  public static func buildExpression(_ expression: some ElementConvertible) -> [Element] {
    [expression.element]
  }
  public static func buildExpression(_ expression: [Element]) -> [Element] { expression }
  public static func buildBlock(_ part: [Element]) -> [Element] { part }
  public static func buildBlock(_ parts: [Element]...) -> [Element] { joined(parts) }
  public static func buildOptional(_ part: [Element]?) -> [Element] { part ?? [] }
  public static func buildEither(first part: [Element]) -> [Element] { part }
  public static func buildEither(second part: [Element]) -> [Element] { part }
  public static func buildArray(_ parts: [[Element]]) -> [Element] { joined(parts) }
  public static func buildLimitedAvailability(_ part: [Element]) -> [Element] { part }

  /// Joins the parts without moving any element twice, which a long screen would take notice of.
  private static func joined(_ parts: [[Element]]) -> [Element] {
    var all: [Element] = []
    all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
    for part in parts { all += part }
    return all
  }
}

extension ElementConvertible {
  /// Adds traits to the element.
  public func traits(_ traits: Trait...) -> Element { self.traits(Set(traits)) }

  /// Adds traits to the element.
  public func traits(_ traits: Set<Trait>) -> Element {
    var copy = element
    copy.traits.formUnion(traits)
    return copy
  }

  /// Lets the letter, together with the control key, press the element, wherever the keyboard is.
  public func shortcut(_ letter: Character) -> Element {
    var copy = element
    copy.shortcut = letter
    return copy
  }

  /// Disables the element if the condition holds.
  public func disabled(_ isDisabled: Bool = true) -> Element {
    var copy = element
    copy.isEnabled = copy.isEnabled && !isDisabled
    return copy
  }

  /// Marks the element as the selected one of several.
  public func selected(_ isSelected: Bool = true) -> Element {
    var copy = element
    copy.isSelected = isSelected
    return copy
  }

  /// Makes the element ask for the keyboard: it gets it when the screen appears, or when it begins to ask after a press.
  public func focused(_ isFocused: Bool = true) -> Element {
    var copy = element
    copy.isFocused = isFocused
    return copy
  }
}
