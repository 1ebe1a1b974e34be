#if DEBUG
package import ElementTree

/// Judges whether everybody can use a screen.
package enum AccessibilityAudit {
  /// Judges a screen by all rules that one drawing is enough for, in 40, 60 and 80 columns, without colour, and as plain mode
  /// says it.
  package static func judge(_ tree: Element) -> [AuditFinding] {
    var screen = AuditedScreen(tree)
    screen.paint()
    return screen.findingsOfNames + screen.findingsOfKeyboard + screen.findingsOfLooks
      + screen.findingsOfTexts
  }

  /// What cannot be judged of any screen.
  package static let notJudged = openRules.map { "\($0.key.rawValue): \($0.value)" }

  /// The rules that one drawing is not enough for, and why.
  package static let rulesOfChanges: [AuditRule: String] = Dictionary(
    uniqueKeysWithValues: [.focusLost, .unsaidChange].map {
      ($0, "it needs the drawing before, and there is none.")
    })

  /// The rules that no drawing can be judged by, and why.
  package static let openRules: [AuditRule: String] = [
    .contrast: "the palette of the user's terminal decides how its colours look, so the ratio is not known."
  ]
}
#endif
