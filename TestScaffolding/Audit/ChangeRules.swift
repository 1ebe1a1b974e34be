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
    return new.finding(
      .focusLost, focused,
      "\"\(focused.name)\" had the keyboard and \(fate), and nothing has the keyboard now. "
        + "Give it to what stands nearest.")
  }

  private static func unsaidChange(_ old: AuditedScreen, _ new: AuditedScreen) -> AuditFinding? {
    let active = new.tree.activeElement
    // What changes behind an alert is said when it is answered.
    let reach = active.role == .alert ? Set(active.allElements.compactMap(\.identifier)) : nil
    let changed = new.parts.filter { part in
      guard let identifier = part.element.identifier, reach?.contains(identifier) != false,
        let before = old.part(named: identifier)?.element
      else { return false }
      return told(before) != told(part.element)
    }
    if !changed.isEmpty {
      let said = Difference.said(from: old.tree, to: new.tree)
      if let part = changed.first(where: { !said.contains($0.name) }) { return finding(unsaid: part, new) }
    }
    let (olds, news) = (old.parts.map { told($0.element) }, new.parts.map { told($0.element) })
    guard reach == nil || old.tree.activeElement != active,
      let index = news.indices.first(where: { !olds.indices.contains($0) || olds[$0] != news[$0] }),
      !Difference.isSaid(old.tree, new.tree)
    else {
      return nil
    }
    return finding(unsaid: new.parts[index], new)
  }

  /// What plain mode is to tell of an element itself: it has no keyboard focus to tell of, and looks are none. The way back
  /// has a line of its own.
  private static func told(_ element: Element) -> Element {
    var element = element
    (element.isFocused, element.children) = (false, [])
    // Nobody sees more of it.
    element.fraction = element.fraction.map { ($0.isNaN ? 0 : min(max($0, 0), 1) * 100).rounded() }
    element.traits.subtract([.heading, .secondary, .primary, .row, .unsaved, .floating, .allowsBack])
    return element
  }

  private static func finding(unsaid part: AuditedScreen.Part, _ new: AuditedScreen) -> AuditFinding {
    new.finding(
      .unsaidChange, part,
      "The \(part.element.role.spoken) has changed, and plain mode says nothing of it. "
        + "Say in its label what the change means.")
  }
}
#endif
