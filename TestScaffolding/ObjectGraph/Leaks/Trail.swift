#if DEBUG
/// How a node was first met, for the path to it.
struct Trail {
  struct Part {
    var layout: Int32
    var parent: Int32
    var label: Int32
    var index: Int32
  }

  let layouts: LayoutCache
  let part: (Int32) -> Part
  /// The key of an entry of a dictionary, or an ellipsis where there is no order.
  let key: (_ holder: Int32, _ bucket: Int32) -> String?

  /// The path to a node, or to a place in it.
  func text(to node: Int32, then place: Walk.Note? = nil) -> String {
    var chain: [Int32] = []
    var current = node
    while current >= 0 {
      chain.append(current)
      current = part(current).parent
    }
    var text = PathText()
    for number in PathText.shortened(chain.reversed()) {
      guard let number else {
        text.appendGap()
        continue
      }
      let part = part(number)
      let layout = layouts.heapLayout(part.layout).pointee
      text.append(
        edge: layouts.labels[part.label], index: part.index,
        key: part.parent < 0 ? nil : key(part.parent, part.index))
      text.append(node: layout.role == .closure ? "" : layout.name, role: layout.role)
    }
    if let place {
      text.append(
        edge: layouts.labels[place.label], index: place.index, key: node < 0 ? nil : key(node, place.index))
      text.end()
    }
    return text.text
  }

  /// What was not looked into, each with the path to it.
  func texts(of notes: [Walk.Note]) -> [String] {
    var texts: [String] = []
    for note in notes {
      let path = text(to: note.node, then: note)
      let what = layouts.labels[note.what]
      let text = path.isEmpty ? what : "\(what) (\(path))"
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}
#endif
