extension Element: CustomStringConvertible, CustomDebugStringConvertible {
  /// The element as one line of the tree description.
  public var description: String {
    var parts = [role.rawValue]
    if let identifier { parts.append("#\(identifier)") }
    if !label.isEmpty { parts.append(label.quoted) }
    if role == .image {
      // A drawing has many lines, which say nothing in a log; the label describes it.
    } else if let shownValue {
      parts.append("value: \(shownValue.quoted)")
    }
    if let placeholder { parts.append("placeholder: \(placeholder.quoted)") }
    if !isEnabled { parts.append("disabled") }
    if isFocused { parts.append("focused") }
    if isSelected { parts.append("selected") }
    parts += traits.map(\.rawValue).sorted() + (shortcut.map { ["ctrl-\($0)"] } ?? [])
    return parts.joined(separator: " ")
  }

  public var debugDescription: String { treeDescription }

  /// The tree as text: one element on each line, children indented by two columns.
  public var treeDescription: String { describe(indent: "").joined(separator: "\n") }

  private func describe(indent: String) -> [String] {
    [indent + description] + children.flatMap { $0.describe(indent: indent + "  ") }
  }
}

extension String {
  fileprivate var quoted: String {
    var result = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
