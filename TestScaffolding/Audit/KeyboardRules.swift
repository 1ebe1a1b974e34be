#if DEBUG
import ElementTree
import TerminalUI

// Where the keyboard leads.
extension AuditedScreen {
  var findingsOfKeyboard: [AuditFinding] {
    withoutIdentifier
      + reach.unreachable.compactMap(part(named:)).map {
        finding(
          .unreachable, $0, "No key leads to the \($0.element.role.spoken). Give it a place among the others."
        )
      }
      + reach.traps.compactMap(part(named:)).map {
        finding(.focusTrap, $0, "No key leads away from the \($0.element.role.spoken) again.")
      } + backwards
  }

  /// What nobody can press, although it looks so. A row without an identifier is there to be read.
  private var withoutIdentifier: [AuditFinding] {
    parts.filter { $0.element.role.takesActions && $0.element.identifier == nil && $0.element.role != .cell }
      .map {
        finding(
          .unreachable, $0,
          "The \($0.element.role.spoken) has no identifier, so that no key leads to it. Give it one.")
      }
  }

  /// Where the next control stands above the last one and not beside it, or left of it in the same row.
  private var backwards: [AuditFinding] {
    guard let places = surveys.last?.survey.placesByName else { return [] }
    let order = reach.order.filter { !reach.floats.contains($0) }
    return zip(order, order.dropFirst()).compactMap { before, next in
      guard let one = places[before], let other = places[next], let part = part(named: next),
        other.columns.lowerBound <= one.columns.lowerBound,
        other.rows.upperBound <= one.rows.lowerBound
          || (other.rows == one.rows && other.columns.lowerBound < one.columns.lowerBound)
      else { return nil }
      return finding(
        .focusOrder, part,
        "The keyboard comes to \"\(next)\" after \"\(before)\", which stands behind it. "
          + "Put them in the order in which they are read.")
    }
  }
}
#endif
