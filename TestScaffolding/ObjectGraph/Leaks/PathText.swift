#if DEBUG
/// Writes a path as `CheckoutSession.onPlaced (closure) captures BasketModel -> observers[2] -> Order`.
struct PathText {
  private(set) var text = ""
  private var segment = ""
  private var namedNodes = 0

  mutating func append(edge label: String, index: Int32, key: String?) {
    if label == " (closure)", segment.hasSuffix(" captures") { return }
    let position = key ?? (index >= 0 ? "\(index)" : "…")
    let text = label.split(separator: LabelTable.position, omittingEmptySubsequences: false).joined(
      separator: position)
    if segment.hasSuffix(" captures"), !text.isEmpty {
      segment += text.hasPrefix(".") ? " " + text.dropFirst() : " " + text
    } else {
      segment += text
    }
  }

  mutating func append(node name: String, role: HeapLayout.Role) {
    switch role {
    case .part: return
    case .closure:
      if segment.hasSuffix("(closure)") { segment += " captures" }
    case .instance, .task: appendNamed(name)
    }
  }

  /// Leaves a part of the path out.
  mutating func appendGap() {
    appendNamed("…")
  }

  /// Ends the path at a place in the object that was named last.
  mutating func end() {
    let isOfFirst = namedNodes <= 1 && !segment.isEmpty
    if segment.hasSuffix(" captures") { segment.removeLast(" captures".count) }
    if isOfFirst {
      text += segment
    } else if !segment.isEmpty {
      text += " -> " + (segment.hasPrefix(".") ? String(segment.dropFirst()) : segment)
    }
    segment = ""
  }

  /// The path with its middle left out, where it is too long to read: nothing stands for the gap.
  static func shortened<Part>(_ path: [Part]) -> [Part?] {
    if path.count <= 40 { return path }
    return path.prefix(20).map { $0 } + [nil] + path.suffix(20).map { $0 }
  }

  private mutating func appendNamed(_ name: String) {
    if text.isEmpty {
      text = segment
    } else if namedNodes == 1, segment.hasPrefix(".") || segment.hasPrefix("[") || segment.hasPrefix(" ") {
      text += segment
    } else if !segment.isEmpty {
      text += " -> " + (segment.hasPrefix(".") ? String(segment.dropFirst()) : segment)
    }
    if text.hasSuffix("(closure)") { text += " captures" }
    if !text.isEmpty { text += text.hasSuffix(" captures") ? " " : " -> " }
    text += name
    namedNodes += 1
    segment = ""
  }
}
#endif
