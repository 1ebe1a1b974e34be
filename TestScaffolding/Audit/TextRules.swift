#if DEBUG
import ElementTree

// What texts are made of, and where they stand.
extension AuditedScreen {
  var findingsOfTexts: [AuditFinding] { parts.flatMap(findingsOfCharacters) + strayErrors }

  private func findingsOfCharacters(_ part: Part) -> [AuditFinding] {
    let element = part.element
    // A picture is not read out, and what a user has typed is theirs.
    let value = element.role == .image || element.role.isEditable ? nil : element.value
    var found: [AuditFinding] = []
    for text in [element.label, value, element.placeholder].compactMap(\.self)
    where !text.utf8.allSatisfy({ $0 < 0x80 }) {
      if let sign = text.unicodeScalars.first(where: \.isDrawing) {
        found.append(
          finding(
            .plainSpeech, part,
            "\"\(sign)\" in \"\(text)\" is read out as the name of a sign. Use words, or a picture with a label."
          ))
      }
      if let sign = text.first(where: \.isOfUnknownWidth) {
        found.append(
          finding(
            .unclearCharacters, part,
            "Terminals differ in how wide \"\(sign)\" (\(sign.codes)) is. Use another character."))
      }
    }
    let isNamed = element.role.takesActions || Self.named.contains(element.role)
    if isNamed, !element.label.allSatisfy(\.isWhitespace), !element.label.contains(where: \.isWordPart) {
      found.append(
        finding(
          .unclearCharacters, part,
          "\"\(element.label)\" has no word. Say in a word what the \(element.role.spoken) is."))
    }
    return found
  }

  private static let named: Set<Role> = [.alert, .screen, .image, .progress]

  /// Errors that stand among controls and behind none, on a screen that has fields. One before all is of the whole screen.
  private var strayErrors: [AuditFinding] {
    guard tree.activeElement.first(where: \.role.isEditable) != nil else { return [] }
    return parts.indices.compactMap { index in
      let part = parts[index]
      guard parts[..<index].contains(where: { $0.element.role.takesActions && $0.element.identifier != nil }),
        part.element.role == .text, part.element.traits.contains(.failure), !part.element.label.isEmpty,
        !isBehindControl(index)
      else { return nil }
      return finding(
        .strayError, part,
        "\"\(part.element.label)\" stands behind no field, so nobody knows what to correct. "
          + "Put it right behind the field, or the control, that it is about.")
    }
  }
}

extension AuditedScreen {
  /// Whether what stands before the part can be corrected or tried again. Other errors, hints and pictures may stand between.
  private func isBehindControl(_ index: Int) -> Bool {
    guard let parent = parts[index].parent else { return false }
    for before in parts.indices[..<index].reversed() where parts[before].parent == parent {
      let element = parts[before].element
      if element.endsInControl { return true }
      guard element.isRemark else { return false }
    }
    // It stands first in its group, and the group behind something.
    return parts[parent].element.role == .group && isBehindControl(parent)
  }
}

extension Element {
  /// Whether it is a control, or one is the last in it but for remarks.
  fileprivate var endsInControl: Bool {
    if role.takesActions { return true }
    for child in children.reversed() {
      if child.endsInControl { return true }
      guard child.isRemark else { return false }
    }
    return false
  }

  /// Whether it may stand between a control and its error.
  fileprivate var isRemark: Bool {
    role == .image || !traits.isDisjoint(with: [.failure, .secondary])
      || role == .group && children.allSatisfy(\.isRemark)
  }
}

extension Unicode.Scalar {
  /// Box drawing, blocks and braille, which draw and say nothing.
  fileprivate var isDrawing: Bool {
    (0x2500...0x259F).contains(value) || (0x2800...0x28FF).contains(value)
  }
}

extension Character {
  /// Whether it belongs to no script, is not seen, says how a picture is to look, or is joined of several emoji, which some
  /// terminals draw one by one. What only terminals for East Asia draw wide is of known width elsewhere.
  fileprivate var isOfUnknownWidth: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.properties.generalCategory {
      case .privateUse, .unassigned, .surrogate: true
      case .format: !Self.invisible.contains(scalar)
      default: ["\u{FE0E}", "\u{FE0F}"].contains(scalar) || scalar.properties.isEmojiModifier
      }
    } || isJoinedPicture
  }

  /// Those that join letters or keep them apart, and the marks of direction, which Foundation writes into prices and numbers.
  private static let invisible: Set<Unicode.Scalar> = [
    "\u{200C}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{061C}",
  ]

  /// Letters of some scripts are joined by the same sign, and are no pictures. A flag is joined of two letters without it.
  private var isJoinedPicture: Bool {
    unicodeScalars.contains("\u{200D}") && unicodeScalars.contains(where: \.properties.isEmoji)
      || unicodeScalars.allSatisfy { (0x1F1E6...0x1F1FF).contains($0.value) } && unicodeScalars.count > 1
  }

  fileprivate var isWordPart: Bool { isLetter || isNumber }

  fileprivate var codes: String {
    unicodeScalars.map { "U+" + String($0.value, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}
#endif
