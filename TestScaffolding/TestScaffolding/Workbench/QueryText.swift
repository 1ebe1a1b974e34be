#if DEBUG
import ControlProtocol
import ElementTree

/// Writes the Swift expressions with which a test finds elements.
enum QueryText {
  /// Returns the expression for each element of the tree, in reading order.
  static func queries(for tree: Element) -> [String] {
    let all = tree.allElements
    var queries = all.map { _ in "" }
    for (kind, peers) in Dictionary(grouping: all.indices, by: { all[$0].role.collection }) {
      let identifiers = Set(peers.compactMap { all[$0].identifier })
      let labels = Dictionary(peers.map { (all[$0].label, 1) }, uniquingKeysWith: +)
      for (place, index) in peers.enumerated() {
        let (identifier, label) = (all[index].identifier, all[index].label)
        let isName = !label.isEmpty && labels[label] == 1 && !identifiers.contains(label)
        queries[index] =
          (identifier ?? (isName ? label : nil)).map { query(kind, $0) }
          ?? "app.\(kind).element(boundBy: \(place))"
      }
    }
    return queries
  }

  /// Returns the expression for an element with an identifier.
  static func query(_ role: Role, _ identifier: String) -> String { query(role.collection, identifier) }

  private static func query(_ kind: String, _ name: String) -> String {
    "app.\(kind)[\(SwiftText.literal(name))]"
  }
}
#endif
