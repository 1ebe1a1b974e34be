#if DEBUG
import Leaks
import ObjectMemory

/// Remembers how each node was first met, to write the path to it.
struct Trail {
  let layouts: LayoutCache
  /// How a node was met; its address is not looked at.
  let origin: (Int32) -> ObjectNode
  /// The text for the key of a dictionary entry, or an ellipsis for a collection without order.
  let key: (_ holder: Int32, _ bucket: Int32, _ node: Int32?) -> String?
  /// The name of the closure that captures the node, where the program's memory was looked at.
  var closure: (_ holder: Int32, _ node: Int32) -> String? = { _, _ in nil }

  /// Returns the path to a node, or to a place in it.
  func path(to node: Int32, then place: Walk.Note? = nil) -> LeakPath {
    var way: [Walk.Edge] = []
    var current = node
    while current >= 0 {
      let origin = origin(current)
      way.append(Walk.Edge(from: origin.parent, to: current, label: origin.label, index: origin.index))
      current = origin.parent
    }
    var text = PathText()
    append(way.reversed(), to: &text)
    if let place {
      text.append(
        edge: layouts.labels[place.label], index: place.index,
        key: node < 0 ? nil : key(node, place.index, nil))
      text.end()
    }
    return text.path
  }

  /// Adds a way from what holds something to what that holds, and so on.
  func append(_ way: [Walk.Edge], to text: inout PathText) {
    for edge in PathText.shortened(way) {
      guard let edge else {
        text.append(named: "…")
        continue
      }
      text.append(
        edge: layouts.labels[edge.label], index: edge.index,
        key: edge.from < 0 ? nil : key(edge.from, edge.index, edge.to))
      if edge.from >= 0, layouts.isClosure(edge.label), let name = closure(edge.from, edge.to) {
        text.append(closure: name)
      }
      text.append(layouts.heapLayout(origin(edge.to).layout).pointee)
    }
  }

  /// Describes what could not be looked into, each with its path.
  func texts(of notes: [Walk.Note]) -> [String] {
    var texts: [String] = []
    for note in notes {
      let path = path(to: note.node, then: note).description
      let what = layouts.labels[note.what]
      let text = path.isEmpty ? what : "\(what) (\(path))"
      if !texts.contains(text) { texts.append(text) }
    }
    return texts
  }
}

/// Writes a path as `CheckoutSession.onPlaced (closure) captures BasketModel -> observers[2] -> Order`.
struct PathText {
  private var stations: [String] = []
  private var segment = ""
  private var namedNodes = 0

  init() {}

  /// Begins the path at a root with a name of its own.
  init(from root: String) {
    guard !root.isEmpty else { return }
    stations = [root]
    namedNodes = 1
  }

  var path: LeakPath { LeakPath(Self.shortened(stations).map { $0 ?? "…" }) }

  /// Adds something with a name that is no object of Swift.
  mutating func append(station name: String) {
    if stations.last != name, !isCalled(after: name) { append(named: name) }
  }

  /// Says which closure has what follows.
  mutating func append(closure name: String) {
    if isCalled(after: name) { return segment = "" }
    if segment.hasSuffix(" captures") { segment.removeLast(" captures".count) }
    if segment.hasSuffix(" (closure)") { segment.removeLast(" (closure)".count) }
    append(named: name)
  }

  /// A task is called after the closure that it runs, and a stack after the one that a thread is in.
  private func isCalled(after closure: String) -> Bool {
    stations.last == "the task of \(closure)" || stations.last?.hasSuffix(" in \(closure)") == true
  }

  mutating func append(edge label: String, index: Int32, key: String?) {
    if label == " (closure)", segment.hasSuffix(" captures") { return }
    let position = key ?? (index >= 0 ? "\(index)" : "…")
    let label = label.replacing("$__lazy_storage_$_", with: "")
    let text = label.split(separator: LabelTable.position, omittingEmptySubsequences: false).joined(
      separator: position)
    if segment.hasSuffix(" captures"), !text.isEmpty {
      segment += text.hasPrefix(".") ? " " + text.dropFirst() : " " + text
    } else {
      segment += text
    }
  }

