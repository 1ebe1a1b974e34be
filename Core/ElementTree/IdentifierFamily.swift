/// The kinds of elements that a screen has many of: in the family `item`, the element for `ramen` is `item-ramen`.
public protocol IdentifierFamily: RawRepresentable<String>, CaseIterable {}

extension IdentifierFamily {
  /// The identifier of the family's element for a member.
  public func identifier(of member: some CustomStringConvertible) -> String { "\(rawValue)-\(member)" }

  /// Returns the family that an identifier belongs to, and the member. If several families fit, the one with the
  /// longest name wins.
  public static func split(_ identifier: String) -> (family: Self, member: String)? {
    allCases.filter { identifier.hasPrefix($0.rawValue + "-") }.max { $0.rawValue.count < $1.rawValue.count }
      .map { ($0, String(identifier.dropFirst($0.rawValue.count + 1))) }
  }
}
