#if DEBUG
import ElementTree

/// Writes the Swift expressions with which a test finds elements.
enum QueryText {
  /// Returns the expression for each element of the tree, in reading order.
  static func queries(for tree: Element) -> [String] {
    let all = tree.allElements
    return all.indices.map { index in
      let element = all[index]
      let kind = kind(of: element.role)
      if let identifier = element.identifier { return query(kind, identifier) }
      let peers = all.indices.filter { self.kind(of: all[$0].role) == kind }
      let isNamesake = peers.contains { all[$0].identifier == element.label }
      if !element.label.isEmpty, !isNamesake, peers.count(where: { all[$0].label == element.label }) == 1 {
        return query(kind, element.label)
      }
      return "app.\(kind).element(boundBy: \(peers.firstIndex(of: index) ?? 0))"
    }
  }

  /// Returns the expression for an element with an identifier.
  static func query(_ role: Role, _ identifier: String) -> String { query(kind(of: role), identifier) }

  private static func query(_ kind: String, _ name: String) -> String {
    "app.\(kind)[\(SwiftText.literal(name))]"
  }

  /// The name of the driver's query for elements with the role.
  private static func kind(of role: Role) -> String {
    switch role {
    case .button: "buttons"
    case .textField: "textFields"
    case .secureField: "secureTextFields"
    case .text: "staticTexts"
    case .toggle: "switches"
    case .radioButton: "radioButtons"
    case .cell: "cells"
    case .list: "lists"
    case .image: "images"
    case .alert: "alerts"
    case .progress: "progressIndicators"
    case .tab: "tabs"
    case .window, .screen, .group, .tabBar: "otherElements"
    }
  }
}
#endif
