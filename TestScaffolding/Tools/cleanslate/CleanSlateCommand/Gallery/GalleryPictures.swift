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
  private(set) var pictures = NumberedValues<GalleryPicture>()
  private(set) var texts = NumberedValues<String>()
  /// What the audit says of each element tree, by the number of its text.
  private var outcomes: [Int: AuditOutcome] = [:]

  /// What no audit could judge.
  var notJudged: [String] {
    let changes = AccessibilityAudit.rulesOfChanges.map { "\($0.key.rawValue): \($0.value)" }
    return Set(outcomes.values.flatMap(\.notJudged) + changes).sorted()
  }

  /// Draws what an app shows, in each width, and has it judged.
  mutating func shot(of scene: Scene, _ locale: String, _ tree: Element, widths: [Int]) -> Gallery.Shot {
    let text = texts.number(of: tree.treeDescription)
    let outcome = outcomes[text] ?? AccessibilityAudit.judge(tree)
    outcomes[text] = outcome
    let drawings = widths.map { columns in
      let screen = PaintedScreen(tree, title: scene.app, columns: columns)
      let places = outcome.findings.enumerated().compactMap { number, finding in
        screen.places[finding.element].map { (number, ScreenPlace($0)) }
      }
      return Gallery.Drawing(
        columns: columns, picture: number(of: screen),
        plain: texts.number(of: LinePrinter.wrapped(screen.text, columns: columns)),
        places: Dictionary(places) { first, _ in first })
    }
    return Gallery.Shot(
      scene: scene, locale: locale, screen: tree.screen?.identifier,
      tree: text, drawings: drawings, findings: outcome.findings)
  }

  mutating func number(of picture: GalleryPicture) -> Int { pictures.number(of: picture) }
  mutating func number(of text: String) -> Int { texts.number(of: text) }

  private mutating func number(of screen: PaintedScreen) -> Int {
    number(of: GalleryPicture(viewBox: screen.viewBox, svg: screen.svg))
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
