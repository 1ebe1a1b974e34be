#if DEBUG
import ElementTree
import Synchronization
import TerminalUI

// What a terminal shows, in any width and without colour.
extension AuditedScreen {
  var findingsOfLooks: [AuditFinding] {
    cutTexts
      + surveys.flatMap(findingsOfPlaces).reduce(into: []) { all, found in
        if !all.contains(where: { ($0.rule, $0.element) == (found.rule, found.element) }) {
          all.append(found)
        }
      } + meanings
  }

  private var cutTexts: [AuditFinding] {
    var told: Set<String> = []
    return surveys.flatMap { columns, survey in
      survey.cuts.compactMap { cut -> AuditFinding? in
        guard !isWhole(cut), let part = parts.first(where: { $0.element == cut.element }),
          told.insert(part.name).inserted
        else { return nil }
        let mark = cut.isMarked ? "" : ", and no mark says so"
        return finding(
          .cutText, part,
          "\"\(cut.text)\" is cut at \(columns) columns\(mark), and shown whole nowhere. "
            + "Shorten it, or say the rest in a text.")
      }
    }
  }

  /// Whether a text beside it says all of it.
  private func isWhole(_ cut: CutText) -> Bool {
    let text = cut.element.role.isEditable ? cut.element.placeholder ?? "" : cut.element.label
    return cut.isMarked
      && parts.contains { part in
        [.text, .group, .list].contains(part.element.role) && part.element.label.contains(text)
      }
  }

  private func findingsOfPlaces(columns: Int, survey: ScreenSurvey) -> [AuditFinding] {
    var found: [AuditFinding] = []
    let places = survey.placesByName
    for identifier in reach.order {
      guard let part = part(named: identifier) else { continue }
      let place = places[identifier]
      if place.map({ $0.columns.upperBound > survey.columns.upperBound }) ?? true {
        found.append(
          finding(
            .offScreen, part,
            "The \(part.element.role.spoken) is not on the screen at \(columns) columns. Give it a line of its own."
          ))
      }
    }
    let byRows = survey.places.sorted { $0.rows.lowerBound < $1.rows.lowerBound }
    for (index, one) in byRows.enumerated() {
      for other in byRows[(index + 1)...].prefix(while: { $0.rows.lowerBound < one.rows.upperBound })
      where one.rows.overlaps(other.rows) && one.columns.overlaps(other.columns) {
        guard let part = part(named: other.identifier) else { continue }
        found.append(
          finding(.overlap, part, "It takes cells of \"\(one.identifier)\" at \(columns) columns. Part them.")
        )
      }
    }
    return found
  }

  // MARK: - What is told by colour

  /// Whatever an element can be, and what says so.
  private struct Kind: Hashable {
    let role: Role
    /// Whether it has an identifier, and so can have the keyboard.
    let isNamed: Bool
    let isEnabled: Bool
    let isSelected: Bool
    let traits: Set<Trait>
  }

  private static let tellingTraits: Set<Trait> = [.failure, .warning, .success, .destructive]

  private var meanings: [AuditFinding] {
    var seen: Set<Kind> = []
    return parts.flatMap { part -> [AuditFinding] in
      let element = part.element
      guard !Self.containers.contains(element.role) else { return [] }
      let traits = element.traits.intersection(Self.tellingTraits)
      let kind = Kind(
        role: element.role, isNamed: element.identifier != nil, isEnabled: element.isEnabled,
        isSelected: element.isSelected, traits: traits)
      guard seen.insert(kind).inserted else { return [] }
      return Self.faults(of: kind).map { finding($0.rule, part, $0.message) }
    }
  }

  private typealias Fault = (rule: AuditRule, message: String)

  /// What was found once in an element of a kind is so on every screen.
  private static let known = Mutex<[Kind: [Fault]]>([:])

  private static func faults(of kind: Kind) -> [Fault] {
    if let faults = known.withLock({ $0[kind] }) { return faults }
    let faults = judge(kind)
    known.withLock { $0[kind] = faults }
    return faults
  }

  private static let containers: Set<Role> = [.window, .screen, .group, .list, .alert, .tabBar]

  private static func judge(_ kind: Kind) -> [Fault] {
    // What is told is the same whatever the element says.
    let shown = Element(
      kind.role, id: kind.isNamed ? "name" : nil, label: "Name",
      value: kind.role == .progress ? "50%" : "", fraction: 0.5, isEnabled: kind.isEnabled,
      isSelected: kind.isSelected, traits: kind.traits)
    var (focused, unselected, enabled) = (shown, shown, shown)
    (focused.isFocused, unselected.isSelected, enabled.isEnabled) = (true, false, true)
    var differences: [(what: String, other: Element, isHeard: Bool)] = []
    if shown.isFocusable { differences.append(("has the keyboard", focused, false)) }
    if shown.isSelected { differences.append(("is selected", unselected, true)) }
    if shown.role.takesActions, !shown.isEnabled, kind.isNamed {
      differences.append(("is disabled", enabled, true))
    }
    for trait in kind.traits.sorted(by: { $0.rawValue < $1.rawValue }) {
      var other = shown
      other.traits.remove(trait)
      differences.append(("is a \(trait.rawValue)", other, true))
    }
    return differences.flatMap { what, other, isHeard -> [Fault] in
      var found: [Fault] = []
      if !Difference.isSeen(shown, other, inColour: false) {
        let how = Difference.isSeen(shown, other, inColour: true) ? "Colour alone says" : "Nothing says"
        found.append(
          (
            .colourAlone,
            "\(how) that the \(shown.role.spoken) \(what). Use a role that shows it, or say it in the label."
          ))
      }
      if isHeard, !Difference.isSaid(shown, other) {
        found.append(
          (
            .plainSpeech,
            "Plain mode does not say that the \(shown.role.spoken) \(what). "
              + "Use a role that tells it, or say it in the label."
          ))
      }
      return found
    }
  }
}
#endif
