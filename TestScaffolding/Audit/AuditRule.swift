#if DEBUG
/// What an audit looks for in a screen. Each rule is exact: two people who look would say the same.
public enum AuditRule: String, Codable, CaseIterable, Sendable {
  /// A control, a picture or an alert says nothing of what it is.
  case missingName
  /// A control is called by its identifier, which is for code.
  case identifierAsName
  /// Two controls of one role beside each other are called the same.
  case sameName
  /// No key leads to a control.
  case unreachable
  /// The keyboard goes on to a control that stands before the last one.
  case focusOrder
  /// Keys lead to a control, and none leads away from it.
  case focusTrap
  /// An action took away what had the keyboard, and gave it to nothing.
  case focusLost
  /// Without colour, nothing says what has the keyboard, what is chosen, or what is meant.
  case colourAlone
  /// A text is cut at 40, 60 or 80 columns, without a mark, or with no place to read it whole.
  case cutText
  /// Two controls take the same cells.
  case overlap
  /// A control is not on the screen, however long that is.
  case offScreen
  /// An error stands among controls and behind none, on a screen that has fields.
  case strayError
  /// Something changed, and plain mode does not say it.
  case unsaidChange
  /// Plain mode leaves out a control, its name or its state, or writes signs that a screen reader stumbles over.
  case plainSpeech
  /// A text has characters whose width no terminal is sure of, or a label has nothing but pictures.
  case unclearCharacters
  /// Text and its ground differ by less than 4.5 to 1.
  case contrast
}

/// What a rule found.
public struct AuditFinding: Codable, Hashable, Sendable {
  public let rule: AuditRule
  /// The identifier of the screen.
  public let screen: String
  /// The identifier of the element, or its path where it has none.
  public let element: String
  /// What is wrong, and what would be right.
  public let message: String

  package init(rule: AuditRule, screen: String, element: String, message: String) {
    (self.rule, self.screen, self.element, self.message) = (rule, screen, element, message)
  }
}
#endif
