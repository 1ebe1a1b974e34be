#if DEBUG
public import Audit
import Snapshots

extension App {
  /// Expects that everybody can use the screen, by the exact rules of ``Audit/AuditRule``. Each finding fails the test, and it
  /// goes on.
  ///
  /// ```swift
  /// try app.performAccessibilityAudit(for: [.cutText, .sameName]) { finding in
  ///   finding.element == "pay"
  /// }
  /// ```
  ///
  /// A finding for which the closure returns true may stay. A rule that cannot be judged is told in the steps of the test;
  /// where that is so of all `rules`, this throws.
  public func performAccessibilityAudit(
    for rules: Set<AuditRule> = Set(AuditRule.allCases), file: StaticString = #filePath, line: UInt = #line,
    _ mayStay: (AuditFinding) throws -> Bool = { _ in false }
  ) throws {
    let tree = try snapshot(at: CallPlace(file: file, line: line)).tree
    let findings = AccessibilityAudit.judge(tree)
    keepScreensAndRequests()
    let latest = recorder.read(\.drawings.latest)
    var open = AccessibilityAudit.openRules
    if latest == nil { open.merge(AccessibilityAudit.rulesOfChanges) { first, _ in first } }
    let reasons = open.filter { rules.contains($0.key) }.map { "\($0.key.rawValue): \($0.value)" }.sorted()
    for reason in reasons { recorder.add("Not judged by \(reason)", depth: 1) }
    if rules.isSubset(of: Set(open.keys)) {
      throw AppError.notJudged(app: executableName, reasons: reasons)
    }
    let changes = latest.map { AccessibilityAudit.judge(from: $0.old, to: $0.new) } ?? []
    for finding in findings + changes where rules.contains(finding.rule) {
      if try mayStay(finding) { continue }
      CurrentTest.fail(
        "Accessibility of the screen \"\(finding.screen)\", \(finding.rule.rawValue) of \"\(finding.element)\": "
          + finding.message, file: file, line: line)
    }
  }
}
#endif
