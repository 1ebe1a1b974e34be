#if DEBUG
import ControlProtocol
import ElementTree

/// Writes the Swift expressions with which a test finds elements.
enum QueryText {
  /// Returns the expression for each element of the tree, in reading order.
  static func queries(for tree: Element) -> [String] {
    let all = tree.allElements
    return all.indices.map { index in
      let element = all[index]
      let kind = element.role.collection
      if let identifier = element.identifier { return query(kind, identifier) }
      let peers = all.indices.filter { all[$0].role.collection == kind }
      let isNamesake = peers.contains { all[$0].identifier == element.label }
      if !element.label.isEmpty, !isNamesake, peers.count(where: { all[$0].label == element.label }) == 1 {
        return query(kind, element.label)
      }
      return "app.\(kind).element(boundBy: \(peers.firstIndex(of: index) ?? 0))"
    }
  }

  /// Returns the expression for an element with an identifier.
  static func query(_ role: Role, _ identifier: String) -> String { query(role.collection, identifier) }

  private static func query(_ kind: String, _ name: String) -> String {
    "app.\(kind)[\(SwiftText.literal(name))]"
  }
}
#endif
