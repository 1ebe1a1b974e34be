#if DEBUG
import ElementTree
import TerminalUI

/// A tree with the names by which findings call its elements.
struct AuditedScreen {
  struct Part {
    let element: Element
    /// The identifier, or the path where there is none.
    let name: String
    /// Where the element is that it stands in.
    let parent: Int?
  }

  let tree: Element
  let screen: String
  /// In reading order.
  private(set) var parts: [Part] = []
  private var surveys: [Int: ScreenSurvey] = [:]

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

  /// Paints the screen in each width, once.
  mutating func paint() {
    for columns in Self.widths { surveys[columns] = ScreenSurvey(tree, columns: columns) }
  }

  func survey(columns: Int) -> ScreenSurvey { surveys[columns] ?? ScreenSurvey(tree, columns: columns) }

  func part(named name: String) -> Part? { parts.first { $0.name == name } }

  func finding(_ rule: AuditRule, _ part: Part, _ message: String) -> AuditFinding {
    AuditFinding(rule: rule, screen: screen, element: part.name, message: message)
  }
}
#endif
