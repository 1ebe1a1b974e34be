/// Text on its way into XML or HTML.
enum Markup {
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.append(character)
      }
    }
  }

  /// Leaves out the middle, because names differ at their ends.
  static func shortened(_ name: String, to length: Int, mark: String = "…") -> String {
    guard name.count > length else { return name }
    let tail = (length - 1) / 2
    return name.prefix(length - 1 - tail) + mark + name.suffix(tail)
  }
}
