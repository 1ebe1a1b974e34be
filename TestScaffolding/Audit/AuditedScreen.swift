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
  /// How terminals of so many columns have the screen.
  private(set) var surveys: [(columns: Int, survey: ScreenSurvey)] = []
  private var indexes: [String: Int] = [:]
  private(set) var reach = KeyboardReach(Element(.window))

  init(_ tree: Element) {
    self.tree = tree
    screen = tree.screen?.identifier ?? tree.identifier ?? ""
    add(tree, below: "", parent: nil)
  }

  private mutating func add(_ element: Element, below path: String, parent: Int?, place: String = "") {
    let step =
      element.identifier.map { "\(element.role.rawValue) \"\($0)\"" } ?? element.role.rawValue + place
    let path = path.isEmpty ? step : "\(path) > \(step)"
    let index = parts.count
    let name = element.identifier ?? path
    if indexes[name] == nil { indexes[name] = index }
    parts.append(Part(element: element, name: name, parent: parent))
    for (child, place) in zip(element.children, Self.places(of: element.children)) {
      add(child, below: path, parent: index, place: place)
    }
  }

  /// What tells elements without an identifier apart that stand side by side: ` 2 of 3`.
  private static func places(of elements: [Element]) -> [String] {
    var (counts, seen): ([Role: Int], [Role: Int]) = ([:], [:])
    for element in elements where element.identifier == nil { counts[element.role, default: 0] += 1 }
    return elements.map { element in
      guard element.identifier == nil, let count = counts[element.role], count > 1 else { return "" }
      seen[element.role, default: 0] += 1
      return " \(seen[element.role] ?? 0) of \(count)"
    }
  }

  /// Paints the screen, the narrowest first. What is whole there is so in every width, unless something stands side by side
  /// there or in a wider one.
  mutating func paint() {
    reach = KeyboardReach(tree)
    for columns in Self.widths {
      let survey = ScreenSurvey(tree, columns: columns)
      surveys.append((columns, survey))
      if survey.cuts.isEmpty, survey.places.count == reach.order.count, !hasColumns { break }
    }
  }

  private var hasColumns: Bool {
    parts.contains { part in
      let element = part.element
      return switch element.role {
      case .group: element.traits.contains(.row) && element.fillsLine
      // Below its label it may have more room than beside it, where the label moves once there are columns enough.
      case .progress: element.value != nil
      default: element.role.isEditable && element.placeholder != nil
      }
    }
  }

  func part(named name: String) -> Part? { indexes[name].map { parts[$0] } }

  /// How wide terminals are, at least.
  private static let widths = [40, 60, 80]

  func finding(_ rule: AuditRule, _ part: Part, _ message: String) -> AuditFinding {
    AuditFinding(rule: rule, screen: screen, element: part.name, message: message)
  }
}
#endif
