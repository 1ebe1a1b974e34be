#if DEBUG
package import ElementTree

/// Judges whether everybody can use a screen.
package enum AccessibilityAudit {
  /// Judges a screen by all rules that one drawing is enough for.
  package static func judge(_ tree: Element) -> AuditOutcome {
    let screen = AuditedScreen(tree)
    return AuditOutcome(findings: screen.findingsOfNames)
  }
}
#endif
