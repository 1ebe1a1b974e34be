#if DEBUG
import ElementTree

// What controls are called.
extension AuditedScreen {
  var findingsOfNames: [AuditFinding] { parts.compactMap(findingOfName) + namesTwice }

  private func findingOfName(_ part: Part) -> AuditFinding? {
    let element = part.element
    guard element.role.takesActions || [.image, .alert, .progress].contains(element.role) else { return nil }
    if element.label.allSatisfy(\.isWhitespace) {
      return finding(
        .missingName, part,
        "The \(element.role.spoken) has no name. Give it a label that says what it is for.")
    }
    if element.label == element.identifier, element.role.takesActions, Self.isCode(element.label) {
      return finding(
        .identifierAsName, part,
        "The \(element.role.spoken) is called \"\(element.label)\", like its identifier. Name it for people."
      )
    }
    return nil
  }

  /// Whether a text is written as programs write names. An identifier that is made of data, such as a city, may be what people
  /// read.
  private static func isCode(_ text: String) -> Bool {
    !text.contains(where: \.isWhitespace)
      && (text.first?.isLowercase == true || text.contains { "-_./".contains($0) })
  }

  /// Controls beside each other that nobody can tell apart by what is read out.
  private var namesTwice: [AuditFinding] {
    struct Face: Hashable {
      let parent: Int?
      let role: Role
      let label: String
      let value: String?
    }
    var first: [Face: Part] = [:]
    return parts.compactMap { part in
      let element = part.element
      guard element.role.takesActions, element.identifier != nil, !element.label.isEmpty else { return nil }
      // The text of a row is both; what a field or a toggle holds is no name.
      let isRow = element.role == .cell || element.role == .tab
      let face = Face(
        parent: part.parent, role: element.role,
        label: element.label.split(whereSeparator: \.isWhitespace).joined(separator: " "),
        value: isRow ? element.value : nil)
      guard let other = first[face] else {
        first[face] = part
        return nil
      }
      return finding(
        .sameName, part,
        "The \(element.role.spoken) \"\(element.label)\" is called like \"\(other.name)\" beside it. "
          + "Say in the label in what they differ.")
    }
  }
}
#endif
