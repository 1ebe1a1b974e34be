#if DEBUG
package import ElementTree
import TerminalUI

extension AccessibilityAudit {
  /// Judges what an action has made of a screen, by the rules that one drawing is not enough for.
  package static func judge(from old: Element, to new: Element) -> [AuditFinding] {
    // A new screen or alert begins with its first control, and is said whole.
    guard old.screen?.identifier == new.screen?.identifier,
      old.activeElement.identifier == new.activeElement.identifier
    else { return [] }
    let (before, after) = (AuditedScreen(old), AuditedScreen(new))
    return [lostFocus(before, after), unsaidChange(before, after)].compactMap(\.self)
  }

  private static func lostFocus(_ old: AuditedScreen, _ new: AuditedScreen) -> AuditFinding? {
    guard let focused = old.parts.first(where: { $0.element.isFocused && $0.element.isFocusable }),
      !new.parts.contains(where: { $0.element.isFocused && $0.element.isFocusable }),
      new.parts.contains(where: { $0.element.isFocusable })
    else { return nil }
    let fate =
      new.part(named: focused.name).map { $0.element.isEnabled ? "lost it" : "is disabled" } ?? "went"
    return AuditFinding(
      rule: .focusLost, screen: new.screen, element: focused.name,
      message: "\"\(focused.name)\" had the keyboard and \(fate), and nothing has the keyboard now. "
        + "Give it to what stands nearest.")
  }

  private static func unsaidChange(_ old: AuditedScreen, _ new: AuditedScreen) -> AuditFinding? {
    let active = new.tree.activeElement
    // What changes behind an alert is said when it is answered.
    let said = active.role == .alert ? Set(active.allElements.compactMap(\.identifier)) : nil
    for part in new.parts {
      guard let identifier = part.element.identifier, said?.contains(identifier) != false,
        let before = old.part(named: identifier)?.element, told(before) != told(part.element)
      else { continue }
      let unchanged = new.tree.mapElements { element in
        if element.identifier == identifier { element = told(before, with: element) }
      }
      if !Difference.isSaid(unchanged, new.tree) { return finding(unsaid: part, new) }
    }
    let (olds, news) = (old.parts.map { told($0.element) }, new.parts.map { told($0.element) })
    guard said == nil || old.tree.activeElement != active,
      let index = news.indices.first(where: { !olds.indices.contains($0) || olds[$0] != news[$0] }),
      !Difference.isSaid(old.tree, new.tree)
    else {
      return nil
    }
    return finding(unsaid: new.parts[index], new)
  }

  /// What plain mode is to tell of an element itself: it has no keyboard focus to tell of, and looks are none.
  private static func told(_ element: Element, with other: Element? = nil) -> Element {
    var element = element
    (element.isFocused, element.children) = (other?.isFocused ?? false, other?.children ?? [])
    element.traits.subtract(looks)
    if let other { element.traits.formUnion(other.traits.intersection(looks)) }
    return element
  }

  private static let looks: Set<Trait> = [.heading, .secondary, .primary, .row, .unsaved, .floating]

  private static func finding(unsaid part: AuditedScreen.Part, _ new: AuditedScreen) -> AuditFinding {
    AuditFinding(
      rule: .unsaidChange, screen: new.screen, element: part.name,
      message: "The \(part.element.role.spoken) has changed, and plain mode says nothing of it. "
        + "Say in its label what the change means.")
  }
}
#endif
