/// Follows the conditions of conditional compilation, and knows where only a debug build gets to.
struct DebugGate {
  private var open: [(isDebugOnly: Bool, elseIsDebugOnly: Bool)] = []

  var isDebugOnly: Bool { open.contains { $0.isDebugOnly } }

  mutating func apply(directive: String) {
    let words = directive.split { $0 == " " || $0 == "\t" || $0 == "\r" }.map(String.init)
    switch words.first {
    case "#if": open.append(Self.branch(words))
    case "#elseif":
      if open.popLast() != nil { open.append(Self.branch(words)) }
    case "#else":
      if let last = open.popLast() { open.append((last.elseIsDebugOnly, false)) }
    case "#endif": _ = open.popLast()
    default: break
    }
  }

  private static func branch(_ words: [String]) -> (isDebugOnly: Bool, elseIsDebugOnly: Bool) {
    let condition = words.dropFirst().prefix { !$0.hasPrefix("//") }
    let isConjunction = !condition.contains { $0.contains("||") }
    return (isConjunction && condition.contains("DEBUG"), condition.elementsEqual(["!DEBUG"]))
  }
}
