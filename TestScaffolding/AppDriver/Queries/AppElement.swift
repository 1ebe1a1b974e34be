#if DEBUG
import ElementTree

/// A handle of one element: it looks the element up anew whenever it is asked something.
public struct AppElement: Sendable {
  /// How the element is chosen among those of its query.
  enum Choice: Sendable {
    case named(String)
    case index(Int)
    case matching(@Sendable (Element) -> Bool)
  }

  let query: ElementQuery
  let choice: Choice

  /// Whether the element is there now, be it several times; false also when the app cannot be asked or began anew.
  public var exists: Bool { (try? exists(in: query.current())) == true }

  /// The name by which tests find the element.
  public var identifier: String { get throws { try resolve().identifier ?? "" } }
  /// The text that the element shows or is known by.
  public var label: String { get throws { try resolve().label } }
  /// The content that changes; of secure fields only dots.
  public var value: String? { get throws { try resolve().shownValue } }
  /// What an empty field says it is waiting for.
  public var placeholderValue: String? { get throws { try resolve().placeholder } }
  /// Whether the element answers to actions.
  public var isEnabled: Bool { get throws { try resolve().isEnabled } }
  /// Whether the element is the chosen one of several, or a toggle that is on.
  public var isSelected: Bool { get throws { try resolve().isSelected } }
  /// Whether the element has the keyboard.
  public var hasFocus: Bool { get throws { try resolve().isFocused } }

  func resolve() throws -> Element { try resolve(in: query.current()) }

  func resolve(in tree: Element) throws(ElementError) -> Element {
    let candidates = try query.candidates(in: tree)
    let found = choose(from: candidates)
    guard let first = found.first else { throw missing(among: candidates, in: tree) }
    guard found.count == 1 else {
      throw .ambiguous(summary, candidates: found.map(\.description))
    }
    return first
  }

  func exists(in tree: Element) -> Bool { !all(in: tree).isEmpty }

  /// Every element that fits, in everything that fits what it is looked for in.
  func all(in tree: Element) -> [Element] { choose(from: query.allCandidates(in: tree)) }

  private func choose(from candidates: [Element]) -> [Element] {
    switch choice {
    case .named(let name):
      let identified = candidates.filter { $0.identifier == name }
      return identified.isEmpty ? candidates.filter { $0.label == name } : identified
    case .index(let index):
      return candidates.indices.contains(index) ? [candidates[index]] : []
    case .matching(let condition):
      return candidates.filter(condition)
    }
  }

  private func missing(among candidates: [Element], in tree: Element) -> ElementError {
    var nearest: [String] = []
    if case .named(let name) = choice {
      let words = candidates.flatMap { [$0.identifier, $0.label].compactMap(\.self) }.filter { !$0.isEmpty }
      nearest = NearestIdentifiers.nearest(to: name, in: words)
      if nearest.isEmpty {
        let others = tree.allElements.flatMap { [$0.identifier, $0.label].compactMap(\.self) }
        nearest = NearestIdentifiers.nearest(to: name, in: others.filter { !$0.isEmpty })
      }
    }
    return .missing(summary, nearest: nearest, tree: tree.treeDescription)
  }

  /// What the handle is for, in the words of a test.
  var summary: String {
    switch choice {
    case .named(let name): "\(query.summary) \"\(name)\""
    case .index(let index): "\(query.summary) at index \(index)"
    case .matching: "\(query.summary) that matches the condition"
    }
  }
}
#endif
