#if DEBUG
public import Audit
import ElementTree
import Snapshots

extension App {
  /// Expects that the app shows exactly this screen: a tree as text, an element a line, as `Element.treeDescription` writes it.
  ///
  /// ```swift
  /// try app.assertScreen("""
  ///   screen #basket "Basket"
  ///     cell #line-0 "2 × Shoyu ramen, large" value: "€34.80"
  ///     …
  ///     button #checkout "Check out"
  ///   """)
  /// ```
  ///
  /// A line `…` stands for any lines, `*` within a text for any characters, and `\*` for itself. `focused` counts only where
  /// the text has it. Where the screen differs, the test fails with the lines that do, and goes on. An empty text fails, too,
  /// and what is shown is suggested; `cleanslate accept` writes it here.
  public func assertScreen(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let tree = try snapshot(at: CallPlace(file: file, line: line)).tree
    TreeComparison.compare(
      tree.screen ?? tree, with: text, call: "assertScreen", file: file, line: line)
  }
}

extension AppElement {
  /// Expects that the element and all in it are exactly this; see ``App/assertScreen(_:file:line:)``.
  public func assertTree(_ text: String, file: StaticString = #filePath, line: UInt = #line) throws {
    let place = CallPlace(file: file, line: line)
    let element = try query.app.recorder.placed(at: place) {
      try resolve(in: query.app.snapshot(of: summary, at: place).tree)
    }
    TreeComparison.compare(element, with: text, call: "assertTree", file: file, line: line)
  }
}

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
      try recorder.placed(at: CallPlace(file: file, line: line)) {
        throw AppError.notJudged(app: executableName, reasons: reasons)
      }
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
