/// How a cell of the terminal looks.
struct Style: Hashable, Sendable {
  enum Colour: Int, Sendable {
    case normal = 0
    case red = 31
    case green = 32
    case yellow = 33
    case cyan = 36
  }

  struct Attributes: OptionSet, Hashable, Sendable {
    let rawValue: UInt8
    static let bold = Attributes(rawValue: 1)
    static let dim = Attributes(rawValue: 2)
    static let reverse = Attributes(rawValue: 4)
  }

  var colour = Colour.normal
  var attributes: Attributes = []

  static let plain = Style()
  static let bold = Style(attributes: .bold)
  static let dim = Style(attributes: .dim)

  func with(_ more: Attributes) -> Style {
    Style(colour: colour, attributes: attributes.union(more))
  }

  /// The sequence that makes a terminal write in this style, whatever it wrote in before.
  func sequence(inColour: Bool) -> String {
    var parameters: [String] = []
    if attributes.contains(.bold) { parameters.append("1") }
    if attributes.contains(.dim) { parameters.append("2") }
    if attributes.contains(.reverse) { parameters.append("7") }
    if inColour, colour != .normal { parameters.append(String(colour.rawValue)) }
    return parameters.isEmpty ? "\u{1B}[m" : "\u{1B}[0;\(parameters.joined(separator: ";"))m"
  }
}
