#if DEBUG
import ElementTree

/// A tree with the names by which findings call its elements.
struct AuditedScreen {
  struct Part {
    let element: Element
    /// The identifier, or the path where there is none.
    let name: String
    /// Where the elements beside it are.
    let parent: Int?
  }

  let tree: Element
  let screen: String
  /// In reading order.
  private(set) var parts: [Part] = []

  init(_ tree: Element) {
    self.tree = tree
    screen = tree.screen?.identifier ?? tree.identifier ?? ""
    add(tree, below: "", parent: nil)
  }

  private mutating func add(_ element: Element, below path: String, parent: Int?) {
    let step = element.identifier.map { "\(element.role.rawValue) \"\($0)\"" } ?? element.role.rawValue
    let path = path.isEmpty ? step : "\(path) > \(step)"
    let index = parts.count
    parts.append(Part(element: element, name: element.identifier ?? path, parent: parent))
    for child in element.children { add(child, below: path, parent: index) }
  }

  func finding(_ rule: AuditRule, _ part: Part, _ message: String) -> AuditFinding {
    AuditFinding(rule: rule, screen: screen, element: part.name, message: message)
  }
}
#endif
