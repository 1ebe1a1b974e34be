/// The kinds of elements of which a screen has many: `item-ramen` is the one for `ramen` in the family `item`.
public protocol IdentifierFamily: RawRepresentable<String>, CaseIterable {}

extension IdentifierFamily {
  /// The identifier of the family's element for something.
  public func identifier(of member: some CustomStringConvertible) -> String { "\(rawValue)-\(member)" }

  /// Returns the family that an identifier belongs to, the one with the longest name, and what it says after that.
  public static func split(_ identifier: String) -> (family: Self, member: String)? {
    allCases.filter { identifier.hasPrefix($0.rawValue + "-") }.max { $0.rawValue.count < $1.rawValue.count }
      .map { ($0, String(identifier.dropFirst($0.rawValue.count + 1))) }
  }
}
