extension Browser {
  /// Looks over the page, as it is shown now, for what the rules of accessibility forbid.
  ///
  /// The rules: language and title, one main heading and no level left out, one main landmark, no identifier twice,
  /// references that lead somewhere, a name for every control and picture, a label for every field, a contrast of
  /// 4.5:1 for text, and no order of the keyboard other than that of the page.
  package func accessibilityFindings() async throws -> [AccessibilityFinding] {
    let findings = try await execute(AccessibilityScript.text, as: [AccessibilityFinding].self)
    return try await findings + namelessControls()
  }

  /// Says by how many pixels the page is wider than its window.
  package func horizontalOverflow() async throws -> Int {
    try await execute(
      "const page = document.scrollingElement; return Math.max(0, page.scrollWidth - page.clientWidth)",
      as: Int.self)
  }

  /// Lists the controls for which the browser itself computes no name.
  private func namelessControls() async throws -> [AccessibilityFinding] {
    var findings: [AccessibilityFinding] = []
    for control in try await findAll(AccessibilityScript.controls) {
      let isReachable = try await execute(AccessibilityScript.isReachable, control.argument, as: Bool.self)
      guard isReachable, try await control.name.isEmpty else { continue }
      let html = try await execute("return arguments[0].outerHTML", control.argument, as: String.self)
      findings.append(
        AccessibilityFinding(rule: "name", element: String(html.prefix(120)), detail: "no accessible name"))
    }
    return findings
  }
}
