/// One element of a screen, as a value: what it is, what it says, what state it is in, and what it contains.
///
/// The tree of elements is all that code outside of the app sees. Terminals draw it, pipes print it, tests query it;
/// none of them sees the objects that made it.
public struct Element: Sendable {
  /// What kind of element this is.
  public var role: Role
  /// The name by which scripts and tests find the element; unique on a screen, nil for decoration.
  public var identifier: String?
  /// The text that the element shows; the name of a picture or field.
  public var label: String
  /// The content that changes: the text of a field, `on` or `off` for a toggle, the percentage of a progress bar.
  public var value: String?
  /// The hint that an empty field shows.
  public var placeholder: String?
  /// How far a progress bar is filled, from 0 to 1; nil where nobody knows.
  public var fraction: Double?
  /// Whether the element takes actions.
  public var isEnabled: Bool
  /// Whether the element has the keyboard.
  public var isFocused: Bool
  /// Whether the element is the chosen one of several, or a toggle that is on.
  public var isSelected: Bool
  /// What the element means beyond its role.
  public var traits: Set<Trait>
  /// The letter that, together with the control key, presses the element, wherever the keyboard is.
  public var shortcut: Character?
  /// The elements inside this one, in reading order.
  public var children: [Element]
  /// The line of code that made the element.
  public var origin: Origin

  /// Creates an element.
  public init(
    _ role: Role,
    id identifier: String? = nil,
    label: String = "",
    value: String? = nil,
    placeholder: String? = nil,
    fraction: Double? = nil,
    isEnabled: Bool = true,
    isFocused: Bool = false,
    isSelected: Bool = false,
    traits: Set<Trait> = [],
    children: [Element] = [],
    origin: Origin = Origin()
  ) {
    self.role = role
    self.identifier = identifier
    self.label = label
    self.value = value
    self.placeholder = placeholder
    self.fraction = fraction
    self.isEnabled = isEnabled
    self.isFocused = isFocused
    self.isSelected = isSelected
    self.traits = traits
    self.children = children
    self.origin = origin
  }

  /// The value as it may be shown: a secure field has one dot for each character.
  public var shownValue: String? {
    role == .secureField ? value.map { String(repeating: "•", count: $0.count) } : value
  }

  /// Whether the element can have the keyboard.
  public var isFocusable: Bool { isEnabled && identifier != nil && role.takesActions }
}

extension Element: Equatable {
  /// Two elements are equal when they show the same, even if different lines of code made them.
  public static func == (one: Element, other: Element) -> Bool {
    one.role == other.role && one.identifier == other.identifier && one.label == other.label
      && one.value == other.value && one.placeholder == other.placeholder && one.fraction == other.fraction
      && one.isEnabled == other.isEnabled && one.isFocused == other.isFocused
      && one.isSelected == other.isSelected && one.traits == other.traits && one.shortcut == other.shortcut
      && one.children == other.children
  }
}

/// A place in the source code.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The module and file, as `#fileID` gives them.
  public var fileID: String
  /// The line in that file.
  public var line: Int

  /// Creates an origin; the default is the place of the call.
  public init(fileID: String = #fileID, line: Int = #line) {
    self.fileID = fileID
    self.line = line
  }

  /// The place as compilers print it: `Module/File.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}
