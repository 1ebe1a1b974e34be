#if DEBUG
import Audit
import ElementTree
import TerminalUI

/// A screen as the terminal draws it.
struct GalleryPicture: Hashable {
  let viewBox: String
  /// The inside of its `<symbol>`.
  let svg: String
}

/// Values, each once, with a number.
struct NumberedValues<Value: Hashable> {
  private(set) var all: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = all.count
    all.append(value)
    return all.count - 1
  }
}

/// The pictures and texts of a gallery.
struct GalleryPictures {
  var pictures = NumberedValues<GalleryPicture>()
  var texts = NumberedValues<String>()
  /// What the audit says of each element tree, by the number of its text.
  private var findings: [Int: [AuditFinding]] = [:]

  /// What no audit could judge.
  var notJudged: [String] {
    let changes = AccessibilityAudit.rulesOfChanges.map { "\($0.key.rawValue): \($0.value)" }
    return (AccessibilityAudit.notJudged + changes).sorted()
  }

  /// Draws what an app shows, in each width, and has it judged.
  mutating func shot(of scene: Scene, _ locale: String, _ tree: Element, widths: [Int]) -> Gallery.Shot {
    let text = texts.number(of: tree.treeDescription)
    let findings = findings[text] ?? AccessibilityAudit.judge(tree)
    self.findings[text] = findings
    let drawings = widths.map { columns in
      let screen = PaintedScreen(tree, title: scene.app, columns: columns)
      let places = findings.enumerated().compactMap { number, finding in
        screen.places[finding.element].map { (number, ScreenPlace($0)) }
      }
      return Gallery.Drawing(
        columns: columns,
        picture: pictures.number(of: GalleryPicture(viewBox: screen.viewBox, svg: screen.svg)),
        plain: texts.number(of: LinePrinter.wrapped(screen.text, columns: columns)),
        places: Dictionary(places) { first, _ in first })
    }
    return Gallery.Shot(
      scene: scene, locale: locale, screen: tree.screen?.identifier,
      tree: text, drawings: drawings, findings: findings)
  }
}

extension ScreenPlace {
  fileprivate init(_ place: ScreenSurvey.Place) {
    self.init(
      row: place.rows.lowerBound, rows: place.rows.count, column: place.columns.lowerBound,
      columns: place.columns.count)
  }
}
#endif
