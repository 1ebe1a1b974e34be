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
    // Plain mode has no keyboard focus to tell of, and looks are none.
    func told(_ part: AuditedScreen.Part) -> Element {
      var element = part.element
      (element.isFocused, element.children) = (false, [])
      element.traits.subtract([.heading, .secondary, .primary, .row, .unsaved, .floating])
      return element
    }
    let (olds, news) = (old.parts.map(told), new.parts.map(told))
    // What changes behind an alert is said when it is answered.
    guard new.tree.activeElement.role != .alert || old.tree.activeElement != new.tree.activeElement,
      let index = news.indices.first(where: { !olds.indices.contains($0) || olds[$0] != news[$0] }),
      !Difference.isSaid(old.tree, new.tree)
    else {
      return nil
    }
    return AuditFinding(
      rule: .unsaidChange, screen: new.screen, element: new.parts[index].name,
      message: "The \(news[index].role.spoken) has changed, and plain mode says nothing of it. "
        + "Say in its label what the change means.")
  }
}
#endif
