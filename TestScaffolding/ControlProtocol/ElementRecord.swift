#if DEBUG
public import ElementTree

/// An element as it is sent; properties with their usual value are left out.
public struct ElementRecord: Codable, Sendable, Equatable {
  public var role: String
  public var identifier: String?
  public var label: String?
  public var value: String?
  public var placeholder: String?
  public var fraction: Double?
  public var isDisabled: Bool?
  public var isFocused: Bool?
  public var isSelected: Bool?
  public var traits: [String]?
  public var shortcut: String?
  public var children: [ElementRecord]?

  /// Creates the record of an element. The text of a secure field is not part of it.
  public init(_ element: Element) {
    role = element.role.rawValue
    identifier = element.identifier
    label = element.label.isEmpty ? nil : element.label
    value = element.shownValue
    placeholder = element.placeholder
    fraction = element.fraction
    isDisabled = element.isEnabled ? nil : true
    isFocused = element.isFocused ? true : nil
    isSelected = element.isSelected ? true : nil
    traits = element.traits.isEmpty ? nil : element.traits.map(\.rawValue).sorted()
    shortcut = element.shortcut.map(String.init)
    children = element.children.isEmpty ? nil : element.children.map(ElementRecord.init)
  }

  /// Returns the recorded element. Throws if this side does not know the role or a trait.
  public func element() throws(UnknownWordError) -> Element {
    guard let role = Role(rawValue: role) else { throw UnknownWordError(kind: "role", word: role) }
    var known: Set<Trait> = []
    for word in traits ?? [] {
      guard let trait = Trait(rawValue: word) else { throw UnknownWordError(kind: "trait", word: word) }
      known.insert(trait)
    }
    var inside: [Element] = []
    for child in children ?? [] { inside.append(try child.element()) }
    var element = Element(
      role, id: identifier, label: label ?? "", value: value, placeholder: placeholder, fraction: fraction,
      isEnabled: isDisabled != true, isFocused: isFocused == true, isSelected: isSelected == true,
      traits: known, children: inside, origin: Origin(fileID: "the app", line: 0))
    element.shortcut = shortcut?.first
    return element
  }
}

/// A role or trait that this side does not know, although both sides speak the same version.
public struct UnknownWordError: Error, Equatable, CustomStringConvertible {
  public var kind: String
  public var word: String

  public init(kind: String, word: String) {
    self.kind = kind
    self.word = word
  }

  public var description: String {
    "The app speaks of the \(kind) \"\(word)\", which this driver does not know. Build both from one checkout."
  }
}
#endif
