/// Two elements of one screen have the same identifier, so neither can be found by it.
public struct DuplicateIdentifierError: Error, Equatable, CustomStringConvertible {
  /// Where an element is, in the tree and in the code.
  public struct Place: Sendable, Equatable, CustomStringConvertible {
    /// The roles and identifiers from the root to the element.
    public var path: String
    /// The line of code that made the element.
    public var origin: Origin

    public var description: String { "\(path) (\(origin))" }
  }

  /// The identifier that both elements have.
  public var identifier: String
  /// The element that comes first in reading order.
  public var first: Place
  /// The element that comes second in reading order.
  public var second: Place

  public var description: String {
    "Two elements have the identifier \"\(identifier)\": \(first) and \(second). Give one of them another."
  }
}

extension Element {
  /// Checks that no two elements in the tree have the same identifier.
  public func checkIdentifiersAreUnique() throws(DuplicateIdentifierError) {
    var seen: [String: Element] = [:]
    var duplicate: (identifier: String, first: Element, second: Element)?
    visit { element in
      guard duplicate == nil, let identifier = element.identifier else { return }
      if let earlier = seen.updateValue(element, forKey: identifier) {
        duplicate = (identifier, earlier, element)
      }
    }
    guard let duplicate else { return }
    let paths = paths(toIdentifier: duplicate.identifier, below: "")
    throw DuplicateIdentifierError(
      identifier: duplicate.identifier,
      first: .init(path: paths[0], origin: duplicate.first.origin),
      second: .init(path: paths[1], origin: duplicate.second.origin))
  }

  private func paths(toIdentifier wanted: String, below parent: String) -> [String] {
    let name = identifier.map { "\(role.rawValue) \"\($0)\"" } ?? role.rawValue
    let path = parent.isEmpty ? name : "\(parent) > \(name)"
    return (identifier == wanted ? [path] : [])
      + children.flatMap { $0.paths(toIdentifier: wanted, below: path) }
  }
}
