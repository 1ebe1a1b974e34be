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
    let identifiers = identifiers
    var seen = Set<String>(minimumCapacity: identifiers.count)
    guard let duplicate = identifiers.first(where: { !seen.insert($0).inserted }) else { return }
    let places = places(ofIdentifier: duplicate, below: "")
    throw DuplicateIdentifierError(identifier: duplicate, first: places[0], second: places[1])
  }

  private func places(
    ofIdentifier wanted: String, below parent: String
  ) -> [DuplicateIdentifierError.Place] {
    let name = identifier.map { "\(role.rawValue) \"\($0)\"" } ?? role.rawValue
    let path = parent.isEmpty ? name : "\(parent) > \(name)"
    return (identifier == wanted ? [.init(path: path, origin: origin)] : [])
      + children.flatMap { $0.places(ofIdentifier: wanted, below: path) }
  }
}
