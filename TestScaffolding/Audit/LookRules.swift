#if DEBUG
import ElementTree
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
        role: element.role, isEnabled: element.isEnabled, isSelected: element.isSelected, traits: traits)
      guard seen.insert(kind).inserted else { return [] }
      return findings(of: part, traits)
    }
  }

  private static let containers: Set<Role> = [.window, .screen, .group, .list, .alert, .tabBar]

  private func findings(of part: Part, _ traits: Set<Trait>) -> [AuditFinding] {
    // What is told is the same whatever the element says.
    let shown = Element(
      part.element.role, id: part.element.identifier, label: "Name",
      value: part.element.role == .progress ? "50%" : "",
      fraction: 0.5, isEnabled: part.element.isEnabled, isSelected: part.element.isSelected, traits: traits)
    var (focused, unselected, enabled) = (shown, shown, shown)
    (focused.isFocused, unselected.isSelected, enabled.isEnabled) = (true, false, true)
    var differences: [(what: String, other: Element, isHeard: Bool)] = []
    if shown.isFocusable { differences.append(("has the keyboard", focused, false)) }
    if shown.isSelected { differences.append(("is selected", unselected, true)) }
    if shown.role.takesActions, !shown.isEnabled, shown.identifier != nil {
      differences.append(("is disabled", enabled, true))
    }
    for trait in traits.sorted(by: { $0.rawValue < $1.rawValue }) {
      var other = shown
      other.traits.remove(trait)
      differences.append(("is a \(trait.rawValue)", other, true))
    }
    return differences.flatMap { what, other, isHeard -> [AuditFinding] in
      var found: [AuditFinding] = []
      if !Difference.isSeen(shown, other, inColour: false) {
        let how = Difference.isSeen(shown, other, inColour: true) ? "Colour alone says" : "Nothing says"
        found.append(
          finding(
            .colourAlone, part,
            "\(how) that the \(shown.role.spoken) \(what). Use a role that shows it, or say it in the label.")
        )
      }
      if isHeard, !Difference.isSaid(shown, other) {
        found.append(
          finding(
            .plainSpeech, part,
            "Plain mode does not say that the \(shown.role.spoken) \(what). "
              + "Use a role that tells it, or say it in the label."))
      }
      return found
    }
  }
}
#endif
