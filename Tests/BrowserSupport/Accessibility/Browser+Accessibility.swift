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

  /// Lists the controls for which the browser itself computes no name: one look at all that it tells of the page, since a
  /// question for each control takes longer than all the rest.
  private func namelessControls() async throws -> [AccessibilityFinding] {
    let tree = try await chromium("Accessibility.getFullAXTree", as: SpokenTree.self)
    var findings: [AccessibilityFinding] = []
    for node in tree.nodes where node.isControl && node.name?.text.isEmpty != false {
      let html = try await chromium(
        "DOM.getOuterHTML", ["backendNodeId": .number(Double(node.backendDOMNodeId ?? 0))], as: Markup.self)
      findings.append(
        AccessibilityFinding(
          rule: "name", element: String(html.outerHTML.prefix(120)), detail: "no accessible name"))
    }
    return findings
  }

  private struct Markup: Decodable { let outerHTML: String }
}

/// What a browser tells those who hear a page.
private struct SpokenTree: Decodable {
  struct Value: Decodable {
    let value: JSONValue?
    var text: String { if case .string(let text) = value { text } else { "" } }
  }

  struct Property: Decodable {
    let name: String
    let value: Value
  }

  struct Node: Decodable {
    let ignored: Bool
    let role: Value?
    let name: Value?
    let properties: [Property]?
    let backendDOMNodeId: Int?

    private static let controls: Set = [
      "button", "checkbox", "combobox", "link", "listbox", "menuitem", "option", "radio", "searchbox",
      "slider", "spinbutton", "switch", "tab", "textbox", "treeitem",
    ]

    /// Whether a person can work with it, now or when it is no longer disabled.
    var isControl: Bool {
      let (role, marks) = (role?.text ?? "", properties ?? [])
      let takesFocus = marks.contains { $0.name == "focusable" && $0.value.value == .bool(true) }
      return !ignored && (Self.controls.contains(role) || takesFocus && role != "RootWebArea")
    }
  }

  let nodes: [Node]
}