  /// Adds an object, or a part of one.
  mutating func append(_ layout: HeapLayout) {
    switch layout.role {
    case .part: return
    case .closure:
      if segment.hasSuffix("(closure)") { segment += " captures" }
    case .instance, .task: append(named: layout.name)
    }
  }

  /// Ends the path at a place inside of the last named object.
  mutating func end() { endSegment(continuing: namedNodes <= 1) }

  /// Cuts out the middle of a path that is too long to read. A nil marks the gap.
  static func shortened<Part>(_ path: [Part]) -> [Part?] {
    if path.count <= 40 { return path }
    return path.prefix(20).map { $0 } + [nil] + path.suffix(20).map { $0 }
  }

  /// Writes down what leads on from the last station: with it, or as one of its own.
  private mutating func endSegment(continuing: Bool) {
    if segment.hasSuffix(" captures") { segment.removeLast(" captures".count) }
    defer { segment = "" }
    if segment.isEmpty { return }
    if continuing, let last = stations.indices.last {
      stations[last] += segment
    } else {
      stations.append(segment.hasPrefix(".") && !continuing ? String(segment.dropFirst()) : segment)
    }
  }

  mutating func append(named name: String) {
    endSegment(continuing: stations.isEmpty || namedNodes == 1 && segment.first.map(".[ ".contains) == true)
    stations.append(name)
    namedNodes += 1
  }
}

/// Reads the key of a dictionary entry, for a report.
enum DictionaryKey {
  /// The key if it is text or a number, and still that of the target; otherwise an ellipsis, because sets and dictionaries have
  /// no order.
  static func text(in walk: Walk, _ node: Int32, bucket: Int32, of target: Int32?) -> String? {
    let layout = walk.layout(node).pointee
    guard bucket >= 0 else { return nil }
    switch layout.shape {
    case .set: return "…"
    case .dictionary: break
    default: return nil
    }
    let storage = HashedStorage(at: walk[node].address, isDictionary: true)
    let position = UInt(bitPattern: Int(bucket))
    let key = storage.keys &+ position &* layout.stride
    let value = storage.values &+ position &* layout.valueStride
    let type = Metadata(layout.metadata).genericArgument(0).type
    let text: String? =
      if type == String.self {
        string(word(key), word(key &+ 8)).map { "\"\($0)\"" }
      } else if type == Int.self { "\(Int(bitPattern: word(key)))" } else { nil }
    // Another thread may have put something else into the bucket since the walk.
    let isThere =
      target.map {
        has(walk[$0].address, key, layout.stride) || has(walk[$0].address, value, layout.valueStride)
      }
      ?? true
    return isThere ? text ?? "…" : "…"
  }

  /// Whether a value refers to the target. The address may be beside a few bits of an enumeration.
  private static func has(_ target: UInt, _ value: UInt, _ size: UInt) -> Bool {
    stride(from: value, to: value &+ size & ~7, by: 8).contains { word($0) & 0xFF_FFFF_FFFF_FFF8 == target }
  }

  /// The text of a string that consists of these words. Another thread may be letting go of it, so it cannot be used as such.
  private static func string(_ first: UInt, _ second: UInt) -> String? {
    if second >> 61 & 1 == 1 {
      let bytes = withUnsafeBytes(of: (first, second)) { [UInt8]($0) }
      return String(decoding: bytes.prefix(Int(second >> 56 & 0xF)), as: UTF8.self)
    }
    // What other strings have is not beside their own memory.
    let count = Int(first & 0xFFFF_FFFF_FFFF)
    guard first >> 60 & 1 == 1, second >> 60 & 1 == 0, count < 10_000 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let isThere = ObjectMemoryRead((second & (1 << 60 - 1)) &+ 32, &bytes, bytes.count)
    return isThere ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
#endif
